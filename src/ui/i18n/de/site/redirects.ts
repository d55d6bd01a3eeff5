import type { Messages } from '../../messages.ts';

export const redirects: Messages['redirects'] = {
  title: 'Weiterleitungen',
  new: 'Neue Weiterleitung',
  import: 'Viele hinzufügen',
  importText:
    'Eine Weiterleitung je Zeile: die alte Adresse, dann die neue. Wer nur vorübergehend umleitet, fügt 302 an.',
  lines: 'Weiterleitungen',
  badLines: 'Diese Zeilen sind keine Weiterleitungen: {{lines}}',
  importMany_one: '{{count}} Weiterleitung hinzufügen',
  importMany_other: '{{count}} Weiterleitungen hinzufügen',
  imported_one: '{{count}} Weiterleitung hinzugefügt, {{skipped}} gab es schon',
  imported_other: '{{count}} Weiterleitungen hinzugefügt, {{skipped}} gab es schon',
  search: 'Adressen suchen',
  emptyTitle: 'Noch keine Weiterleitungen',
  empty:
    'Eine Weiterleitung führt von einer alten Adresse zu einer neuen. Seiten, die umziehen, hinterlassen ihre selbst.',
  noneFound: 'Keine Weiterleitung passt',
  from: 'Von',
  fromHelp: 'Die alte Adresse, wie /alte-seite.',
  to: 'Nach',
  toHelp: 'Eine Adresse dieser Website, etwa /neue-seite, oder eine anderswo.',
  kind: 'Art',
  short: { code301: 'Auf Dauer', code302: 'Vorläufig', code307: 'Vorläufig', code308: 'Auf Dauer' },
  long: {
    code301: 'Auf Dauer (301): Suchmaschinen ziehen mit um',
    code302: 'Vorläufig (302): Die alte Adresse bleibt bekannt',
    code308: 'Auf Dauer, auch für Formulare (308)',
    code307: 'Vorläufig, auch für Formulare (307)',
  },
  active: 'In Gebrauch',
  deleteTitle: 'Diese Weiterleitung löschen?',
  deleteText: 'Wer {{path}} aufruft, findet dort dann nichts.',
  deleted: 'Weiterleitung gelöscht',
};
