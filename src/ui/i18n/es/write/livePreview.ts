import type { Messages } from '../../messages.ts';

export const livePreview: Messages['livePreview'] = {
  show: 'Vista previa',
  title: 'Vista previa',
  close: 'Cerrar la vista previa',
  width: 'Anchura de la vista previa',
  widths: { phone: 'Teléfono', tablet: 'Tableta', desktop: 'Ordenador' },
  plain: 'Textos e imágenes, sin el diseño del sitio. Quien administra el servidor puede conectar el sitio.',
  silentTitle: 'El sitio no ha respondido',
  silent:
    'Puede que falte la página de vista previa en {{origin}}, o que no se pueda contactar con el sitio. Lo que se escribe está a salvo.',
  showPlain: 'Mostrar la página sin el sitio',
};
