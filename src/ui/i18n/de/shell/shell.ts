import type { Messages } from '../../messages.ts';

export const shell: Messages['shell'] = {
  navigation: 'Hauptnavigation',
  openNavigation: 'Navigation öffnen',
  opening: 'Wird geöffnet …',
  closeNavigation: 'Navigation schließen',
  home: 'Start',
  allTypes: 'Alle {{count, number}} zeigen',
  fewerTypes: 'Weniger zeigen',
  pages: 'Seiten',
  account: 'Ihr Konto',
  myself: 'Mein Profil',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  automatic: 'Wie auf dem Gerät',
  language: 'Sprache',
  viewSite: 'Website ansehen',
  notFoundTitle: 'Hier ist nichts',
  notFound: 'Unter dieser Adresse gibt es keine Ansicht.',
  toHome: 'Zur Startansicht',
};
