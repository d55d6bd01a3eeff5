import type { LateMessages } from '../../messages.ts';

export const extensions: LateMessages['extensions'] = {
  emptyTitle: 'Aucune extension',
  empty:
    'Les extensions ajoutent des règles, des genres de champs, des panneaux et plus encore. La personne qui exploite ce serveur les ajoute : créez-en une avec la commande ci-dessous, nommez-la dans quire.config.ts, donnez à QUIRE_CONFIG le chemin de ce fichier, et redémarrez le serveur.',
  hash: 'Empreinte',
  hosts: 'Interroge : {{hosts}}',
  secrets: 'Lit ces secrets du serveur : {{secrets}}',
  writes: {
    changes: 'Propose des éditions sous forme de modifications, que des personnes publient',
    live: 'Écrit dans ce qui est en ligne',
  },
  nothing: 'Lit seulement le contenu',
  works: 'Fonctionne sans échec depuis le démarrage.',
  stopped: 'Ce qu’elle fait après les événements est arrêté : {{reason}}',
  off: 'Désactivé : {{part}}. Depuis',
  offText: 'Trop d’échecs de suite. L’appel reprendra après le prochain démarrage.',
  failed_one: 'Un échec : {{part}}. Le dernier',
  failed_other: '{{count, number}} échecs : {{part}}. Le dernier',
};
