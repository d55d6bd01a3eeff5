import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  webhooks: {
    new: 'Neuer Webhook',
    emptyTitle: 'Noch keine Webhooks',
    empty:
      'Ein Webhook benachrichtigt ein anderes Programm, wenn sich etwas ändert, etwa um die Website neu zu bauen oder eine Seite anzukündigen.',
    url: 'Adresse',
    urlHelp: 'Wohin die Nachrichten gesendet werden. Sie beginnt mit https.',
    events: 'Sendet eine Nachricht bei',
    everything: 'Jedem Ereignis',
    some: 'Bestimmten Ereignissen',
    eventCount_one: '{{count, number}} Ereignis',
    eventCount_other: '{{count, number}} Ereignissen',
    names: {
      content_changed: 'Was Besucher sehen, hat sich geändert',
      page_created: 'Eine Seite wird angelegt',
      page_updated: 'Eine Seite wird geändert',
      page_published: 'Eine Seite wird veröffentlicht',
      page_unpublished: 'Eine Seite wird offline genommen',
      page_deleted: 'Eine Seite wird gelöscht',
      media_uploaded: 'Eine Datei wird hochgeladen',
      media_deleted: 'Eine Datei wird gelöscht',
      merge_clashed: 'Bearbeitungen widersprechen sich, und jemand muss entscheiden',
    },
    active: 'Aktiv',
    last: 'Letzte Nachricht',
    made: 'Das Geheimnis des Webhooks',
    madeText: 'Damit prüft der Empfänger, dass Nachrichten von hier kommen.',
    log: {
      deliveries: 'Nachrichten',
      noDeliveries: 'Es wurde noch nichts gesendet.',
      sendAgain: 'Erneut senden',
      statuses: { delivered: 'Zugestellt', failed: 'Fehlgeschlagen', pending: 'Unterwegs' },
    },
    test: 'Test senden',
    deleteTitle: '„{{name}}“ löschen?',
    deleteText: 'Dorthin wird nichts mehr gesendet.',
    deleted: 'Webhook gelöscht',
  },
};
