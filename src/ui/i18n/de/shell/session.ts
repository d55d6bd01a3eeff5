import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  logIn: 'Anmelden',
  logOut: 'Abmelden',
  wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  expiredTitle: 'Noch einmal anmelden',
  expired:
    'Ihre Sitzung ist zu Ende. Was Sie geschrieben haben, ist noch da: Melden Sie sich an und machen Sie weiter.',
  setUpTitle: 'Willkommen bei Quire',
  setUpText: 'Legen Sie das erste Administrationskonto an. Andere Personen können Sie später hinzufügen.',
  setUpToken: 'Einrichtungscode',
  setUpTokenHelp: 'Er steht dort, wo der Server gestartet wurde.',
  yourName: 'Ihr Name',
  passwordHelp: 'Mindestens 8 Zeichen.',
  makeAdmin: 'Konto anlegen und anmelden',
  alreadySetUp: 'Es gibt schon ein Administrationskonto.',
};
