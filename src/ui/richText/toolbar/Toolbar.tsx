import { Menu } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { memo, type RefObject, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputHistory } from '../../form/document.ts';
import { BLOCK_KINDS } from '../blocks.ts';
import { Bar, readTools, type ToolbarPart } from './Bar.tsx';
import { KindButton } from './KindButton.tsx';
import { TableMenu } from './TableMenu.tsx';
import { BarButton, shownKeys } from './ToolButton.tsx';
import type { ToolMenuProps } from './toolMenu.ts';
import { historyTools, LISTS, linkTools, MARK_TOOLS, MORE_MARKS, type Openers, sourceTool } from './tools.ts';

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

/** Shows and changes the kind of paragraph: plain, heading or code. */
function KindMenu({ editor, place }: ToolMenuProps) {
  const active = useEditorState({ editor, selector: () => BLOCK_KINDS.find((kind) => kind.isActive(editor))?.name });
  return <KindButton kinds={BLOCK_KINDS} active={active} place={place} onPick={(kind) => kind.run(editor)} />;
}

/** The less common marks. */
function MoreMarksMenu({ editor, place }: ToolMenuProps) {
  const { t } = useTranslation();
  const active = useEditorState({
    editor,
    selector: () => MORE_MARKS.filter((mark) => mark.isActive?.(editor)).map(({ name }) => name),
  });
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <BarButton {...place} aria-label={t('richText.more')}>
          <IconDots size={18} aria-hidden />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {MORE_MARKS.map((mark) => (
          <Menu.Item
            key={mark.name}
            leftSection={<mark.icon size={18} stroke={1.6} />}
            rightSection={active.includes(mark.name) ? <IconCheck size={16} /> : mark.keys && shownKeys(mark.keys)}
            onClick={() => mark.run(editor)}
          >
            {mark.label(t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
