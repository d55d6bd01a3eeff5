import type { Messages } from '../../messages.ts';

export const clash: Messages['clash'] = {
  writeThird: 'Escribir otra cosa',
  third: 'Valor que conservar',
  takeThird: 'Usar este',
  values_one: '{{count, number}} valor por decidir',
  values_other: '{{count, number}} valores por decidir',
  base: 'Antes',
};
