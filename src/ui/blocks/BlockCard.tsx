import { ActionIcon, Badge, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconDots, IconEyeOff, IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Fields } from '../fields/Fields.tsx';
import { describedValue } from '../fields/value/describedValue.ts';
import { useFormScope } from '../form/FormContext.tsx';
import type { FormPath } from '../form/values.ts';
import { ExtensionPanels } from '../frames/ExtensionPanels.tsx';
import { MenuOnDemand } from '../parts/menu/MenuOnDemand.tsx';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { useSorted } from '../parts/row/Sortable.tsx';
import type { AdminBlockType } from '../wire/interface.ts';
import classes from './BlockCard.module.css';
import { BlockIcon } from './BlockIcon.tsx';
import type { BlockValue } from './blockValue.ts';
import { blockQuery } from './queries.ts';
import type { RegionActions } from './regionActions.ts';
import { SharedFields } from './SharedFields.tsx';

const BlockMenu = loadOnDemand(async () => (await import('./BlockMenu.tsx')).BlockMenu);

/** How long a menu takes to close and give the focus back. */
const MENU_CLOSES_MS = 80;

/** What was last done with all blocks of a region. */
export interface AllBlocks {
  readonly isOpen: boolean;
}

interface BlockCardProps {
  readonly block: BlockValue;
  readonly region: string;
  readonly index: number;
  readonly count: number;
  /** Undefined if the type no longer exists. */
  readonly type: AdminBlockType | undefined;
  readonly isOpenAtFirst: boolean;
  /** Opens or closes it together with all others, whenever this is another object. */
  readonly all: AllBlocks | undefined;
  /** Just added: its first input takes the focus. */
  readonly isNew: boolean;
  readonly actions: RegionActions;
}

/**
 * One block: its type, a summary, and its fields when it is open. A page may have hundreds of them, so each one renders
 * again only when it changes itself.
 */
export const BlockCard = memo(function BlockCard({
  block,
  region,
  index,
  type,
  isOpenAtFirst,
  all,
  isNew,
  actions,
  count,
}: BlockCardProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (all) setOpen(all.isOpen);
  }, [all]);
  const { ref, style, handle } = useSorted(block.key);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    // The menu it was chosen from gives the focus back first.
    const timer = setTimeout(
      () =>
        body.current?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], [data-enters]')?.focus(),
      MENU_CLOSES_MS,
    );
    return () => clearTimeout(timer);
  }, [isNew]);
  const path = ['regions', region, index];
  const hasProblem = useHasProblem(path);
  const name = type?.name ?? block.type;
  const summary = useSummary(block, type);
  return (
    <div
      ref={ref}
      style={style}
      className={classes.card}
      data-path={path.join('/')}
      data-problem={hasProblem || undefined}
      data-closed={!isOpen || undefined}
      data-hidden={block.hidden}
    >
      <div className={classes.head}>
        {handle({ label: t('list.drag', { name: `${name} ${summary}` }) })}
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} data-unfolds onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={16} className={classes.arrow} aria-hidden />
          <BlockIcon icon={type?.icon} />
          <Text span size="sm" fw={550} className={classes.name} dir="auto">
            {name}
          </Text>
          <Text span size="sm" c="dimmed" truncate dir="auto">
            {summary}
          </Text>
        </UnstyledButton>
        {block.hidden && (
          <Badge variant="default" size="sm" leftSection={<IconEyeOff size={12} />} tt="none">
            {t('blocks.hidden')}
          </Badge>
        )}
        {block.blockId !== undefined && (
          <Badge variant="light" size="sm" leftSection={<IconRecycle size={12} />} tt="none">
            {t('blocks.reusable')}
          </Badge>
        )}
        {!isReadOnly && (
          <MenuOnDemand
            load={BlockMenu.load}
            button={
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('blocks.actions', { name: `${name} ${summary}` })}
              >
                <IconDots size={17} />
              </ActionIcon>
            }
          >
            <BlockMenu {...{ block, index, count, name, summary, actions }} />
          </MenuOnDemand>
        )}
      </div>
      {isOpen && (
        <div ref={body} className={classes.body}>
          <BlockFields blockId={block.blockId} slug={block.type} type={type} region={region} index={index} />
        </div>
      )}
    </div>
  );
});

/** Whether there is a problem anywhere in the block. */
function useHasProblem(path: FormPath): boolean {
  const { form } = useFormScope();
  const here = path.join('/');
  return useSyncExternalStore(form.subscribe, () =>
    form.problems().some(({ path: at = [] }) => at.slice(0, path.length).join('/') === here),
  );
}

/** The content of a block in a few words; for a reusable one, its title. */
function useSummary(block: BlockValue, type: AdminBlockType | undefined): string {
  const { data: shared } = useQuery({ ...blockQuery(block.blockId ?? 0), enabled: block.blockId !== undefined });
  if (block.blockId !== undefined) return shared?.title ?? '';
  return block.title ?? describedValue(block.fields, type?.fields ?? []);
}

interface BlockFieldsProps extends Pick<BlockCardProps, 'type' | 'region' | 'index'> {
  readonly blockId: number | undefined;
  readonly slug: string;
}

/** The fields of an open block. Each follows its own value, so the block's values are not passed down. */
const BlockFields = memo(function BlockFields({ blockId, slug, type, region, index }: BlockFieldsProps): ReactNode {
  const { t } = useTranslation();
  const path = ['regions', region, index];
  if (!type)
    return (
      <Text size="sm" c="dimmed">
        {t('blocks.unknownType', { type: slug })}
      </Text>
    );
  if (blockId !== undefined) return <SharedFields blockId={blockId} fields={type.fields} path={path} />;
  const holder = { fields: type.fields, path: [...path, 'fields'] };
  return (
    <>
      <Fields {...holder} />
      <ExtensionPanels at="block.below" type={slug} holder={holder} />
    </>
  );
});
