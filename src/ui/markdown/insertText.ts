import { Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { textStart } from './lines.ts';
import type { SyntaxRange } from './syntax.ts';

/** Inserts Markdown, as a step of its own, with the cursor behind it. Several blocks are kept apart from the text around them. */
export function insertText(view: EditorView, { from, to }: SyntaxRange, text: string): void {
  const { doc } = view.state;
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const isBlock = text.includes('\n');
  const before = isBlock && from > textStart(first) ? '\n\n' : '';
  const after = isBlock && doc.sliceString(to, last.to).trim() !== '' ? '\n\n' : '';
  // A text with Windows line endings would take a bare line feed for a letter.
  const insert = Text.of(`${before}${text}${after}`.split('\n'));
  const anchor = from + insert.length - after.length;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
  view.focus();
}
