import type { LateMessages } from '../../messages.ts';

export const dataTable: LateMessages['dataTable'] = {
  label: '{{type}}, als Tabelle zu bearbeiten',
  count_one: '{{count, number}} Eintrag',
  count_other: '{{count, number}} Einträge',
  add: 'Titel für: {{type}}',
  open: 'Öffnen',
  publish_one: '{{count, number}} Eintrag veröffentlichen',
  publish_other: '{{count, number}} Einträge veröffentlichen',
  willDiffer_one: '{{count, number}} Eintrag ändert sich für Besucher:',
  willDiffer_other: '{{count, number}} Einträge ändern sich für Besucher:',
  published_one: '{{count, number}} Eintrag veröffentlicht',
  published_other: '{{count, number}} Einträge veröffentlicht',
  failed: '„{{title}}“ wurde nicht veröffentlicht. {{problem}}',
};
