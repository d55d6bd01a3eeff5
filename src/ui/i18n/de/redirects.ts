import type { Messages } from '../messages.ts';

export const redirects: Messages['redirects'] = {
  title: 'Weiterleitungen',
  new: 'Neue Weiterleitung',
  search: 'Adressen suchen',
  emptyTitle: 'Noch keine Weiterleitungen',
  empty:
    'Eine Weiterleitung führt von einer alten Adresse zu einer neuen. Seiten, die umziehen, hinterlassen ihre selbst.',
  noneFound: 'Keine Weiterleitung passt',
  from: 'Von',
  fromHelp: 'Die alte Adresse, wie /alte-seite.',
  to: 'Nach',
  toHelp: 'Ein Pfad der Website oder eine Adresse anderswo.',
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
