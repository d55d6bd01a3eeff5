import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { notifyError } from '../parts/dialog/notify.tsx';
import { cleanHtml } from '../richText/paste/cleanHtml.ts';
import { parseHtml, picturesIn } from '../richText/paste/clipboard.ts';
import type { RichTextSources } from '../richText/sources.ts';
import { insertText } from './insertText.ts';
import { pictureText } from './links.ts';
import { isInCode, type SyntaxRange } from './syntax.ts';
import { trackRange } from './viewUpdates.ts';

type PastingOptions = Pick<RichTextSources, 'uploadPicture'>;

/** Handles pasting and dropping: converts formatted text to Markdown, uploads pictures. */
export const markdownPasting = (options: PastingOptions): Extension =>
  EditorView.domEventHandlers({
    paste: ({ clipboardData }, view) =>
      canPaste(view.state, clipboardData) &&
      (pasteFilesInto(view, clipboardData, options) || pasteFormatted(view, clipboardData)),
    drop: ({ dataTransfer, clientX: x, clientY: y }, view) => {
      const files = picturesIn(dataTransfer);
      if (files.length === 0 || view.state.readOnly) return false;
      const at = view.posAtCoords({ x, y }) ?? view.state.selection.main.from;
      void insertFiles(view, { from: at, to: at }, files, options);
      return true;
    },
  });

/** Code is pasted as it is, into code and from an editor for code. */
const canPaste = (state: EditorState, data: DataTransfer | null): data is DataTransfer =>
  data !== null && !state.readOnly && !isInCode(state) && !data.types.includes('vscode-editor-data');

function pasteFilesInto(view: EditorView, data: DataTransfer, options: PastingOptions): boolean {
  const files = picturesIn(data);
  // Word puts a picture of the text on the clipboard as well.
  if (files.length === 0 || data.types.includes('text/html')) return false;
  void insertFiles(view, view.state.selection.main, files, options);
  return true;
}

async function insertFiles(
  view: EditorView,
  range: SyntaxRange,
  files: readonly File[],
  { uploadPicture }: PastingOptions,
): Promise<void> {
  const place = trackRange(view, range);
  const pictures: string[] = [];
  for (const file of files) {
    try {
      pictures.push(pictureText(await uploadPicture(file)));
    } catch (error) {
      notifyError(error);
    }
  }
  place.stop();
  if (pictures.length > 0) insertText(view, place.at(), pictures.join('\n\n'));
}

/** What plain text does not say. */
const FORMATTED = 'h2,h3,h4,h5,h6,b,strong,i,em,s,del,strike,code,pre,a,ul,ol,table,blockquote,img,hr,p ~ p';

function pasteFormatted(view: EditorView, data: DataTransfer): boolean {
  const html = cleanHtml(data.getData('text/html'), parseHtml);
  const { body } = parseHtml(html);
  if (body.querySelector(FORMATTED) === null) return false;
  const plain = data.getData('text/plain');
  void insertFormatted(view, { body, plain });
  return true;
}

interface PastedHtml {
  readonly body: HTMLElement;
  /** The same as plain text. */
  readonly plain: string;
}

async function insertFormatted(view: EditorView, { body, plain }: PastedHtml): Promise<void> {
  const place = trackRange(view, view.state.selection.main);
  let text = plain;
  try {
    const { htmlToMarkdown } = await import('./htmlToMarkdown.ts');
    text = htmlToMarkdown(body);
  } catch {
    // The converter may fail to load without a network; then the text is pasted as it is.
  }
  place.stop();
  insertText(view, place.at(), text);
}
