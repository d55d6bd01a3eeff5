import type { LateMessages } from '../../messages.ts';

export const changeList: LateMessages['changeList'] = {
  anyState: 'En cualquier estado',
  state: 'Estado',
  states: {
    open: 'Sin revisión',
    inReview: 'En revisión',
    approved: 'Aprobado',
    queued: 'En la cola',
    sentBack: 'Devuelto',
  },
  noneTitle: 'Ningún cambio está en este estado',
  none: 'Elegir otro estado para ver los demás cambios.',
};
