import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { toErrorEnvelope } from '../../src/http/errors.ts';
import { CmsError } from '../../src/model/errors.ts';
import { checkValues } from '../../src/model/fields/fields.ts';
import { type ProblemReason, REASONS } from '../../src/model/reason.ts';
import { de } from '../../src/ui/i18n/de/index.ts';
import { refusals as deRefusals } from '../../src/ui/i18n/de/refusals.ts';
import { en } from '../../src/ui/i18n/en/index.ts';
import { refusals as enRefusals } from '../../src/ui/i18n/en/refusals.ts';
import { es } from '../../src/ui/i18n/es/index.ts';
import { refusals as esRefusals } from '../../src/ui/i18n/es/refusals.ts';
import { fr } from '../../src/ui/i18n/fr/index.ts';
import { refusals as frRefusals } from '../../src/ui/i18n/fr/refusals.ts';
import { wordReason } from '../../src/ui/i18n/reasonWords.ts';
import { published } from '../model/fields/records.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'de',
    resources: { de: { translation: structuredClone(de) } },
    interpolation: { escapeValue: false },
  });
});

const FACTS: Readonly<Record<string, string>> = { role: 'admin', kind: 'menu' };

it.each(Object.entries(REASONS))('has German words for the reason %s, with all its facts', async (reason, names) => {
  const params = Object.fromEntries(names.map((name: string) => [name, FACTS[name] ?? 7]));
  const words = await wordReason({ reason: reason as ProblemReason, params });
  expect(words).toEqual(expect.any(String));
  expect(words).not.toMatch(/\{\{|\}\}|\$t|^server\.|people\.|kinds\./);
});

it('has messages for every reason in every language, with no facts but those of the reason', () => {
  for (const words of [
    { ...en.server, ...enRefusals },
    { ...de.server, ...deRefusals },
    { ...es.server, ...esRefusals },
    { ...fr.server, ...frRefusals },
  ])
    for (const [key, text] of Object.entries(words)) {
      const reason = key.replace(/_(?:one|other)$/, '') as ProblemReason;
      const named = [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name);
      expect(REASONS[reason]).toEqual(expect.arrayContaining(named));
    }
});

it.each([
  ['mostCharacters', { count: 1 }, 'Darf höchstens 1 Zeichen haben.'],
  ['mostCharacters', { count: 10_000 }, 'Darf höchstens 10.000 Zeichen haben.'],
  ['leastItems', { count: 2 }, 'Muss mindestens 2 Einträge haben.'],
  ['taken', { value: 'about' }, '„about“ ist schon vergeben.'],
  ['tooManyViews', { count: 50 }, 'Sie haben schon 50 Ansichten: Löschen Sie zuerst einige.'],
  [
    'recordNeedsRole',
    { kind: 'menu', name: 'Haupt {{role}}', role: 'admin' },
    '„Haupt {{role}}“ (Menü) ist dabei: Das darf nur ändern, wer die Rolle „Administration“ hat.',
  ],
  [
    'noRightOnParts',
    { right: 'publish', kind: 'page', name: 'Über uns', parts: 'title, seo' },
    'Ihre Rolle darf „Über uns“ (Seite) so nicht veröffentlichen: Es geht um title, seo.',
  ],
] as const)('says %s %j in the language of the interface', async (reason, params, german) => {
  expect(await wordReason({ reason, params })).toBe(german);
});

it('leaves to the server what it has no reason for', async () => {
  expect(await wordReason({})).toBeUndefined();
});

it('leaves to the server’s English what no reason says more precisely', async () => {
  await i18next.changeLanguage('en');
  expect(await wordReason({ reason: 'unfit' })).toBeUndefined();
  await i18next.changeLanguage('de');
  expect(await wordReason({ reason: 'unfit' })).toBe('Ist nicht gültig.');
});

it.each([
  [{ type: 'text', required: true }, undefined],
  [{ type: 'text' }, 1],
  [{ type: 'text', max: 3 }, 'four'],
  [{ type: 'text', min: 3 }, 'no'],
  [{ type: 'text', pattern: '^[0-9]+$' }, 'ten'],
  [{ type: 'number' }, 'one'],
  [{ type: 'number', max: 3 }, 4],
  [{ type: 'number', min: 3 }, 2],
  [{ type: 'integer' }, 1.5],
  [{ type: 'date' }, 'today'],
  [{ type: 'datetime' }, 'now'],
  [{ type: 'select', options: ['a', 'b'] }, 'c'],
  [{ type: 'multiselect', options: ['a', 'B.'], max: 1 }, ['a', 'b']],
  [{ type: 'multiselect', options: ['a', 'B.'], min: 2 }, ['a']],
  [{ type: 'multiselect', options: ['a', 'b'] }, 'a'],
  [{ type: 'url' }, 'nowhere at all'],
  [{ type: 'email' }, 'nobody'],
  [{ type: 'color' }, 'blue'],
  [{ type: 'slug' }, 'No Slug'],
  [{ type: 'link' }, { text: 'Nowhere' }],
])('gets a reason for the problem that the server finds in a field %j with the value %j', (field, value) => {
  const details = checkValues([{ name: 'a', ...field }], { a: value }, published);
  const [told] = toErrorEnvelope(new CmsError('VALIDATION', details), true).errors;
  expect(told?.reason).toBeDefined();
  expect(toErrorEnvelope(new CmsError('VALIDATION', details)).errors[0]).not.toHaveProperty('reason');
});
