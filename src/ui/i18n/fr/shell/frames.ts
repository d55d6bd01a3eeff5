import type { FrameMessages } from '../../messages.ts';

export const frames: FrameMessages = {
  title: 'Extensions',
  before: 'Avant « {{title}} »',
  after: 'Après « {{title}} »',
  asks: 'Demandé par l’extension « {{title}} ».',
  choose: 'Choisir',
  silent: '« {{title}} » ne peut pas être affiché pour le moment.',
  moved: '« {{title}} » a quitté sa propre page et a été arrêté.',
  flooding: '« {{title}} » a trop envoyé d’un coup et a été arrêté.',
  thieving: '« {{title}} » a pris la place de l’endroit où vous écriviez et a été arrêté.',
  version: '« {{title}} » est fait pour une version plus récente de Quire.',
  retry: 'Recharger',
};
