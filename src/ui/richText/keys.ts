import { type Editor, Extension } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import { Plugin } from '@tiptap/pm/state';
import { isInTable, selectedRect } from '@tiptap/pm/tables';
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

/**
 * Lets the arrow keys leave a table at the very beginning or end of the document, where there is no text beyond it for the
 * cursor to go to. Typing there starts a new paragraph.
 */
function leaveTable({ state, view }: Editor, to: 'up' | 'down'): boolean {
  if (!state.selection.empty || !isInTable(state) || !view.endOfTextblock(to)) return false;
  const { top, bottom, map, table, tableStart } = selectedRect(state);
  const isAtEdge = to === 'up' ? top === 0 : bottom === map.height;
  const $edge = state.doc.resolve(to === 'up' ? tableStart - 1 : tableStart - 1 + table.nodeSize);
  if (
    !isAtEdge ||
    (to === 'up' ? $edge.nodeBefore : $edge.nodeAfter) !== null ||
    !isLastOfCell(state.selection.$from, to)
  )
    return false;
  view.dispatch(state.tr.setSelection(new GapCursor($edge)).scrollIntoView());
  return true;
}

/** Whether the cell has nothing further in that direction. */
function isLastOfCell($position: Editor['state']['selection']['$from'], to: 'up' | 'down'): boolean {
  for (let depth = $position.depth - 1; depth > 0; depth--) {
    const index = $position.index(depth);
    const parent = $position.node(depth);
    if (index !== (to === 'up' ? 0 : parent.childCount - 1)) return false;
    if (/^table(?:Cell|Header)$/.test(parent.type.name)) return true;
  }
  return false;
}
