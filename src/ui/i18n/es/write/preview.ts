import type { Messages } from '../../messages.ts';

export const preview: Messages['preview'] = {
  share: 'Compartir una vista previa',
  text: 'Quien tenga el enlace puede leer esta página como es ahora, publicada o no, y nada más. El enlace se puede terminar en cualquier momento en «Personas».',
  holds: 'Válido durante',
  times: { hour: 'una hora', day: 'un día', week: 'una semana', month: 'treinta días' },
  make: 'Crear el enlace',
  link: 'El enlace',
  open: 'Abrir en una pestaña nueva',
  noneTitle: 'Aún no se pueden compartir vistas previas',
  none: 'Aún no hay ningún sitio conectado a este Quire, así que un enlace no podría mostrar nada. Quien administra el servidor puede conectar uno (PREVIEW_URL).',
  noToken:
    'La dirección de la página de vista previa no tiene lugar para un token, así que el sitio no podría mostrar nada sin publicar. Quien administra el servidor puede añadir {token} a PREVIEW_URL.',
  links: 'Enlaces de vista previa',
  whole: 'Todas las páginas',
  ofPage: 'Página {{id}}',
  until: 'termina',
  end: 'Terminar',
  ended: 'El enlace ya no funciona',
};
