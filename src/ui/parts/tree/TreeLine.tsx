import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDotsVertical,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuOnDemand } from '../menu/MenuOnDemand.tsx';
import type { TreeStep } from './moves.ts';
import classes from './Tree.module.css';

/** The indent for each level of depth, in pixels. */
export const INDENT = 28;
const KEYS: Readonly<Record<string, TreeStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
const STEPS = [
  ['up', IconArrowUp],
  ['down', IconArrowDown],
  ['in', IconIndentIncrease],
  ['out', IconIndentDecrease],
] as const;

interface TreeLineProps {
  readonly id: number;
  readonly depth: number;
  readonly name: string;
  /** The id of the text that explains the keys. */
  readonly help: string;
  /** Its position among all lines, of which not all are rendered. */
  readonly place: { readonly index: number; readonly count: number; readonly top: number };
  /** Further items of its menu. */
  readonly others: ReactNode;
  readonly children: ReactNode;
  measure(element: HTMLElement | null): void;
  canStep(step: TreeStep): boolean;
  /** Absent if it cannot be moved. */
  onStep?: ((step: TreeStep) => void) | undefined;
}

/** One line of a tree: its grip, what it shows, its menu. */
export function TreeLine({ id, depth, name, help, place, others, children, measure, canStep, onStep }: TreeLineProps) {
  const { t } = useTranslation();
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  const press = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (!step || !onStep) return;
    event.preventDefault();
    if (canStep(step)) onStep(step);
  };
  return (
    <li
      ref={(element) => {
        setNodeRef(element);
        measure(element);
      }}
      data-index={place.index}
      data-id={id}
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      className={classes.line}
      data-is-dragging={isDragging || undefined}
      style={{
        top: place.top,
        transform: CSS.Translate.toString(transform),
        transition,
        marginInlineStart: `min(${depth * INDENT}px, ${depth * 7}vw)`,
      }}
    >
      {onStep && (
        <button
          type="button"
          className={classes.grip}
          aria-label={t('tree.grip', { name })}
          aria-describedby={help}
          onKeyDown={press}
          {...listeners}
        >
          <IconGripVertical size={17} aria-hidden />
        </button>
      )}
      <div className={classes.content}>{children}</div>
      {onStep && <LineMenu {...{ name, others, canStep, onStep }} />}
    </li>
  );
}

interface LineMenuProps extends Pick<TreeLineProps, 'name' | 'others' | 'canStep'> {
  onStep(step: TreeStep): void;
}

function LineMenu({ name, others, canStep, onStep }: LineMenuProps) {
  const { t } = useTranslation();
  const button = (
    <ActionIcon variant="subtle" color="gray" aria-label={t('tree.actions', { name })}>
      <IconDotsVertical size={17} />
    </ActionIcon>
  );
  return (
    <MenuOnDemand button={button}>
      <Menu.Dropdown>
        {others}
        {others && <Menu.Divider />}
        {STEPS.filter(([step]) => canStep(step)).map(([step, IconOf]) => (
          <Menu.Item key={step} leftSection={<IconOf size={16} />} onClick={() => onStep(step)}>
            {t(`tree.${step}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </MenuOnDemand>
  );
}
