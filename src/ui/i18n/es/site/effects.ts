import type { LateMessages } from '../../messages.ts';

export const effects: LateMessages['effects'] = {
  title: 'Lo que hace {{name}}',
  open: 'Mostrar lo que ha hecho',
  log: {
    deliveries: 'Ejecuciones',
    noDeliveries: 'Todavía no se ha hecho nada.',
    sendAgain: 'Ejecutar de nuevo',
    statuses: { delivered: 'Listo', failed: 'Fallido', pending: 'En espera' },
  },
  failures: {
    threw: 'falló con un error',
    timeout: 'tardó demasiado',
    memory: 'usó demasiada memoria',
    ended: 'su proceso terminó',
    unsent: 'no se pudo empezar',
  },
  stopped: 'Detenido, porque fallaba una y otra vez',
  start: 'Reanudar',
};
