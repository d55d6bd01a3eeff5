import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  webhooks: {
    new: 'Nouveau webhook',
    emptyTitle: 'Aucun webhook pour le moment',
    empty:
      'Un webhook prévient un autre programme quand quelque chose change, par exemple pour reconstruire le site ou annoncer une page.',
    url: 'Adresse',
    urlHelp: 'Où les messages sont envoyés. L’adresse commence par https.',
    events: 'Envoie un message sur',
    everything: 'Tout',
    some: 'Événements choisis',
    eventCount_one: '{{count, number}} événement',
    eventCount_other: '{{count, number}} événements',
    names: {
      content_changed: 'Ce que voient les visiteurs a changé',
      page_created: 'Une page est créée',
      page_updated: 'Une page est modifiée',
      page_published: 'Une page est publiée',
      page_unpublished: 'Une page est mise hors ligne',
      page_deleted: 'Une page est supprimée',
      media_uploaded: 'Un fichier est téléversé',
      media_deleted: 'Un fichier est supprimé',
      merge_clashed: 'Des éditions sont en conflit et il faut trancher',
    },
    active: 'Actif',
    last: 'Dernier message',
    made: 'Le secret du webhook',
    madeText: 'Le destinataire s’en sert pour vérifier que les messages viennent d’ici.',
    log: {
      deliveries: 'Messages',
      noDeliveries: 'Rien n’a encore été envoyé.',
      sendAgain: 'Envoyer à nouveau',
      statuses: { delivered: 'Remis', failed: 'Échoué', pending: 'En route' },
    },
    test: 'Envoyer un test',
    deleteTitle: 'Supprimer « {{name}} » ?',
    deleteText: 'Plus rien n’y sera envoyé.',
    deleted: 'Webhook supprimé',
  },
};
