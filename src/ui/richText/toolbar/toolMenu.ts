import type { Editor } from '@tiptap/core';
import type { ToolbarItemProps } from './ToolButton.tsx';

/** The props of a toolbar button that opens a menu. */
export interface ToolMenuProps<E = Editor> {
  readonly editor: E;
  readonly place: ToolbarItemProps;
}
