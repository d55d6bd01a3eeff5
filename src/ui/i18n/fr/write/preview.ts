import type { Messages } from '../../messages.ts';

export const preview: Messages['preview'] = {
  share: 'Partager un aperçu',
  text: 'Toute personne qui a le lien peut lire cette page telle qu’elle est maintenant, en ligne ou non, et rien d’autre. Le lien peut être désactivé à tout moment sous « Personnes ».',
  holds: 'Valable pendant',
  times: { hour: 'une heure', day: 'un jour', week: 'une semaine', month: 'trente jours' },
  make: 'Créer le lien',
  link: 'Le lien',
  open: 'Ouvrir dans un nouvel onglet',
  noneTitle: 'Les aperçus ne peuvent pas encore être partagés',
  none: 'Aucun site n’est encore connecté à ce Quire : un lien ne pourrait donc rien montrer. La personne qui exploite le serveur peut en connecter un (PREVIEW_URL).',
  noToken:
    'L’adresse de la page d’aperçu n’a pas de place pour un jeton : le site ne pourrait donc rien montrer qui ne soit en ligne. La personne qui exploite le serveur peut ajouter {token} à PREVIEW_URL.',
  links: 'Liens d’aperçu',
  whole: 'Toutes les pages',
  ofPage: 'Page {{id}}',
  until: 'prend fin',
  end: 'Désactiver',
  ended: 'Le lien ne fonctionne plus',
};
