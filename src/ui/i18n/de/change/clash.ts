import type { Messages } from '../../messages.ts';

export const clash: Messages['clash'] = {
  writeThird: 'Etwas anderes schreiben',
  third: 'Wert, der bleiben soll',
  takeThird: 'Das übernehmen',
  values_one: '{{count, number}} Wert zu klären',
  values_other: '{{count, number}} Werte zu klären',
  base: 'Vorher',
};
