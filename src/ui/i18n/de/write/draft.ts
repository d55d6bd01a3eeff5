import type { Messages } from '../../messages.ts';

export const draft: Messages['draft'] = {
  publish: 'Veröffentlichen',
  schedule: 'Speichern und planen',
  save: 'Entwurf speichern',
  keeping: { keeping: 'Wird aufbewahrt…', kept: 'Aufbewahrt', local: 'Nur in diesem Browser aufbewahrt' },
  by: 'Entwurf von {{author}}',
  goesLive: 'Entwurf geht online',
  discard: 'Entwurf verwerfen',
  discardText: 'Der Entwurf verschwindet für alle, die hier arbeiten. Besucher merken nichts davon.',
  discarded: 'Entwurf verworfen. Was online ist, hat sich nicht geändert.',
  publishNow: 'Jetzt veröffentlichen',
  now: 'Jetzt',
  later: 'Zu einem Zeitpunkt',
  publishAt: 'Veröffentlichen am',
  willPublish: 'Wird am {{time}} veröffentlicht. Bis dahin sehen Besucher, was sie jetzt sehen.',
  scheduledFor: 'Geht online',
  showDifferences: 'Unterschiede zeigen',
  name: 'Entwurf',
  restoredTitle: 'Ihre nicht gespeicherte Arbeit ist noch da',
  restored: 'Sie haben sie geschrieben, aber nicht gespeichert:',
  discardTyped: 'Nicht gespeicherte Änderungen verwerfen',
};
