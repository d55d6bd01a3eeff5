import { ActionIcon, Badge, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconDots, IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describedValue } from '../fields/describedValue.ts';
import { Fields } from '../fields/Fields.tsx';
import { useFormScope } from '../form/FormContext.tsx';
import { MenuOnDemand } from '../parts/menu/MenuOnDemand.tsx';
import { useSorted } from '../parts/row/Sortable.tsx';
import type { AdminBlockType } from '../wire/interface.ts';
import classes from './BlockCard.module.css';
import type { BlockActions } from './BlockMenu.tsx';
import type { BlockValue } from './blockValue.ts';
import { blockQuery } from './queries.ts';
import { SharedFields } from './SharedFields.tsx';

const loadMenu = () => import('./BlockMenu.tsx');
const BlockMenu = lazy(async () => ({ default: (await loadMenu()).BlockMenu }));

/** How long a menu takes to close. */
const MENU_MS = 80;

interface BlockCardProps extends BlockActions {
  readonly block: BlockValue;
  readonly region: string;
  readonly index: number;
  readonly count: number;
  /** Undefined where the type has gone. */
  readonly type: AdminBlockType | undefined;
  readonly isOpenAtFirst: boolean;
  /** It has just been added: what it says is typed now. */
  readonly isNew: boolean;
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
    <div
      ref={ref}
      style={style}
      className={classes.card}
      data-path={path.join('/')}
      data-problem={hasProblem || undefined}
    >
      <div className={classes.head}>
        {handle({ label: t('list.drag', { name: `${name} ${summary}` }) })}
        <UnstyledButton className={classes.toggle} aria-expanded={isOpen} data-unfolds onClick={() => setOpen(!isOpen)}>
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
        {!isReadOnly && (
          <MenuOnDemand
            load={loadMenu}
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
            {(button) => (
              <BlockMenu button={button} block={block} index={index} name={name} summary={summary} {...rest} />
            )}
          </MenuOnDemand>
        )}
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
