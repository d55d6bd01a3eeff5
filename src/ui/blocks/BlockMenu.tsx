import { Menu } from '@mantine/core';
import {
  IconClipboardCopy,
  IconCopy,
  IconEye,
  IconEyeOff,
  IconRecycle,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNotifyRemoved } from '../form/useNotifyRemoved.ts';
import { pickChangedEntries } from '../form/values.ts';
import { notifyError, notifyErrorMessage, notifySuccess } from '../parts/dialog/notify.tsx';
import { MoveItems } from '../parts/menu/MoveItems.tsx';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import type { BlockValue } from './blockValue.ts';
import { copyBlock } from './clipboard.ts';
import { blockQuery } from './queries.ts';
import type { RegionActions } from './regionActions.ts';

interface BlockMenuProps {
  readonly block: BlockValue;
  readonly index: number;
  readonly count: number;
  readonly name: string;
  readonly summary: string;
  readonly actions: RegionActions;
}

/** The actions on a block. */
export function BlockMenu({ block, index, count, name, summary, actions }: BlockMenuProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const tellRemoved = useNotifyRemoved();
  const duplicate = (): void => {
    const { id: _, ...copy } = block;
    actions.insert(index + 1, copy);
  };

  const hideOrShow = (): void =>
    actions.change(block.key, ({ hidden, ...shown }) => (hidden ? shown : { ...shown, hidden: true }));

  async function detach(): Promise<void> {
    try {
      const shared = await client.ensureQueryData(blockQuery(block.blockId ?? 0));
      actions.change(block.key, ({ blockId: _, overrides, id: __, ...plain }) => ({
        ...plain,
        fields: { ...shared.fields, ...overrides },
      }));
    } catch (error) {
      notifyError(error);
    }
  }
  async function share(): Promise<void> {
    try {
      const title = summary || name;
      const body = { type: block.type, title, fields: block.fields, isReusable: true };
      const { data } = await ask('POST /api/admin/blocks', { body });
      void client.invalidateQueries({ queryKey: createQueryKey('block') });
      actions.change(block.key, ({ title: _, id: __, fields, ...plain }) => {
        // Anything typed since the request was sent becomes an override on this page.
        const overrides = pickChangedEntries(fields, block.fields);
        return { ...plain, blockId: data.id, fields: {}, ...(Object.keys(overrides).length > 0 && { overrides }) };
      });
      notifySuccess(t('blocks.shared', { title }));
    } catch (error) {
      notifyError(error);
    }
  }
  return (
    <Menu.Dropdown>
      <MoveItems index={index} count={count} onMove={(to) => actions.move(index, to)} />
      {count > 1 && <Menu.Divider />}
      <Menu.Item leftSection={block.hidden ? <IconEye size={15} /> : <IconEyeOff size={15} />} onClick={hideOrShow}>
        {t(block.hidden ? 'blocks.show' : 'blocks.hide')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={duplicate}>
        {t('common.duplicate')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconClipboardCopy size={15} />}
        onClick={() =>
          copyBlock(block) ? notifySuccess(t('blocks.copied')) : notifyErrorMessage(t('blocks.notCopied'))
        }
      >
        {t('common.copy')}
      </Menu.Item>
      {block.blockId === undefined ? (
        <Menu.Item leftSection={<IconRecycle size={15} />} onClick={() => void share()}>
          {t('blocks.makeReusable')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconUnlink size={15} />} onClick={() => void detach()}>
          {t('blocks.detach')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        color="var(--mantine-color-error)"
        leftSection={<IconTrash size={15} />}
        onClick={() => tellRemoved([name, summary].filter(Boolean).join(' · '), actions.remove(index))}
      >
        {t('common.remove')}
      </Menu.Item>
    </Menu.Dropdown>
  );
}
