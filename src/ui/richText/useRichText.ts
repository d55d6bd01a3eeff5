import type { Extensions, JSONContent } from '@tiptap/core';
import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { isDocument, type JsonNode } from './document/json.ts';
import { createKeeper, type Keeper } from './document/keeper.ts';

interface RichTextOptions {
  readonly value: unknown;
  onChange(value: JsonNode | null): void;
  readonly extensions: Extensions;
  readonly editorProps: EditorProps;
  readonly isEditable: boolean;
}

/** What the editor shows, and the node it was read into: where that comes back, nothing has been changed. */
interface Shown {
  readonly keeper: Keeper;
  readonly value: unknown;
  readonly node: Editor['state']['doc'];
  /** What was told last. */
  told: unknown;
}

const EMPTY: JsonNode = { type: 'doc' };

const show = (keeper: Keeper, value: unknown): Shown => ({
  keeper,
  value,
  node: keeper.read(isDocument(value) ? value : EMPTY),
  told: value,
});

/** TipTap on a document of the contract: shows `value` and reports changes to it. */
export function useRichText({ value, onChange, extensions, editorProps, isEditable }: RichTextOptions): Editor {
  const shown = useRef<Shown | null>(null);
  const editor = useEditor({
    extensions,
    editorProps,
    editable: isEditable,
    // The policy of the page and our own sheet say how it looks.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onBeforeCreate: ({ editor: created }) => {
      shown.current = show(createKeeper(created.schema), value);
      // TipTap takes nodes as well as JSON, which its type does not say.
      created.options.content = shown.current.node as unknown as JSONContent;
    },
    onUpdate: ({ editor: changed }) => {
      const next = documentIn(shown.current!, changed.state.doc);
      if (next === shown.current!.told) return;
      shown.current!.told = next;
      onChange(next);
    },
  });

  useEffect(() => {
    const before = shown.current;
    if (before === null || value === before.told) return;
    // What has been saved comes back in other objects.
    if (JSON.stringify(value) === JSON.stringify(before.told)) before.told = value;
    else {
      shown.current = show(before.keeper, value);
      replaceDocument(editor, shown.current.node);
    }
  }, [editor, value]);

  useEffect(() => {
    editor.setEditable(isEditable, false);
  }, [editor, isEditable]);
  return editor;
}

function documentIn({ keeper, value, node }: Shown, now: Shown['node']): JsonNode | null {
  // Whatever it was: nobody has changed it.
  if (now.eq(node)) return value as JsonNode | null;
  return saysNothing(now) ? null : keeper.write(now);
}

/** One paragraph that nothing was written into. */
const saysNothing = ({ childCount, firstChild }: Shown['node']): boolean =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0 && !firstChild.attrs['own'];

/** Only what differs is replaced: the cursor stays where it is. */
function replaceDocument({ state, view }: Editor, node: Shown['node']): void {
  const { tr, doc } = state;
  const { attrs, content } = node;
  if (!doc.hasMarkup(doc.type, attrs)) tr.setDocAttribute('own', attrs['own']);
  const start = doc.content.findDiffStart(content);
  const end = doc.content.findDiffEnd(content);
  if (start !== null && end !== null) {
    // Where text repeats, both ends may overlap.
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    tr.replace(start, end.a + overlap, node.slice(start, end.b + overlap));
  }
  if (tr.docChanged) view.dispatch(tr.setMeta('preventUpdate', true).setMeta('addToHistory', false));
}
