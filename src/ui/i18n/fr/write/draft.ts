import type { Messages } from '../../messages.ts';

export const draft: Messages['draft'] = {
  publish: 'Publier',
  schedule: 'Enregistrer et planifier',
  save: 'Enregistrer le brouillon',
  keeping: { keeping: 'Sauvegarde…', kept: 'Sauvegardé', local: 'Sauvegardé dans ce navigateur seulement' },
  by: 'brouillon de {{author}}',
  goesLive: 'le brouillon sera en ligne',
  discard: 'Abandonner le brouillon',
  discardText:
    'Le brouillon disparaît pour toutes les personnes qui travaillent ici. Les visiteurs ne remarquent rien.',
  discarded: 'Brouillon abandonné. Ce qui est en ligne n’a pas changé.',
  publishNow: 'Publier maintenant',
  now: 'Maintenant',
  later: 'À une heure fixée',
  publishAt: 'Publier le',
  willPublish: 'Publication prévue le {{time}}. D’ici là, les visiteurs voient ce qu’ils voient maintenant.',
  scheduledFor: 'Mise en ligne',
  showDifferences: 'Afficher les différences',
  name: 'brouillon',
  restoredTitle: 'Votre travail non enregistré est toujours là',
  restored: 'Vous l’avez écrit sans l’enregistrer :',
  discardTyped: 'Abandonner les changements non enregistrés',
};
