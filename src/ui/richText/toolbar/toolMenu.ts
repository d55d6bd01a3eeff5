import type { Editor } from '@tiptap/core';
import type { ToolPlace } from './ToolButton.tsx';

/** A button of the bar that opens a menu. */
export interface ToolMenuProps {
  readonly editor: Editor;
  readonly place: ToolPlace;
  readonly disabled: boolean;
}
