import type { FrameMessages } from '../../messages.ts';

export const frames: FrameMessages = {
  title: 'Erweiterungen',
  before: 'Vor „{{title}}“',
  after: 'Nach „{{title}}“',
  asks: 'Das fragt die Erweiterung „{{title}}“.',
  choose: 'Auswählen',
  silent: '„{{title}}“ kann gerade nicht angezeigt werden.',
  moved: '„{{title}}“ hat die eigene Seite verlassen und wurde angehalten.',
  flooding: '„{{title}}“ hat zu viel auf einmal gesendet und wurde angehalten.',
  thieving: '„{{title}}“ hat sich vorgedrängt, während Sie geschrieben haben, und wurde angehalten.',
  version: '„{{title}}“ ist für eine neuere Version von Quire gemacht.',
  retry: 'Neu laden',
};
