export { addFrameWords } from './addFrameWords.ts';
export { ForeignInput } from './ForeignInput.tsx';
export { PanelFrames } from './PanelFrames.tsx';
export { ScreenFrame } from './ScreenFrame.tsx';
export { ScreenLines } from './ScreenLines.tsx';
