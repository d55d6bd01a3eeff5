import { addFrameWords } from './addFrameWords.ts';
import { ForeignInput } from './ForeignInput.tsx';
import { PanelFrames } from './PanelFrames.tsx';
import { ScreenLines } from './ScreenLines.tsx';

/** Everything that shows extensions, with its words. */
export function prepareParts() {
  addFrameWords();
  return { ForeignInput, PanelFrames, ScreenLines };
}
