import type { Messages } from '../../messages.ts';

export const preview: Messages['preview'] = {
  share: 'Vorschau teilen',
  text: 'Wer den Link hat, kann diese Seite lesen, wie sie jetzt ist, ob online oder nicht, und sonst nichts. Er lässt sich unter „Personen“ jederzeit beenden.',
  holds: 'Gültig für',
  times: { hour: 'eine Stunde', day: 'einen Tag', week: 'eine Woche', month: 'dreißig Tage' },
  make: 'Link erstellen',
  link: 'Der Link',
  open: 'In neuem Tab öffnen',
  noneTitle: 'Vorschauen lassen sich noch nicht teilen',
  none: 'Mit diesem Quire ist noch keine Website verbunden: Ein Link hätte nichts zu zeigen. Wer den Server betreibt, kann eine verbinden (PREVIEW_URL).',
  noToken:
    'In der Adresse der Vorschauseite fehlt der Platz für einen Schlüssel: Die Website könnte nichts zeigen, was nicht online ist. Wer den Server betreibt, kann {token} in PREVIEW_URL ergänzen.',
  links: 'Vorschau-Links',
  whole: 'Alle Seiten',
  ofPage: 'Seite {{id}}',
  until: 'endet',
  end: 'Beenden',
  ended: 'Der Link funktioniert nicht mehr',
};
