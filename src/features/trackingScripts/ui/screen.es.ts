import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  trackingScripts: {
    new: 'Nuevo script',
    emptyTitle: 'Aún no hay scripts',
    empty:
      'Un script es código de otro servicio, por ejemplo para contar visitas o mostrar un chat. El sitio lo añade a sus páginas.',
    code: 'Código',
    codeHelp:
      'Pegarlo exactamente como lo entrega el servicio. Puede hacer cualquier cosa en las páginas: usar solo código de confianza.',
    where: 'Dónde',
    everywhere: 'En todas las páginas',
    onSome: 'En algunas páginas',
    onPages_one: 'En {{count, number}} página',
    onPages_other: 'En {{count, number}} páginas',
    pages: 'Páginas',
    pagesHelp: 'Sus direcciones, por ejemplo visita/como-llegar. Con Intro se añade una.',
    position: 'Posición en la página',
    positions: { head: 'Al principio', body: 'Al final' },
    priority: 'Orden',
    priorityHelp: 'Los números menores van primero.',
    active: 'Activo',
    deleteTitle: '¿Eliminar «{{name}}»?',
    deleteText: 'El sitio dejará de cargarlo.',
    deleted: 'Script eliminado',
  },
};
