import i18next from 'i18next';
import { frames as german } from '../i18n/de/shell/frames.ts';
import { frames as english } from '../i18n/en/shell/frames.ts';

/** Adds the words around frames to those of the interface: most sites have no frames, and do not wait for them. */
export function addFrameWords(): void {
  i18next.addResourceBundle('en', 'frames', english);
  i18next.addResourceBundle('de', 'frames', german);
}
