import type { LateMessages } from '../../messages.ts';

export const keys: LateMessages['keys'] = {
  new: 'Neuer Schlüssel',
  emptyTitle: 'Noch keine Schlüssel',
  empty:
    'Ein Schlüssel gibt einem Programm Zugang: einer Website, die Entwürfe zeigt, einem Import, einem Assistenten.',
  nameHelp: 'Wofür er ist, damit Sie ihn später wiedererkennen.',
  begins: 'Beginnt mit',
  may: 'Was er darf',
  rights: { read: 'Lesen', write: 'Lesen und schreiben', all: 'Alles' },
  rightsHelp: {
    read: 'Sieht alles, ändert nichts.',
    write: 'Schreibt auch Seiten, Medien, Menüs und Themen.',
    all: 'Auch Einstellungen, Typen, Personen und Schlüssel.',
  },
  lastUsed: 'Zuletzt benutzt',
  expires: 'Läuft ab',
  never: 'nie',
  spans: { never: 'Nie', keep: 'Wie bisher', days30: 'In 30 Tagen', days90: 'In 90 Tagen', days365: 'In einem Jahr' },
  made: 'Der Schlüssel für „{{name}}“',
  madeText: 'Tragen Sie ihn jetzt im Programm ein.',
  deleteTitle: 'Den Schlüssel „{{name}}“ löschen?',
  deleteText: 'Programme, die ihn benutzen, verlieren ihren Zugang.',
  deleted: 'Schlüssel gelöscht',
};
