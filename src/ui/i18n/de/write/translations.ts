import type { LateMessages } from '../../messages.ts';

export const translations: LateMessages['translations'] = {
  title: 'Übersetzungen',
  outdated_one: '{{count, number}} Übersetzung ist veraltet',
  outdated_other: '{{count, number}} Übersetzungen sind veraltet',
  drafts_one: '{{count, number}} Entwurf',
  drafts_other: '{{count, number}} Entwürfe',
  missing_one: '{{count, number}} Seite nicht übersetzt',
  missing_other: '{{count, number}} Seiten nicht übersetzt',
  complete: 'Alles ist übersetzt',
  unknown: 'Es ist nicht bekannt, welcher Stand dieser Seite übersetzt wurde.',
  current: 'Seit der Übersetzung hat sich hier nichts geändert.',
  changed_one: '{{count, number}} Wert hat sich seit der Übersetzung geändert ({{language}})',
  changed_other: '{{count, number}} Werte haben sich seit der Übersetzung geändert ({{language}})',
  changedSomehow: 'Diese Seite hat sich seit der Übersetzung geändert ({{language}})',
  bringOver: 'Übernehmen',
  bringOverNamed: 'Übernehmen: {{label}}',
  brought: '{{label}} übernommen',
  upToDate: 'Jetzt aktuell',
  isUpToDate: 'Als aktuell vermerkt',
};
