import type { CSSProperties } from 'react';
import type { Page } from '../../../wire/interface.ts';

/** The props of a frame that shows a page. */
export interface FrameProps {
  /** Undefined until it is loaded. */
  readonly page: Page | undefined;
  /** The path in the page of the value that is being edited. */
  readonly focus: readonly string[] | undefined;
  readonly style: CSSProperties;
  onClicked(path: readonly string[]): void;
}
