import type { Messages } from '../../messages.ts';

export const livePreview: Messages['livePreview'] = {
  show: 'Vorschau',
  title: 'Vorschau',
  close: 'Vorschau schließen',
  width: 'Breite der Vorschau',
  widths: { phone: 'Telefon', tablet: 'Tablet', desktop: 'Computer' },
  plain: 'Ihre Texte und Bilder, ohne die Gestaltung der Website. Wer den Server betreibt, kann die Website verbinden.',
  silentTitle: 'Ihre Website hat nicht geantwortet',
  silent:
    'Die Vorschauseite unter {{origin}} fehlt vielleicht, oder die Website ist nicht erreichbar. Was Sie schreiben, ist sicher.',
  showPlain: 'Die Seite ohne die Website zeigen',
};
