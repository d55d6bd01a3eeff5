import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { expect, it } from 'vitest';
import { FEATURE_EVENTS, FEATURE_NOTICES } from '../../src/features/lists/notices.ts';
import { PERSON_LANGUAGES } from '../../src/model/personLanguage.ts';
import { withManyForms } from '../../src/ui/i18n/languages.ts';
import { LANGUAGES } from '../../src/ui/i18n/messages.ts';

const SOURCE = join(import.meta.dirname, '../../src');
/** Every file of messages in English; those of other languages stand beside them. */
const FILES = fastGlob.sync(['ui/i18n/en/*/*.ts', 'ui/i18n/en/refusals.ts', 'features/*/ui/{en,screen.en}.ts'], {
  cwd: SOURCE,
  ignore: ['features/lists/**'],
});
const others = PERSON_LANGUAGES.filter((language) => language !== 'en');

/** The placeholders of each message, such as `{{count}}` and `$t(kinds.page.one)`, by its path. */
const placeholders = (messages: object, at = ''): [string, string[]][] =>
  Object.entries(messages).flatMap(([name, value]): [string, string[]][] =>
    typeof value === 'string'
      ? [[at + name, (value.match(/\{\{.*?\}\}|\$t\([^)]*\)/g) ?? []).sort()]]
      : placeholders(value as object, `${at}${name}.`),
  );
const readFile = async (path: string): Promise<object> => ({ ...(await import(join(SOURCE, path))) });
const inLanguage = (path: string, language: string): string =>
  path.replace('i18n/en/', `i18n/${language}/`).replace(/(?<=\/|\.)en\.ts$/, `${language}.ts`);

it.each(others)('has the same messages with the same placeholders in English and in %s', async (language) => {
  expect(FILES.length).toBeGreaterThan(60);
  for (const path of FILES) {
    const english = placeholders(await readFile(path)).sort();
    const other = placeholders(await readFile(inLanguage(path, language))).sort();
    expect([path, Object.fromEntries(other)]).toEqual([path, Object.fromEntries(english)]);
  }
});

it('names people and things in every notice of every language', () => {
  const all = [...Object.values(FEATURE_NOTICES), ...Object.values(FEATURE_EVENTS).map(({ text }) => text)];
  const named = (words: string): string[] => [...(words.match(/\{\w+\}/g) ?? [])].sort();
  for (const words of all)
    for (const language of others) expect([words.en, named(words[language])]).toEqual([words.en, named(words.en)]);
});

it('speaks to people in the languages of its interface', () => {
  expect(Object.keys(LANGUAGES)).toEqual([...PERSON_LANGUAGES]);
});

it('says millions as other numbers in languages with a form of their own for them', () => {
  const messages = { a_one: '1', a_other: 'n', in: { b_other: 'm' } };
  expect(withManyForms(messages, 'de')).toBe(messages);
  expect(withManyForms(messages, 'fr')).toEqual({ ...messages, a_many: 'n', in: { b_other: 'm', b_many: 'm' } });
});
