import type { LateMessages } from '../../messages.ts';

export const profile: LateMessages['profile'] = {
  title: 'Mein Profil',
  me: 'Ich',
  looks: 'Sprache und Darstellung',
  looksHelp: 'Sie gelten in jedem Browser, in dem Sie sich anmelden.',
  choosePicture: 'Bild wählen',
  removePicture: 'Entfernen',
  sessions: 'Sitzungen',
  sessionsHelp: 'Wo Sie angemeldet sind. Melden Sie Geräte ab, die Sie nicht mehr benutzen.',
  keys: 'Schlüssel',
  keysHelp:
    'Damit melden sich Programme an, die in Ihrem Namen arbeiten. Ein Schlüssel darf nie mehr als Sie selbst und endet mit Ihrem Konto.',
  newKey: 'Neuer Schlüssel',
  newKeyName: 'Wofür er ist',
  deleteKey: 'Schlüssel „{{name}}“ löschen?',
  deleteKeyText: 'Programme, die ihn benutzen, können sich nicht mehr anmelden.',
};
