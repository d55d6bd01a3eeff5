import type { EditorView } from '@codemirror/view';
import { IconH1 } from '@tabler/icons-react';
import { memo, type RefObject, useMemo, useSyncExternalStore } from 'react';
import type { InputHistory } from '../form/document.ts';
import { BLOCK_KINDS } from '../richText/blocks.ts';
import { Bar, readTools, type ToolbarPart, type ToolStates } from '../richText/toolbar/Bar.tsx';
import { KindButton } from '../richText/toolbar/KindButton.tsx';
import type { ToolMenuProps } from '../richText/toolbar/toolMenu.ts';
import { historyTools } from '../richText/toolbar/tools.ts';
import { type KindName, kindAt, setKind } from './kinds.ts';
import { focused, markTools, type TextTool, wrapTools } from './tools.ts';
import { useViewState } from './viewUpdates.ts';

interface MarkdownToolbarProps {
  readonly view: EditorView;
  readonly inserts: readonly TextTool[];
  readonly history: InputHistory;
  /** The id of the text. */
  readonly controls: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** The toolbar of Markdown: that of rich text, with what Markdown can say. */
export const MarkdownToolbar = memo(function MarkdownToolbar(props: MarkdownToolbarProps) {
  const { view, inserts, history, controls, ref } = props;
  const groups = useMemo(
    (): readonly (readonly ToolbarPart<EditorView>[])[] => [
      [{ name: 'kind', Menu: MarkdownKindMenu }],
      markTools,
      wrapTools,
      inserts,
      historyTools(history),
    ],
    [inserts, history],
  );
  const read = (): string => JSON.stringify(readTools(view, groups.flat()));
  // Whether there is something to undo changes without the editor.
  useSyncExternalStore(history.subscribe, read);
  const states = JSON.parse(useViewState(view, read)) as ToolStates;
  return <Bar {...{ groups, states, controls, ref }} editor={view} />;
});

const HEADING_1: (typeof BLOCK_KINDS)[number] = {
  ...BLOCK_KINDS.find(({ name }) => name === 'heading2')!,
  name: 'heading1',
  icon: IconH1,
  label: (t) => t('richText.heading', { level: 1 }),
};

/** Shows and changes the kind of paragraph. */
function MarkdownKindMenu({ editor, place }: ToolMenuProps<EditorView>) {
  const active = useViewState(editor, kindAt);
  // The first level is the title of the page; a text may have it all the same.
  const kinds = active === 'heading1' ? [...BLOCK_KINDS.slice(0, 1), HEADING_1, ...BLOCK_KINDS.slice(1)] : BLOCK_KINDS;
  // The kinds of rich text are those of Markdown.
  const pick = ({ name }: { readonly name: string }): void => focused(setKind(name as KindName))(editor);
  return <KindButton kinds={kinds} active={active} place={place} onPick={pick} />;
}
