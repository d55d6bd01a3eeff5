import type { LateMessages } from '../../messages.ts';

export const changeList: LateMessages['changeList'] = {
  anyState: 'Dans tous les états',
  state: 'État',
  states: {
    open: 'Hors relecture',
    inReview: 'En relecture',
    approved: 'Approuvé',
    queued: 'Dans la file',
    sentBack: 'Renvoyé',
  },
  noneTitle: 'Aucune modification n’est dans cet état',
  none: 'Choisissez un autre état pour voir les autres modifications.',
};
