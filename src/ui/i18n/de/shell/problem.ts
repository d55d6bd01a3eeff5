import type { Messages } from '../../messages.ts';

export const problem: Messages['problem'] = {
  title: 'Das hat nicht geklappt',
  offline: 'Quire ist nicht zu erreichen. Prüfen Sie die Verbindung; was Sie geschrieben haben, ist noch da.',
  unavailable: 'Quire antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
  unauthorized: 'Sie sind abgemeldet. Melden Sie sich wieder an, um weiterzumachen.',
  forbidden: 'Das dürfen Sie nicht. Wenden Sie sich an die Administration.',
  notFound: 'Das gibt es nicht mehr. Vielleicht hat es jemand gelöscht.',
  stale: 'Jemand anderes hat das inzwischen geändert. Laden Sie es neu und ändern Sie es dann noch einmal.',
  tooLarge: 'Das ist zu groß. Verkleinern Sie es und versuchen Sie es noch einmal.',
  tooMany: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es noch einmal.',
  full: 'Auf dem Server ist kein Platz mehr. Sagen Sie der Administration Bescheid.',
  unexpected:
    'Etwas ist schiefgegangen. Versuchen Sie es noch einmal; wenn es wieder geschieht, sagen Sie der Administration Bescheid.',
  notLoaded:
    'Dieser Teil der Seite konnte nicht geladen werden. Prüfen Sie die Verbindung, speichern Sie und laden Sie dann die Seite neu: Vielleicht ist Quire aktualisiert worden.',
  reload: 'Neu laden',
};
