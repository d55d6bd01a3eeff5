import type { LateMessages } from '../../messages.ts';

export const translations: LateMessages['translations'] = {
  title: 'Traductions',
  outdated_one: '{{count, number}} traduction est périmée',
  outdated_other: '{{count, number}} traductions sont périmées',
  drafts_one: '{{count, number}} brouillon',
  drafts_other: '{{count, number}} brouillons',
  missing_one: '{{count, number}} page non traduite',
  missing_other: '{{count, number}} pages non traduites',
  complete: 'Tout est traduit',
  unknown: 'On ne sait pas quelle version de cette page a été traduite.',
  current: 'Rien n’a changé ici depuis la traduction.',
  changed_one: '{{count, number}} valeur a changé depuis la traduction ({{language}})',
  changed_other: '{{count, number}} valeurs ont changé depuis la traduction ({{language}})',
  changedSomehow: 'Cette page a changé depuis la traduction ({{language}})',
  bringOver: 'Reprendre',
  bringOverNamed: 'Reprendre : {{label}}',
  brought: '{{label}} : repris',
  upToDate: 'Marquer comme à jour',
  isUpToDate: 'Marquée comme à jour',
};
