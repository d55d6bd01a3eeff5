import type { LateMessages } from '../../messages.ts';

export const people: LateMessages['people'] = {
  new: 'Neue Person',
  you: '(Sie)',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  since: 'Dabei seit',
  may: {
    viewer: 'Sieht alles, ändert nichts.',
    editor: 'Schreibt und veröffentlicht Seiten, Medien, Menüs und Themen.',
    admin: 'Alles: auch Einstellungen, Typen, Personen und Schlüssel.',
  },
  password: 'Passwort',
  passwordHelp: 'Mindestens 8 Zeichen. Geben Sie es vertraulich weiter.',
  newPassword: 'Neues Passwort',
  newPasswordHelp: 'Leer lassen, um das bisherige zu behalten. Ein neues meldet die Person überall ab.',
  sessions: 'Angemeldet auf',
  noSessions: 'Zurzeit nirgends angemeldet.',
  device: '{{browser}} auf {{system}}',
  noDevice: 'Unbekanntes Gerät',
  thisSession: 'dieses hier',
  endSession: 'Abmelden',
  sessionEnded: 'Dort abgemeldet',
  deleteTitle: '{{name}} löschen?',
  deleteText: 'Diese Person wird abgemeldet und kann sich nicht mehr anmelden. Was sie geschrieben hat, bleibt.',
  deleted: 'Person gelöscht',
};
