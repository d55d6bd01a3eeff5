import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  redirects: {
    new: 'Neue Weiterleitung',
    import: 'Mehrere hinzufügen',
    importText:
      'Eine Weiterleitung je Zeile: die alte Adresse, dann die neue. Für eine vorübergehende hängen Sie 302 an die Zeile an.',
    lines: 'Weiterleitungen',
    badLines: 'Diese Zeilen sind keine Weiterleitungen: {{lines}}',
    importMany_one: '{{count, number}} Weiterleitung hinzufügen',
    importMany_other: '{{count, number}} Weiterleitungen hinzufügen',
    imported_one: '{{count, number}} Weiterleitung hinzugefügt; {{skipped}} gab es schon',
    imported_other: '{{count, number}} Weiterleitungen hinzugefügt; {{skipped}} gab es schon',
    search: 'Adressen suchen',
    emptyTitle: 'Noch keine Weiterleitungen',
    empty:
      'Eine Weiterleitung führt von einer alten Adresse zu einer neuen. Seiten, die umziehen, bekommen ihre automatisch.',
    noneFound: 'Keine Weiterleitungen gefunden',
    from: 'Von',
    fromHelp: 'Die alte Adresse, etwa /alte-seite.',
    to: 'Nach',
    toHelp: 'Eine Adresse dieser Website, etwa /neue-seite, oder eine anderswo.',
    kind: 'Art',
    short: { code301: 'Dauerhaft', code302: 'Vorübergehend', code307: 'Vorübergehend', code308: 'Dauerhaft' },
    long: {
      code301: 'Dauerhaft (301): Suchmaschinen wechseln zur neuen Adresse',
      code302: 'Vorübergehend (302): Suchmaschinen behalten die alte Adresse',
      code308: 'Dauerhaft, auch für Formulare (308)',
      code307: 'Vorübergehend, auch für Formulare (307)',
    },
    active: 'Aktiv',
    deleteTitle: 'Diese Weiterleitung löschen?',
    deleteText: 'Wer {{name}} aufruft, findet dort nichts mehr.',
    deleted: 'Weiterleitung gelöscht',
  },
};
