import type { LateMessages } from '../../messages.ts';

export const effects: LateMessages['effects'] = {
  title: 'Was {{name}} tut',
  open: 'Zeigen, was sie getan hat',
  log: {
    deliveries: 'Läufe',
    noDeliveries: 'Es wurde noch nichts getan.',
    sendAgain: 'Noch einmal ausführen',
    statuses: { delivered: 'Erledigt', failed: 'Fehlgeschlagen', pending: 'Wartet' },
  },
  failures: {
    threw: 'Der Lauf endete mit einem Fehler',
    timeout: 'Der Lauf dauerte zu lange',
    memory: 'Der Lauf brauchte zu viel Speicher',
    ended: 'Der Prozess des Laufs endete',
    unsent: 'Der Lauf konnte nicht begonnen werden',
  },
  stopped: 'Angehalten, weil zu viel fehlschlug',
  start: 'Wieder starten',
};
