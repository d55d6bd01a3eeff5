import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { de } from '../../src/ui/i18n/de/index.ts';
import { serverWords } from '../../src/ui/i18n/serverWords.ts';

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
