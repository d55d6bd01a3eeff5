import type { Messages } from '../messages.ts';

export const record: Messages['record'] = {
  discardTitle: 'Änderungen verwerfen?',
  discardText: 'Was Sie hier geändert haben, ist nicht gespeichert.',
  discard: 'Verwerfen',
};
