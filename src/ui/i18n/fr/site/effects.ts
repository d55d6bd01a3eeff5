import type { LateMessages } from '../../messages.ts';

export const effects: LateMessages['effects'] = {
  title: 'Ce que fait {{name}}',
  open: 'Afficher ce qui a été fait',
  log: {
    deliveries: 'Exécutions',
    noDeliveries: 'Rien n’a encore été fait.',
    sendAgain: 'Exécuter à nouveau',
    statuses: { delivered: 'Terminé', failed: 'Échoué', pending: 'En attente' },
  },
  failures: {
    threw: 'échec avec une erreur',
    timeout: 'cela a duré trop longtemps',
    memory: 'cela a pris trop de mémoire',
    ended: 'son processus s’est terminé',
    unsent: 'cela n’a pas pu commencer',
  },
  stopped: 'Arrêté après des échecs répétés',
  start: 'Relancer',
};
