import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { leaveTable } from './block/leaveTable.ts';
import { blockAtSelection, moveBlock } from './block/moveBlock.ts';

/** What shortcuts open outside the text. */
export interface KeyTargets {
  openLink(): void;
  focusToolbar(): void;
}

/** The keyboard shortcuts of the editor beyond those of the schema. */
export const editorKeys = (targets: KeyTargets) =>
  Extension.create({
    name: 'editorKeys',
    // Before tables and lists, which handle Tab.
    priority: 1000,
    addKeyboardShortcuts() {
      const move = (by: -1 | 1) => (): boolean => {
        const block = blockAtSelection(this.editor);
        return block !== undefined && moveBlock(this.editor, block, by);
      };
      const leave = (to: 'up' | 'down') => (): boolean => leaveTable(this.editor, to);
      return {
        'Mod-k': () => {
          targets.openLink();
          return true;
        },
        'Alt-F10': () => {
          targets.focusToolbar();
          return true;
        },
        'Alt-ArrowUp': move(-1),
        'Alt-ArrowDown': move(1),
        ArrowUp: leave('up'),
        ArrowDown: leave('down'),
      };
    },
    addProseMirrorPlugins: () => [cursorFirst(), wayOut()],
  });

/**
 * Reads where the cursor is before a key acts there. The browser tells it late: where End and Enter are pressed quickly one
 * after the other, Enter would replace what was selected before.
 */
const cursorFirst = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        keydown: ({ dom }, { isComposing }) => {
          if (!isComposing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
          return false;
        },
      },
    },
  });

/** After Escape, Tab leaves the text, even in lists and tables, where it has another meaning. */
function wayOut(): Plugin {
  let isLeaving = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        // Returning true leaves the key to the browser, which moves the focus.
        keydown: (_view, { key }) => {
          if (key === 'Tab') return isLeaving;
          if (key !== 'Shift') isLeaving = key === 'Escape';
          return false;
        },
        blur: () => {
          isLeaving = false;
        },
      },
    },
  });
}
