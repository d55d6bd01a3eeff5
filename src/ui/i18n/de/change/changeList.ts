import type { LateMessages } from '../../messages.ts';

export const changeList: LateMessages['changeList'] = {
  anyState: 'In jedem Stand',
  state: 'Stand',
  states: {
    open: 'Nicht in Prüfung',
    inReview: 'In Prüfung',
    approved: 'Freigegeben',
    queued: 'In der Reihe',
    sentBack: 'Zurückgekommen',
  },
  noneTitle: 'Keine Änderung hat diesen Stand',
  none: 'Wählen Sie einen anderen Stand, um die übrigen Änderungen zu sehen.',
};
