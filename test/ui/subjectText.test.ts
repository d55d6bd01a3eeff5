import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { de } from '../../src/ui/i18n/de/index.ts';
import { subjectText } from '../../src/ui/parts/record/subjectText.ts';

const i18n = createInstance({
  lng: 'de',
  resources: { de: { translation: de } },
  interpolation: { escapeValue: false },
});
await i18n.init();

it.each([
  ['Update page "About (us)" (en/about)', 'Seite „About (us)“ geändert'],
  ['Create tracking script "Visit counter" (counter)', 'Tracking-Skript „Visit counter“ angelegt'],
  ['Add redirect "/sky" (sky)', 'Weiterleitung „/sky“ angelegt'],
  ['Adjust redirect "/sky" (sky)', 'Weiterleitung „/sky“ angepasst'],
  ['Delete page "Says "hello"" (en/hello)', 'Seite „Says "hello"“ gelöscht'],
  ['Update settings "Settings"', 'Einstellungen geändert'],
  ['Start the content history', 'Die Website, wie sie zu Beginn war'],
  ['Mend the opening hours', 'Mend the opening hours'],
  ['Update 3 pages', 'Update 3 pages'],
])('says in the reader’s language what a version has done: %s', (subject, text) => {
  expect(subjectText(subject, i18n.t)).toBe(text);
});
