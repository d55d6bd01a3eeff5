import { type Editor, Extension, type Range } from '@tiptap/core';
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from '@tiptap/suggestion';
import type { BlockCommand } from '../blocks.ts';

/** The callbacks of the menu that a slash opens. */
export interface Slash {
  show(props: SuggestionProps<BlockCommand, BlockCommand> | null): void;
  /** Returns whether the menu has handled the key. */
  press(key: SuggestionKeyDownProps): boolean;
  /** The blocks that match what was typed. */
  find(query: string): readonly BlockCommand[];
}

/** Opens a menu of blocks when a slash is typed at the beginning of a word. */
export const slashMenu = (slash: Slash) =>
  Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      return [
        Suggestion<BlockCommand, BlockCommand>({
          editor: this.editor,
          char: '/',
          items: ({ query }) => [...slash.find(query)],
          allow: ({ state, range }) => !state.doc.resolve(range.from).parent.type.spec.code,
          command: ({ editor, range, props }) => runBlock(editor, range, props),
          render: () => ({
            onStart: slash.show,
            onUpdate: slash.show,
            onExit: () => slash.show(null),
            onKeyDown: slash.press,
          }),
        }),
      ];
    },
  });

function runBlock(editor: Editor, range: Range, block: BlockCommand): void {
  editor.chain().focus().deleteRange(range).run();
  block.run(editor);
}
