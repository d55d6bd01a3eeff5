import { type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { insertsOf } from '../richText/blocks.ts';
import { LISTS, linkTools, MARK_TOOLS, MORE_MARKS, type Openers, type ToolbarTool } from '../richText/toolbar/tools.ts';
import { canInsertTable, insertTable } from './insertBlock.ts';
import { canLink, linkAt } from './links.ts';
import { canMark, hasMark, type MarkdownMark, toggleMark } from './marks.ts';
import { isInCode } from './syntax.ts';
import { isWrapped, toggleWrap, type WrapName } from './wraps.ts';

export type TextTool = ToolbarTool<EditorView>;

/** Actions that need the editor component. */
export interface TextOpeners {
  openLink(view: EditorView): void;
  insertPicture(view: EditorView): void;
}

type Face = Pick<TextTool, 'name' | 'icon' | 'label' | 'keys'>;

/** The name, icon and keys that a tool has in rich text. */
function faceOf(tools: readonly Face[], wanted: string): Face {
  const { name, icon, label, keys } = tools.find((tool) => tool.name === wanted)!;
  return { name, icon, label, ...(keys && { keys }) };
}

const MARK_NAMES: readonly MarkdownMark[] = ['bold', 'italic', 'strike', 'code'];
const WRAP_NAMES: readonly WrapName[] = ['bulletList', 'orderedList', 'blockquote'];

export const markTools: readonly TextTool[] = MARK_NAMES.map((name) => ({
  ...faceOf([...MARK_TOOLS, ...MORE_MARKS], name),
  isActive: ({ state }) => hasMark(state, name),
  isPossible: ({ state }) => canMark(state),
  run: focused(toggleMark(name)),
}));

export const wrapTools: readonly TextTool[] = WRAP_NAMES.map((name) => ({
  ...faceOf(LISTS, name),
  isActive: ({ state }) => isWrapped(state, name),
  isPossible: ({ state }) => !isInCode(state),
  run: focused(toggleWrap(name)),
}));

export function insertTools(openers: TextOpeners): readonly TextTool[] {
  const faces = [...linkTools(NOTHING), ...insertsOf(NOTHING)];
  return [
    {
      ...faceOf(faces, 'link'),
      isActive: ({ state }) => linkAt(state) !== undefined,
      isPossible: ({ state }) => canLink(state),
      run: openers.openLink,
    },
    { ...faceOf(faces, 'picture'), isPossible: ({ state }) => !isInCode(state), run: openers.insertPicture },
    {
      ...faceOf(faces, 'table'),
      isPossible: ({ state }) => canInsertTable(state),
      run: focused(insertTable),
    },
  ];
}

const nothing = (): void => undefined;
const NOTHING: Openers = { openLink: nothing, openSource: nothing, insertPicture: nothing };

/** Runs a command, and puts the focus into the text. */
export function focused(command: (view: EditorView) => boolean): (view: EditorView) => void {
  return (view) => {
    command(view);
    view.focus();
  };
}

/** The keys of tools. They come before those that the editor has for code. */
export const toolKeys = (tools: readonly TextTool[]): Extension =>
  Prec.high(
    keymap.of(
      tools.flatMap(({ keys, isPossible, run }) => {
        if (keys === undefined) return [];
        const press = (view: EditorView): boolean => {
          if (!view.state.readOnly && (isPossible?.(view) ?? true)) run(view);
          // The key is the editor's, though there may be nothing to do.
          return true;
        };
        return [{ key: keys.replaceAll('+', '-').toLowerCase(), run: press }];
      }),
    ),
  );
