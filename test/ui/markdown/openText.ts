import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand } from '@codemirror/state';

/** A text in which `‹` and `›` stand around what is selected, or `¦` where the cursor is. */
export function openText(marked: string): EditorState {
  const doc = marked.replace(/[‹›¦]/g, '');
  const anchor = marked.search(/[‹¦]/);
  const head = marked.includes('›') ? marked.indexOf('›') - 1 : anchor;
  return EditorState.create({ doc, selection: { anchor, head }, extensions: markdown({ base: markdownLanguage }) });
}

/** The text and its selection in the same manner. */
export function showText({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  if (main.empty) return `${text.slice(0, main.head)}¦${text.slice(main.head)}`;
  return `${text.slice(0, main.from)}‹${text.slice(main.from, main.to)}›${text.slice(main.to)}`;
}

/** What a command makes of a text. */
export function run(command: StateCommand, marked: string): string {
  let state = openText(marked);
  const dispatch: Parameters<StateCommand>[0]['dispatch'] = (transaction) => {
    state = transaction.state;
  };
  command({ state, dispatch });
  return showText(state);
}
