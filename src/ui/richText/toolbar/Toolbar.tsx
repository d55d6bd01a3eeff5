import { useDirection } from '@mantine/core';
import { useRovingIndex } from '@mantine/hooks';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { ComponentType, RefObject } from 'react';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputHistory } from '../../form/document.ts';
import { KindMenu } from './KindMenu.tsx';
import { MoreMarksMenu } from './MoreMarksMenu.tsx';
import { TableMenu } from './TableMenu.tsx';
import { ToolButton } from './ToolButton.tsx';
import classes from './Toolbar.module.css';
import type { ToolMenuProps } from './toolMenu.ts';
import { historyTools, LISTS, linkTools, MARK_TOOLS, type Openers, type ToolbarTool } from './tools.ts';

interface ToolbarProps {
  readonly editor: Editor;
  readonly openers: Openers;
  readonly history: InputHistory;
  /** The id of the text. */
  readonly controls: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

type ToolbarItem = ToolbarTool | { readonly name: string; readonly Menu: ComponentType<ToolMenuProps> };

const createToolbarGroups = (openers: Openers, history: InputHistory): readonly (readonly ToolbarItem[])[] => [
  [{ name: 'kind', Menu: KindMenu }],
  [...MARK_TOOLS, { name: 'more', Menu: MoreMarksMenu }],
  LISTS,
  [...linkTools(openers), { name: 'table', Menu: TableMenu }],
  historyTools(openers, history),
];

/** The toolbar above the text: a single tab stop, with arrow keys inside. */
export const Toolbar = memo(function Toolbar({ editor, openers, history, controls, ref }: ToolbarProps) {
  const { t } = useTranslation();
  const { dir } = useDirection();
  const groups = useMemo(() => createToolbarGroups(openers, history), [openers, history]);
  // Whether there is something to undo changes without the editor.
  useSyncExternalStore(history.subscribe, () => `${history.canUndo()} ${history.canRedo()}`);
  const state = useTools(editor, groups.flat());
  const { getItemProps } = useRovingIndex({ total: groups.flat().length, dir });
  let index = 0;
  return (
    <div ref={ref} role="toolbar" aria-label={t('richText.toolbar')} aria-controls={controls} className={classes.bar}>
      {groups.map((group) => (
        <div key={group[0]!.name} className={classes.group}>
          {group.map((part) => {
            const place = getItemProps({ index: index++ });
            if ('Menu' in part) return <part.Menu key={part.name} editor={editor} place={place} />;
            const { isActive = false, isPossible = true } = state[part.name] ?? {};
            return (
              <ToolButton
                key={part.name}
                tool={part}
                place={place}
                isActive={isActive}
                disabled={!isPossible}
                onClick={() => part.run(editor)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
});

type ToolStates = Readonly<Record<string, { readonly isActive: boolean; readonly isPossible: boolean }>>;

function useTools(editor: Editor, parts: readonly ToolbarItem[]): ToolStates {
  return useEditorState({
    editor,
    selector: (): ToolStates =>
      Object.fromEntries(
        parts.flatMap((part) =>
          'Menu' in part
            ? []
            : [
                [
                  part.name,
                  { isActive: part.isActive?.(editor) ?? false, isPossible: part.isPossible?.(editor) ?? true },
                ],
              ],
        ),
      ),
  });
}
