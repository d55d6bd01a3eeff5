import type { Extensions, JSONContent } from '@tiptap/core';
import type { Slice } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import type { EditorProps } from '@tiptap/pm/view';
import { type Editor, useEditor } from '@tiptap/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { InputHistory, SetOptions } from '../form/document.ts';
import { createDocumentCodec, type DocumentCodec } from './document/documentCodec.ts';
import { isDocument, type JsonNode } from './document/json.ts';

interface RichTextOptions {
  readonly value: unknown;
  onChange(value: JsonNode | null, options?: SetOptions): void;
  readonly history: InputHistory;
  readonly extensions: Extensions;
  readonly editorProps: EditorProps;
  readonly isEditable: boolean;
}

/** The value shown and the node it was read into. If the editor holds that node again, nothing has changed. */
interface ShownDocument {
  readonly keeper: DocumentCodec;
  readonly value: unknown;
  readonly node: Editor['state']['doc'];
  /** The value that was last reported to `onChange`. */
  reported: unknown;
}

const EMPTY: JsonNode = { type: 'doc' };

const toShownDocument = (keeper: DocumentCodec, value: unknown): ShownDocument => ({
  keeper,
  value,
  node: keeper.read(isDocument(value) ? value : EMPTY),
  reported: value,
});

/** Opens TipTap on a document: shows `value` and reports changes to it. */
export function useRichText(options: RichTextOptions): Editor {
  const { value, onChange, extensions, editorProps, isEditable, history } = options;
  const shown = useRef<ShownDocument | null>(null);
  const editor = useEditor({
    extensions,
    editorProps,
    editable: isEditable,
    // The content security policy forbids injected styles; our own style sheet replaces them.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    onBeforeCreate: ({ editor: created }) => {
      shown.current = toShownDocument(createDocumentCodec(created.schema), value);
      // TipTap accepts nodes as well as JSON, although its types do not say so.
      created.options.content = shown.current.node as unknown as JSONContent;
    },
    onUpdate: ({ editor: changed, transaction }) => {
      const next = documentIn(shown.current!, changed.state.doc);
      if (next === shown.current!.reported) return;
      shown.current!.reported = next;
      onChange(next, { isSeparate: !isTyping(transaction) });
    },
  });

  const restored = useSyncExternalStore(history.subscribe, history.restored);
  const seen = useRef(restored);
  useEffect(() => {
    const before = shown.current;
    const isRestored = seen.current !== restored;
    seen.current = restored;
    if (before === null || value === before.reported) return;
    // After saving, an equal value comes back as new objects.
    if (JSON.stringify(value) === JSON.stringify(before.reported)) before.reported = value;
    else {
      shown.current = toShownDocument(before.keeper, value);
      replaceDocument(editor, shown.current.node, isRestored);
    }
  }, [editor, value, restored]);

  useEffect(() => {
    editor.setEditable(isEditable, false);
  }, [editor, isEditable]);
  return editor;
}

function documentIn({ keeper, value, node }: ShownDocument, now: ShownDocument['node']): JsonNode | null {
  // Nobody has changed it, so the stored value is returned, whatever it was.
  if (now.eq(node)) return value as JsonNode | null;
  return isBlankDocument(now) ? null : keeper.write(now);
}

/** Whether a document is one empty paragraph. */
const isBlankDocument = ({ childCount, firstChild }: ShownDocument['node']): boolean =>
  childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.childCount === 0 && !firstChild.attrs['own'];

/** Replaces only the part that differs, so that the cursor stays in place; undo leads it there. */
function replaceDocument({ state, view }: Editor, node: ShownDocument['node'], isRestored: boolean): void {
  const { tr, doc } = state;
  const { attrs, content } = node;
  if (!doc.hasMarkup(doc.type, attrs)) tr.setDocAttribute('own', attrs['own']);
  const start = doc.content.findDiffStart(content);
  const end = doc.content.findDiffEnd(content);
  if (start !== null && end !== null) {
    // In repetitive text the two differences may overlap.
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    tr.replace(start, end.a + overlap, node.slice(start, end.b + overlap));
    const behind = Math.min(end.b + overlap, tr.doc.content.size);
    if (isRestored && view.hasFocus()) tr.setSelection(TextSelection.near(tr.doc.resolve(behind), -1)).scrollIntoView();
  }
  if (tr.docChanged) view.dispatch(tr.setMeta('preventUpdate', true));
}

/** Whether a change goes on with a word: letters were typed or deleted. Anything else is a step of its own in the history. */
const isTyping = ({ steps, docs }: Transaction): boolean =>
  steps.every((step, index) => {
    if (!(step instanceof ReplaceStep) || !isInText(step.slice)) return false;
    const added = step.slice.content.firstChild?.text ?? '';
    const before = docs[index]?.textBetween(Math.max(0, step.from - 1), step.from) ?? '';
    return !(/^\S/.test(added) && /^\s/.test(before));
  });

const isInText = ({ content, openStart, openEnd }: Slice): boolean =>
  openStart === 0 && openEnd === 0 && content.childCount <= 1 && content.firstChild?.isText !== false;
