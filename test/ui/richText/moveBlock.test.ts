import { type Editor, getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import { moveBlock } from '../../../src/ui/richText/block/moveBlock.ts';
import { documentExtensions } from '../../../src/ui/richText/document/extensions.ts';

const schema = getSchema(documentExtensions());
const paragraphs = (...texts: readonly string[]): Node =>
  schema.node(
    'doc',
    null,
    texts.map((text) => schema.node('paragraph', null, [schema.text(text)])),
  );

/** Moves the block at a position while the cursor is elsewhere. @returns the texts and the one with the cursor */
function moved(cursor: number, position: number, by: -1 | 1) {
  const doc = paragraphs('one', 'two', 'three');
  let state = EditorState.create({ doc, selection: TextSelection.create(doc, cursor) });
  const view = {
    dispatch: (tr: Transaction) => {
      state = state.apply(tr);
    },
  };
  moveBlock({ state, view } as unknown as Editor, { node: doc.nodeAt(position)!, position }, by);
  const texts = state.doc.content.content.map(({ textContent }) => textContent);
  return [texts, state.selection.$from.parent.textContent];
}

it('takes the cursor along in the block that is moved', () => {
  expect(moved(7, 5, -1)).toEqual([['two', 'one', 'three'], 'two']);
  expect(moved(7, 5, 1)).toEqual([['one', 'three', 'two'], 'two']);
});

it('leaves the cursor in its text where another block is moved', () => {
  expect(moved(1, 10, -1)).toEqual([['one', 'three', 'two'], 'one']);
  expect(moved(7, 10, -1)).toEqual([['one', 'three', 'two'], 'two']);
  expect(moved(12, 0, 1)).toEqual([['two', 'one', 'three'], 'three']);
});
