import type { TranslatedWords } from '../../../ui/i18n/joinWords.ts';
import type { words as en } from './screen.en.ts';

export const words: TranslatedWords<typeof en> = {
  redirects: {
    new: 'Nueva redirección',
    import: 'Añadir varias',
    importText:
      'Una redirección por línea: primero la dirección antigua, después la nueva. Para una temporal, añadir 302 al final de la línea.',
    lines: 'Redirecciones',
    badLines: 'Estas líneas no son redirecciones: {{lines}}',
    importMany_one: 'Añadir {{count, number}} redirección',
    importMany_other: 'Añadir {{count, number}} redirecciones',
    imported_one: '{{count, number}} redirección añadida; {{skipped}} ya existían',
    imported_other: '{{count, number}} redirecciones añadidas; {{skipped}} ya existían',
    search: 'Buscar direcciones',
    emptyTitle: 'Aún no hay redirecciones',
    empty:
      'Una redirección lleva a los visitantes de una dirección antigua a una nueva. Las páginas que se mueven reciben la suya automáticamente.',
    noneFound: 'Ninguna redirección coincide',
    from: 'Desde',
    fromHelp: 'La dirección antigua, por ejemplo /pagina-antigua.',
    to: 'Hacia',
    toHelp: 'Una dirección de este sitio, por ejemplo /pagina-nueva, o de otro.',
    kind: 'Clase',
    short: { code301: 'Permanente', code302: 'Temporal', code307: 'Temporal', code308: 'Permanente' },
    long: {
      code301: 'Permanente (301): los buscadores pasan a la dirección nueva',
      code302: 'Temporal (302): los buscadores conservan la dirección antigua',
      code308: 'Permanente, también para formularios (308)',
      code307: 'Temporal, también para formularios (307)',
    },
    active: 'Activa',
    deleteTitle: '¿Eliminar esta redirección?',
    deleteText: 'Quien visite {{name}} no encontrará nada allí.',
    deleted: 'Redirección eliminada',
  },
};
