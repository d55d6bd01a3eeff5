import type { Messages } from '../../messages.ts';

export const clash: Messages['clash'] = {
  writeThird: 'Écrire autre chose',
  third: 'Valeur à garder',
  takeThird: 'Utiliser celle-ci',
  values_one: '{{count, number}} valeur à trancher',
  values_other: '{{count, number}} valeurs à trancher',
  base: 'Avant',
};
