import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { DragHandle } from '@tiptap/extension-drag-handle-react';
import { memo, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type TrackedPosition, trackPosition } from '../trackPosition.ts';
import classes from './BlockHandle.module.css';
import { type BlockAtPosition, deleteBlock, duplicateBlock, moveBlock } from './moveBlock.ts';

/**
 * The handle beside the block under the mouse, to drag it or open its menu. Its actions are also possible by keyboard, so
 * it is not a tab stop.
 */
export const BlockHandle = memo(function BlockHandle({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const hovered = useRef(-1);
  const follow = useCallback(({ pos }: { readonly pos: number }) => {
    hovered.current = pos;
  }, []);
  // While the menu is open, the block keeps being meant although others may change the text around it.
  const meant = useRef<TrackedPosition>(null);
  const open = (): void => {
    setLocked(editor, true);
    meant.current = hovered.current < 0 ? null : trackPosition(editor, hovered.current);
  };
  const close = (): void => {
    setLocked(editor, false);
    meant.current?.stop();
  };
  const withBlock = (act: (placed: BlockAtPosition) => void) => () => {
    const node = meant.current?.node();
    if (meant.current && node) act({ node, position: meant.current.at() });
  };
  return (
    <DragHandle editor={editor} onNodeChange={follow} className={classes.place}>
      <Menu position="bottom-start" shadow="md" withinPortal onOpen={open} onClose={close}>
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

/** Keeps the handle at its block, wherever the mouse goes. */
function setLocked({ state, view }: Editor, isLocked: boolean): void {
  view.dispatch(state.tr.setMeta('lockDragHandle', isLocked));
}
