import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { checkValues } from '../../src/model/fields/fields.ts';
import { de } from '../../src/ui/i18n/de/index.ts';
import { serverWords } from '../../src/ui/i18n/serverWords.ts';
import { published } from '../model/fields/records.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'de', resources: { de: { translation: de } }, interpolation: { escapeValue: false } });
});

it.each([
  ['is required', 'fehlt noch'],
  ['must have at most 120 characters', 'darf höchstens 120 Zeichen haben'],
  ['must have at most 1 character', 'darf höchstens 1 Zeichen haben'],
  ['must have at most 10,000 characters', 'darf höchstens 10.000 Zeichen haben'],
  ['must have at least 2 items', 'muss mindestens 2 Einträge haben'],
  ['must have at most 1 item', 'darf höchstens 1 Eintrag haben'],
  ['must be at most 4.5', 'darf höchstens 4.5 sein'],
  ['must be an e-mail address', 'muss eine E-Mail-Adresse sein'],
  ['"about" is taken', '„about“ ist schon vergeben'],
  ['must be one of a, b', 'muss eines davon sein: a, b'],
  ['something that it has never heard of', 'something that it has never heard of'],
])('says "%s" in the language of the interface', (english, german) => {
  expect(serverWords(english)).toBe(german);
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
  [{ type: 'multiselect', options: ['a', 'b'], max: 1 }, ['a', 'b']],
  [{ type: 'multiselect', options: ['a', 'b'], min: 2 }, ['a']],
  [{ type: 'multiselect', options: ['a', 'b'] }, 'a'],
  [{ type: 'url' }, 'nowhere at all'],
  [{ type: 'email' }, 'nobody'],
  [{ type: 'color' }, 'blue'],
  [{ type: 'slug' }, 'No Slug'],
  [{ type: 'link' }, { text: 'Nowhere' }],
])('translates the problem that the server finds in a field %j with the value %j', (field, value) => {
  const [problem] = checkValues([{ name: 'a', ...field }], { a: value }, published);
  expect(problem).toBeDefined();
  expect(serverWords(problem!.message)).not.toBe(problem!.message);
});
