import type { LateMessages } from '../../messages.ts';

export const keys: LateMessages['keys'] = {
  new: 'Nouvelle clé',
  emptyTitle: 'Aucune clé pour le moment',
  empty: 'Une clé donne accès à un programme : un site qui montre des brouillons, un importateur, un assistant.',
  nameHelp: 'À quoi elle sert, pour la reconnaître plus tard.',
  begins: 'Commence par',
  may: 'Ce qu’elle peut faire',
  rights: { read: 'Lire', write: 'Lire et écrire', all: 'Tout' },
  rightsHelp: {
    read: 'Voit tout, ne change rien.',
    write: 'Écrit aussi pages, médias, menus et thèmes.',
    all: 'Aussi réglages, types, personnes et clés.',
  },
  lastUsed: 'Dernière utilisation',
  expires: 'Expire',
  never: 'jamais',
  spans: {
    never: 'Jamais',
    keep: 'Ne pas changer',
    days30: 'Dans 30 jours',
    days90: 'Dans 90 jours',
    days365: 'Dans un an',
  },
  made: 'La clé pour « {{name}} »',
  madeText: 'Saisissez-la maintenant dans le programme.',
  deleteTitle: 'Supprimer la clé « {{name}} » ?',
  deleteText: 'Les programmes qui l’utilisent perdent leur accès.',
  deleted: 'Clé supprimée',
};
