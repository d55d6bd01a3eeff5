import type { Messages } from '../../messages.ts';

export const preview: Messages['preview'] = {
  share: 'Vorschau teilen',
  text: 'Wer den Link hat, kann diese Seite lesen, wie sie jetzt ist, ob online oder nicht, und sonst nichts. Er lässt sich unter „Personen“ jederzeit beenden.',
  holds: 'Gültig für',
  times: { hour: 'eine Stunde', day: 'einen Tag', week: 'eine Woche', month: 'dreißig Tage' },
  make: 'Link erstellen',
  link: 'Der Link',
  open: 'In einem neuen Fenster öffnen',
  none: 'Diese Website kann noch keine Vorschauen zeigen. Wer den Server betreibt, kann das einrichten.',
  links: 'Vorschau-Links',
  whole: 'Alle Seiten',
  ofPage: 'Seite {{id}}',
  until: 'endet',
  end: 'Beenden',
  ended: 'Der Link funktioniert nicht mehr',
};
