import { Menu } from '@mantine/core';
import {
  type Icon,
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowsJoin,
  IconArrowsSplit,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowInsertTop,
  IconRowRemove,
  IconTable,
  IconTableColumn,
  IconTableMinus,
  IconTableRow,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { selectedRect, TableMap } from '@tiptap/pm/tables';
import { useEditorState } from '@tiptap/react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { richText } from '../../i18n/en/write/richText.ts';
import { insertsOf } from '../blocks.ts';
import { BarButton } from './ToolButton.tsx';
import type { ToolMenuProps } from './toolMenu.ts';

interface TableAct {
  readonly name: Exclude<keyof (typeof richText)['table'], 'title' | 'insert'>;
  readonly icon: Icon;
  run(editor: Editor): void;
  isPossible?(editor: Editor): boolean;
}

/** The actions on the table at the cursor, in groups. */
const ACTS: readonly (readonly TableAct[])[] = [
  [
    { name: 'rowAbove', icon: IconRowInsertTop, run: (editor) => editor.chain().focus().addRowBefore().run() },
    { name: 'rowBelow', icon: IconRowInsertBottom, run: (editor) => editor.chain().focus().addRowAfter().run() },
    { name: 'deleteRow', icon: IconRowRemove, run: (editor) => editor.chain().focus().deleteRow().run() },
  ],
  [
    {
      name: 'columnBefore',
      icon: IconColumnInsertLeft,
      run: (editor) => editor.chain().focus().addColumnBefore().run(),
    },
    {
      name: 'columnAfter',
      icon: IconColumnInsertRight,
      run: (editor) => editor.chain().focus().addColumnAfter().run(),
    },
    { name: 'deleteColumn', icon: IconColumnRemove, run: (editor) => editor.chain().focus().deleteColumn().run() },
  ],
  [
    { name: 'headerRow', icon: IconTableRow, run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
    { name: 'headerColumn', icon: IconTableColumn, run: (editor) => editor.chain().focus().toggleHeaderColumn().run() },
    {
      name: 'merge',
      icon: IconArrowsJoin,
      run: (editor) => editor.chain().focus().mergeCells().run(),
      isPossible: (editor) => editor.can().mergeCells(),
    },
    {
      name: 'split',
      icon: IconArrowsSplit,
      run: (editor) => editor.chain().focus().splitCell().run(),
      isPossible: (editor) => editor.can().splitCell(),
    },
  ],
  [
    { name: 'alignLeft', icon: IconAlignLeft, run: (editor) => alignColumn(editor, null) },
    { name: 'alignCenter', icon: IconAlignCenter, run: (editor) => alignColumn(editor, 'center') },
    { name: 'alignRight', icon: IconAlignRight, run: (editor) => alignColumn(editor, 'right') },
  ],
  [{ name: 'remove', icon: IconTableMinus, run: (editor) => editor.chain().focus().deleteTable().run() }],
];

const impossibleIn = (editor: Editor): readonly string[] =>
  ACTS.flat().flatMap(({ name, isPossible }) => (isPossible?.(editor) === false ? [name] : []));

const TABLE = insertsOf({ insertPicture: () => {} }).find(({ name }) => name === 'table')!;

/** Inserts a table, or inside one offers the actions on it. */
export function TableMenu({ editor, place }: ToolMenuProps) {
  const { t } = useTranslation();
  const { isInTable, impossible } = useEditorState({
    editor,
    selector: () => ({ isInTable: editor.isActive('table'), impossible: impossibleIn(editor) }),
  });
  if (!isInTable)
    return (
      <BarButton
        {...place}
        aria-label={t('richText.table.insert')}
        onClick={(event) => {
          place.onClick(event);
          TABLE.run(editor);
        }}
      >
        <IconTable size={18} stroke={1.7} aria-hidden />
      </BarButton>
    );
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <BarButton {...place} aria-label={t('richText.table.title')} data-active>
          <IconTable size={18} stroke={1.7} aria-hidden />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {ACTS.map((group, index) => (
          <Fragment key={group[0]!.name}>
            {index > 0 && <Menu.Divider />}
            {group.map((act) => (
              <Menu.Item
                key={act.name}
                color={act.name === 'remove' ? 'red' : undefined}
                leftSection={<act.icon size={18} stroke={1.6} />}
                disabled={impossible.includes(act.name)}
                onClick={() => act.run(editor)}
              >
                {t(`richText.table.${act.name}`)}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Aligns all cells of the selected columns: Markdown can align only whole columns. */
function alignColumn({ state, view }: Editor, align: 'center' | 'right' | null): void {
  const { map, table, tableStart, left, right } = selectedRect(state);
  const cells = map.cellsInRect({ left, right, top: 0, bottom: TableMap.get(table).height });
  const { tr } = state;
  for (const cell of cells) tr.setNodeAttribute(tableStart + cell, 'align', align);
  view.dispatch(tr);
  view.focus();
}
