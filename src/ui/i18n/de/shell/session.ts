import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  logIn: 'Anmelden',
  forgot: 'Passwort vergessen?',
  or: 'oder',
  signInWith: 'Mit {{name}} anmelden',
  emergency: 'Notfallkonto benutzen',
  signedIn: 'Sie sind angemeldet. Schließen Sie dieses Fenster, um weiterzumachen.',
  logOut: 'Abmelden',
  wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  expiredTitle: 'Erneut anmelden',
  expired:
    'Ihre Sitzung ist abgelaufen. Was Sie geschrieben haben, ist noch da: Melden Sie sich an und machen Sie weiter.',
  setUpTitle: 'Willkommen bei Quire',
  setUpText: 'Legen Sie das erste Administrationskonto an. Andere Personen können Sie später hinzufügen.',
  setUpToken: 'Einrichtungscode',
  setUpTokenHelp: 'Er wurde beim Start des Servers ausgegeben.',
  yourName: 'Ihr Name',
  passwordHelp: 'Mindestens 8 Zeichen.',
  makeAdmin: 'Konto anlegen und anmelden',
};
