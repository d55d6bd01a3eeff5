import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  translationFiles: {
    out: 'Für Übersetzer',
    outHelp:
      'Alle Texte der gewählten Seiten mit ihrer jetzigen Übersetzung als Datei, die Übersetzungsprogramme öffnen.',
    to: 'In',
    state: 'Welche Seiten',
    states: {
      all: 'Alle Seiten',
      missing: 'Ohne Übersetzung',
      outdated: 'Übersetzung veraltet',
      draft: 'Übersetzung ist ein Entwurf',
      current: 'Übersetzung aktuell',
    },
    type: 'Typ',
    allTypes: 'Alle Typen',
    format: 'Format',
    formats: { xliff: 'XLIFF 1.2', xliff2: 'XLIFF 2.1', json: 'JSON' },
    download: 'Herunterladen',
    oneLanguage: 'Diese Website hat eine einzige Sprache. Fügen Sie zuerst in den Einstellungen eine weitere hinzu.',
    back: 'Zurück von Übersetzern',
    backHelp: 'Die Übersetzungen kommen in eine Änderung, damit Sie sie ansehen können, bevor sie online gehen.',
    choose: 'Datei auswählen',
    placed_one: '{{count}} Text ist in der Änderung „{{title}}“.',
    placed_other: '{{count}} Texte sind in der Änderung „{{title}}“.',
    nothing: 'Alles aus der Datei ist schon da. Nichts wurde geändert.',
    look: 'Änderung ansehen',
    left_one: '{{count}} Text konnte nicht eingesetzt werden',
    left_other: '{{count}} Texte konnten nicht eingesetzt werden',
    reasons: {
      gone: 'Diesen Text gibt es nicht mehr.',
      changed: 'Das Original wurde geändert, seit die Datei entstand.',
      codes: 'Ein Link, ein Bild oder eine Formatierung des Originals fehlt oder ist unbekannt.',
      structure: 'Die Übersetzung ist anders aufgebaut als das Original, und sie ist nicht vollständig.',
      taken: 'Eine andere Seite hat die Adresse.',
      noRight: 'Sie dürfen diese Seite nicht ändern.',
      invalid: 'Die Seite wäre nicht gültig.',
    },
  },
};
