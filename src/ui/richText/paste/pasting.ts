import { type Editor, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { cleanHtml } from './cleanHtml.ts';
import { parseHtml, picturesIn } from './clipboard.ts';
import { isMarkdown } from './isMarkdown.ts';

interface PastingOptions {
  /** Uploads and inserts pictures that are pasted, or dropped at a position. */
  insertFiles(files: readonly File[], position: number): void;
}

/** Handles pasting and dropping: cleans HTML, converts Markdown, uploads pictures. */
export const pasting = ({ insertFiles }: PastingOptions) =>
  Extension.create({
    name: 'pasting',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => cleanHtml(html, parseHtml),
            handlePaste: (view, event) =>
              pasteFiles(view, event.clipboardData, insertFiles) || pasteMarkdown(editor, event.clipboardData),
            handleDrop: (view, event, _slice, isMoved) => !isMoved && dropFiles(view, event, insertFiles),
          },
        }),
      ];
    },
  });

function pasteFiles(view: EditorView, data: DataTransfer | null, insert: PastingOptions['insertFiles']): boolean {
  const files = picturesIn(data);
  // Word puts a picture of the text on the clipboard as well.
  if (files.length === 0 || data?.types.includes('text/html')) return false;
  insert(files, view.state.selection.from);
  return true;
}

function dropFiles(view: EditorView, event: DragEvent, insert: PastingOptions['insertFiles']): boolean {
  const files = picturesIn(event.dataTransfer);
  if (files.length === 0) return false;
  event.preventDefault();
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
  insert(files, at?.pos ?? view.state.selection.from);
  return true;
}

function pasteMarkdown(editor: Editor, data: DataTransfer | null): boolean {
  const text = data?.getData('text/plain') ?? '';
  if (data?.types.includes('text/html') || editor.isActive('codeBlock') || !isMarkdown(text)) return false;
  void insertMarkdown(editor, text);
  return true;
}

async function insertMarkdown(editor: Editor, text: string): Promise<void> {
  try {
    const { markdownToHtml } = await import('./markdownToHtml.ts');
    editor.view.pasteHTML(markdownToHtml(text));
  } catch {
    // The converter may fail to load without a network; then the text is pasted as it is.
    editor.view.pasteText(text);
  }
}
