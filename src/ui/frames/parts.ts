import i18next from 'i18next';
import { frames as german } from '../i18n/de/shell/frames.ts';
import { frames as english } from '../i18n/en/shell/frames.ts';
import { frames as spanish } from '../i18n/es/shell/frames.ts';
import { frames as french } from '../i18n/fr/shell/frames.ts';
import { ForeignInput } from './ForeignInput.tsx';
import { PanelFrames } from './PanelFrames.tsx';
import { ScreenLines } from './ScreenLines.tsx';

/** Everything that shows extensions, with its words. */
export function prepareParts() {
  addFrameWords();
  return { ForeignInput, PanelFrames, ScreenLines };
}

/** Adds the words around frames to those of the interface: most sites have no frames, and do not wait for them. */
function addFrameWords(): void {
  i18next.addResourceBundle('en', 'frames', english);
  i18next.addResourceBundle('de', 'frames', german);
  i18next.addResourceBundle('es', 'frames', spanish);
  i18next.addResourceBundle('fr', 'frames', french);
}
