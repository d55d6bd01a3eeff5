import type { CSSProperties } from 'react';
import type { Page } from '../../../wire/interface.ts';

/** What a frame is given that shows a page. */
export interface FrameProps {
  /** Undefined until there is one. */
  readonly page: Page | undefined;
  /** The value that is being written, as the page has it. */
  readonly focus: readonly string[] | undefined;
  readonly style: CSSProperties;
  onClicked(path: readonly string[]): void;
}
