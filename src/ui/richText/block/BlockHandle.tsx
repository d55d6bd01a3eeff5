import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { DragHandle } from '@tiptap/extension-drag-handle-react';
import type { Node } from '@tiptap/pm/model';
import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BlockHandle.module.css';
import { deleteBlock, duplicateBlock, moveBlock, type PlacedBlock } from './moveBlock.ts';

/**
 * The handle beside the block under the mouse, to drag it or open its menu. Its actions are also possible by keyboard, so
 * it is not a tab stop.
 */
export const BlockHandle = memo(function BlockHandle({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const [block, setBlock] = useState<PlacedBlock>();
  const follow = useCallback(
    ({ node, pos }: { readonly node: Node | null; readonly pos: number }) =>
      setBlock(node === null || pos < 0 ? undefined : { node, position: pos }),
    [],
  );
  // The document may have changed since the mouse entered the block.
  const withBlock = (act: (placed: PlacedBlock) => void) => () => {
    const node = block && editor.state.doc.nodeAt(block.position);
    if (block && node) act({ ...block, node });
  };
  return (
    <DragHandle editor={editor} onNodeChange={follow} className={classes.place}>
      <Menu position="bottom-start" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            tabIndex={-1}
            aria-label={t('richText.block')}
            title={t('richText.blockHint')}
            className={classes.handle}
          >
            <IconGripVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            rightSection="Alt ↑"
            onClick={withBlock((one) => moveBlock(editor, one, -1))}
          >
            {t('common.moveUp')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            rightSection="Alt ↓"
            onClick={withBlock((one) => moveBlock(editor, one, 1))}
          >
            {t('common.moveDown')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={withBlock((one) => duplicateBlock(editor, one))}>
            {t('common.duplicate')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} />}
            onClick={withBlock((one) => deleteBlock(editor, one))}
          >
            {t('common.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </DragHandle>
  );
});
