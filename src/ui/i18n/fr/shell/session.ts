import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  title: 'Connexion',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  logIn: 'Se connecter',
  forgot: 'Mot de passe oublié ?',
  or: 'ou',
  signInWith: 'Se connecter avec {{name}}',
  emergency: 'Utiliser le compte d’urgence',
  signedIn: 'Vous êtes connecté. Fermez cette fenêtre pour continuer.',
  logOut: 'Se déconnecter',
  wrong: 'L’adresse e-mail ou le mot de passe est faux.',
  expiredTitle: 'Reconnectez-vous',
  expired:
    'Votre session a pris fin. Rien de ce que vous avez écrit n’est perdu : connectez-vous pour reprendre où vous étiez.',
  setUpTitle: 'Bienvenue dans Quire',
  setUpText: 'Créez le premier compte d’administration. Vous pourrez ajouter d’autres personnes plus tard.',
  setUpToken: 'Code d’installation',
  setUpTokenHelp: 'Il a été affiché au démarrage du serveur.',
  yourName: 'Votre nom',
  passwordHelp: 'Au moins 8 caractères.',
  makeAdmin: 'Créer le compte et se connecter',
};
