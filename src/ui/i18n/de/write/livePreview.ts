import type { Messages } from '../../messages.ts';

export const livePreview: Messages['livePreview'] = {
  show: 'Vorschau',
  title: 'Vorschau',
  close: 'Vorschau schließen',
  width: 'Breite der Vorschau',
  widths: { phone: 'Wie auf dem Telefon', tablet: 'Wie auf dem Tablet', desktop: 'Wie am Rechner' },
  plain: 'Was die Seite sagt, ohne das Aussehen der Website: Dieser Server kennt keine Website, die Vorschauen zeigt.',
};
