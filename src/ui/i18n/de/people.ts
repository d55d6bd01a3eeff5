import type { Messages } from '../messages.ts';

export const people: Messages['people'] = {
  title: 'Personen',
  new: 'Neue Person',
  you: '(Sie)',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  since: 'Dabei seit',
  roles: { viewer: 'Lesend', editor: 'Redaktion', admin: 'Verwaltung' },
  may: {
    viewer: 'Sieht alles, ändert nichts.',
    editor: 'Schreibt und veröffentlicht Seiten, Medien, Menüs und Themen.',
    admin: 'Alles: auch Einstellungen, Typen, Personen und Schlüssel.',
  },
  password: 'Passwort',
  passwordHelp: 'Mindestens 8 Zeichen. Geben Sie es weiter, wo niemand sonst es liest.',
  newPassword: 'Neues Passwort',
  newPasswordHelp: 'Bleibt es leer, gilt das bisherige weiter. Ein neues meldet die Person überall ab.',
  deleteTitle: '{{name}} löschen?',
  deleteText: 'Diese Person wird abgemeldet und kann sich nicht mehr anmelden. Was sie geschrieben hat, bleibt.',
  deleted: 'Person gelöscht',
};
