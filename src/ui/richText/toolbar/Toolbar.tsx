import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { RefObject } from 'react';
import { memo, useMemo, useSyncExternalStore } from 'react';
import type { InputHistory } from '../../form/document.ts';
import { Bar, readTools, type ToolbarPart } from './Bar.tsx';
import { KindMenu } from './KindMenu.tsx';
import { MoreMarksMenu } from './MoreMarksMenu.tsx';
import { TableMenu } from './TableMenu.tsx';
import { historyTools, LISTS, linkTools, MARK_TOOLS, type Openers, sourceTool } from './tools.ts';

interface ToolbarProps {
  readonly editor: Editor;
  readonly openers: Openers;
  readonly history: InputHistory;
  /** The id of the text. */
  readonly controls: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

const createToolbarGroups = (openers: Openers, history: InputHistory): readonly (readonly ToolbarPart<Editor>[])[] => [
  [{ name: 'kind', Menu: KindMenu }],
  [...MARK_TOOLS, { name: 'more', Menu: MoreMarksMenu }],
  LISTS,
  [...linkTools(openers), { name: 'table', Menu: TableMenu }],
  [...historyTools(history), sourceTool(openers)],
];

/** The toolbar of rich text. */
export const Toolbar = memo(function Toolbar({ editor, openers, history, controls, ref }: ToolbarProps) {
  const groups = useMemo(() => createToolbarGroups(openers, history), [openers, history]);
  // Whether there is something to undo changes without the editor.
  useSyncExternalStore(history.subscribe, () => `${history.canUndo()} ${history.canRedo()}`);
  const states = useEditorState({ editor, selector: () => readTools(editor, groups.flat()) });
  return <Bar {...{ editor, groups, states, controls, ref }} />;
});
