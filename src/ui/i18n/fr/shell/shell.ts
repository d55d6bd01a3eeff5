import type { Messages } from '../../messages.ts';

export const shell: Messages['shell'] = {
  navigation: 'Navigation principale',
  openNavigation: 'Ouvrir la navigation',
  opening: 'Ouverture…',
  closeNavigation: 'Fermer la navigation',
  home: 'Accueil',
  allTypes: 'Afficher les {{count, number}}',
  fewerTypes: 'Afficher moins',
  pages: 'Pages',
  account: 'Votre compte',
  myself: 'Mon profil',
  appearance: 'Apparence',
  light: 'Claire',
  dark: 'Sombre',
  automatic: 'Comme l’appareil',
  language: 'Langue',
  viewSite: 'Voir le site',
  notFoundTitle: 'Rien ici',
  notFound: 'Il n’y a pas d’écran à cette adresse.',
  toHome: 'Aller à l’écran d’accueil',
};
