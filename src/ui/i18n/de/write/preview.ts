import type { Messages } from '../../messages.ts';

export const preview: Messages['preview'] = {
  share: 'Vorschau teilen',
  text: 'Wer den Link hat, kann diese Seite lesen, wie sie jetzt ist, ob online oder nicht, und sonst nichts. Er lässt sich jederzeit beenden, unter „Personen“.',
  holds: 'Er gilt',
  times: { hour: 'eine Stunde', day: 'einen Tag', week: 'eine Woche', month: 'dreißig Tage' },
  make: 'Link erstellen',
  link: 'Der Link',
  open: 'In einem neuen Fenster öffnen',
  none: 'Diese Website hat noch keine Seite, die Vorschauen zeigt. Wer den Server betreibt, kann eine angeben.',
  links: 'Links zu Vorschauen',
  whole: 'Alle Seiten',
  ofPage: 'Seite {{id}}',
  until: 'endet',
  end: 'Beenden',
  ended: 'Der Link öffnet nichts mehr',
};
