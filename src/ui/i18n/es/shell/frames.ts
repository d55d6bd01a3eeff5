import type { FrameMessages } from '../../messages.ts';

export const frames: FrameMessages = {
  title: 'Extensiones',
  before: 'Antes de «{{title}}»',
  after: 'Después de «{{title}}»',
  asks: 'Lo pregunta la extensión «{{title}}».',
  choose: 'Elegir',
  silent: '«{{title}}» no se puede mostrar por el momento.',
  moved: '«{{title}}» ha salido de su propia página y se ha detenido.',
  flooding: '«{{title}}» envió demasiado de una vez y se ha detenido.',
  thieving: '«{{title}}» ocupó el lugar donde se estaba escribiendo y se ha detenido.',
  version: '«{{title}}» está hecha para una versión más reciente de Quire.',
  retry: 'Volver a cargarla',
};
