import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  sync: {
    now: 'Sincronizar ahora',
    done: 'Sincronizado',
    noneTitle: 'Sin servidor Git',
    none: 'El contenido se queda en este servidor. Quien lo administra puede conectar un servidor Git para que también trabaje en él el equipo de desarrollo.',
    states: {
      synced: 'Ambos lados son iguales',
      ahead: 'Los cambios hechos aquí aún no se han enviado',
      behind: 'Hay novedades en el servidor Git',
      diverged: 'Hay novedades en ambos lados; se están combinando',
      offline:
        'No se puede contactar con el servidor Git. Se puede seguir trabajando: los cambios se enviarán en cuanto responda.',
      clashed: 'Los mismos valores se han modificado en ambos lados',
    },
    ahead_one: '{{count, number}} cambio por enviar',
    ahead_other: '{{count, number}} cambios por enviar',
    behind_one: '{{count, number}} cambio por recibir',
    behind_other: '{{count, number}} cambios por recibir',
    remote: 'Dirección',
    lastFetch: 'Última comprobación',
    lastPush: 'Último envío',
    never: 'nunca',
    errorTitle: 'La última sincronización ha fallado',
    conflicts_one: '{{count, number}} archivo por decidir',
    conflicts_other: '{{count, number}} archivos por decidir',
    conflictsText:
      'En desarrollo se han modificado las mismas líneas en ambos lados. Lo de aquí se mantiene hasta que alguien decida.',
    clashesText:
      'Ambos lados han modificado estos valores de forma distinta. No se pierde nada: hay que elegir cuál conservar.',
    sides: { ours: 'Aquí', theirs: 'Allí' },
    take: { ours: 'Conservar lo de aquí', theirs: 'Usar lo de allí' },
    settled: 'Decidido',
  },
};
