import type { Messages } from '../../messages.ts';

export const record: Messages['record'] = {
  discardTitle: 'Änderungen verwerfen?',
  discardText: 'Was Sie hier geändert haben, ist nicht gespeichert.',
  discard: 'Verwerfen',
  state: 'Zustand',
  on: 'In Gebrauch',
  off: 'Aus',
  once: 'Es wird nur dieses eine Mal gezeigt. Bewahren Sie es an einem sicheren Ort auf.',
  taken: 'Ich habe es',
};
