import type { Messages } from '../../messages.ts';

export const shell: Messages['shell'] = {
  navigation: 'Navegación principal',
  openNavigation: 'Abrir la navegación',
  opening: 'Abriendo…',
  closeNavigation: 'Cerrar la navegación',
  home: 'Inicio',
  allTypes: 'Mostrar las {{count, number}}',
  fewerTypes: 'Mostrar menos',
  pages: 'Páginas',
  account: 'Cuenta propia',
  myself: 'Mi perfil',
  appearance: 'Aspecto',
  light: 'Claro',
  dark: 'Oscuro',
  automatic: 'Como el dispositivo',
  language: 'Idioma',
  viewSite: 'Ver el sitio',
  notFoundTitle: 'Aquí no hay nada',
  notFound: 'No hay ninguna pantalla en esta dirección.',
  toHome: 'Ir a la pantalla de inicio',
};
