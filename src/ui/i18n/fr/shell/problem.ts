import type { Messages } from '../../messages.ts';

export const problem: Messages['problem'] = {
  title: 'Cela n’a pas fonctionné',
  offline: 'Quire est injoignable. Vérifiez votre connexion ; ce que vous avez écrit est toujours là.',
  unavailable: 'Quire ne répond pas actuellement. Réessayez dans un instant.',
  unauthorized: 'Vous avez été déconnecté. Reconnectez-vous pour continuer.',
  forbidden: 'Vous n’avez pas le droit de faire cela. Demandez à un administrateur.',
  notFound: 'Cela n’existe plus. C’est peut-être supprimé.',
  stale: 'Quelqu’un l’a modifié entre-temps. Rechargez, puis refaites votre changement.',
  tooLarge: 'C’est trop grand. Réduisez-le et réessayez.',
  tooMany: 'Trop de tentatives. Attendez une minute et réessayez.',
  full: 'Le serveur n’a plus de place. Prévenez un administrateur.',
  unexpected: 'Une erreur s’est produite. Réessayez ; si elle se répète, prévenez un administrateur.',
  notLoaded:
    'Cette partie de la page n’a pas pu être chargée. Vérifiez votre connexion, enregistrez votre travail, puis rechargez la page : Quire a peut-être été mis à jour.',
  reload: 'Recharger',
};
