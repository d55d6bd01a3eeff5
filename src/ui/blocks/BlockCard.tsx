import { ActionIcon, Badge, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconClipboardCopy,
  IconCopy,
  IconDots,
  IconRecycle,
  IconTrash,
  IconUnlink,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describedValue } from '../fields/describedValue.ts';
import { Fields } from '../fields/Fields.tsx';
import { useFormScope } from '../form/FormContext.tsx';
import { useSorted } from '../parts/Sortable.tsx';
import { tellDone, tellProblem } from '../parts/tell.tsx';
import { ask } from '../wire/ask.ts';
import type { AdminBlockType } from '../wire/interface.ts';
import { keyOf } from '../wire/keys.ts';
import classes from './BlockCard.module.css';
import type { BlockValue } from './blockValue.ts';
import { copyBlock } from './clipboard.ts';
import { blockQuery } from './queries.ts';
import { SharedFields } from './SharedFields.tsx';

/** How long a menu takes to close. */
const MENU_MS = 80;

interface BlockCardProps {
  readonly block: BlockValue;
  readonly region: string;
  readonly index: number;
  readonly count: number;
  /** Undefined where the type has gone. */
  readonly type: AdminBlockType | undefined;
  readonly isOpenAtFirst: boolean;
  /** It has just been added: what it says is typed now. */
  readonly isNew: boolean;
  onMove(to: number): void;
  onRemove(): void;
  onDuplicate(block: BlockValue): void;
  onReplace(block: BlockValue): void;
}

/** One block: what it is, what it says in short, and its fields when it is open. */
export function BlockCard({ block, region, index, type, isOpenAtFirst, isNew, ...rest }: BlockCardProps) {
  const { t } = useTranslation();
  const { isReadOnly, form } = useFormScope();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { ref, style, handle } = useSorted(block.key, isReadOnly);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    // The menu that it was chosen in gives the focus back first.
    const timer = setTimeout(
      () => body.current?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]')?.focus(),
      MENU_MS,
    );
    return () => clearTimeout(timer);
  }, [isNew]);
  const path = ['regions', region, index];
  const hasProblem = form.problems().some(({ path: at = [] }) => at.slice(0, 3).join('/') === path.join('/'));
  const name = type?.name ?? block.type;
  const summary = useSummary(block, type);
  return (
    <div ref={ref} style={style} className={classes.card} data-problem={hasProblem || undefined}>
      <div className={classes.head}>
        {handle({ label: t('list.drag', { name: `${name} ${summary}` }) })}
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={16} className={classes.arrow} aria-hidden />
          <Text span size="sm" fw={550} className={classes.name} dir="auto">
            {name}
          </Text>
          <Text span size="sm" c="dimmed" truncate dir="auto">
            {summary}
          </Text>
        </UnstyledButton>
        {block.blockId !== undefined && (
          <Badge variant="light" size="sm" leftSection={<IconRecycle size={12} />} tt="none">
            {t('blocks.reusable')}
          </Badge>
        )}
        {!isReadOnly && <BlockMenu block={block} index={index} name={name} summary={summary} {...rest} />}
      </div>
      {isOpen && (
        <div ref={body} className={classes.body}>
          <BlockFields block={block} type={type} path={path} />
        </div>
      )}
    </div>
  );
}

/** What a block says, in few words; of a reusable one its title. */
function useSummary(block: BlockValue, type: AdminBlockType | undefined): string {
  const { data: shared } = useQuery({ ...blockQuery(block.blockId ?? 0), enabled: block.blockId !== undefined });
  if (block.blockId !== undefined) return shared?.title ?? '';
  return block.title ?? describedValue(block.fields, type?.fields ?? []);
}

interface BlockFieldsProps extends Pick<BlockCardProps, 'block' | 'type'> {
  readonly path: readonly (string | number)[];
}

function BlockFields({ block, type, path }: BlockFieldsProps): ReactNode {
  const { t } = useTranslation();
  if (!type)
    return (
      <Text size="sm" c="dimmed">
        {t('blocks.unknownType', { type: block.type })}
      </Text>
    );
  if (block.blockId !== undefined) return <SharedFields blockId={block.blockId} fields={type.fields} path={path} />;
  return <Fields fields={type.fields} path={[...path, 'fields']} />;
}

interface BlockMenuProps
  extends Pick<BlockCardProps, 'block' | 'index' | 'count' | 'onMove' | 'onRemove' | 'onDuplicate' | 'onReplace'> {
  readonly name: string;
  readonly summary: string;
}

function BlockMenu({ block, index, count, name, summary, ...actions }: BlockMenuProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { onMove, onRemove, onDuplicate, onReplace } = actions;

  async function detach(): Promise<void> {
    try {
      const shared = await client.ensureQueryData(blockQuery(block.blockId ?? 0));
      const { blockId: _, overrides, id: __, ...plain } = block;
      onReplace({ ...plain, fields: { ...shared.fields, ...overrides } });
    } catch (error) {
      tellProblem(error);
    }
  }
  async function share(): Promise<void> {
    try {
      const title = summary || name;
      const body = { type: block.type, title, fields: block.fields, isReusable: true };
      const { data } = await ask('POST /api/admin/blocks', { body });
      void client.invalidateQueries({ queryKey: keyOf('block') });
      const { title: _, id: __, ...plain } = block;
      onReplace({ ...plain, blockId: data.id, fields: {} });
      tellDone(t('blocks.shared', { title }));
    } catch (error) {
      tellProblem(error);
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('blocks.actions', { name: `${name} ${summary}` })}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={15} />} disabled={index === 0} onClick={() => onMove(index - 1)}>
          {t('common.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={15} />}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          {t('common.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => onDuplicate(block)}>
          {t('common.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconClipboardCopy size={15} />}
          onClick={() => {
            copyBlock(block);
            tellDone(t('blocks.copied'));
          }}
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
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={onRemove}>
          {t('common.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
