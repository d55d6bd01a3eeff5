import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
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
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  findNode,
  type Line,
  moveNode,
  type Spot,
  type Step,
  spotOfDrop,
  stepFrom,
  type TreeNode,
  toLines,
} from './moves.ts';
import classes from './Tree.module.css';

interface TreeProps<T extends TreeNode> {
  readonly label: string;
  readonly nodes: readonly T[];
  /** 0 where nothing stands below anything. */
  readonly maxDepth?: number;
  nameOf(node: T): string;
  /** What stands in a line: its link, what it leads to. */
  show(node: T): ReactNode;
  /** What else can be done to a node. */
  actions?(node: T): ReactNode;
  /** Absent where the user may only look. */
  onMove?: ((nodes: readonly T[]) => void) | undefined;
}

/** How far a line stands in for each step of its depth, in pixels. */
const INDENT = 28;
const KEYS: Readonly<Record<string, Step>> = {
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

interface Dragging {
  readonly id: number;
  readonly overId: number;
  readonly steps: number;
}

function draggingOf({ active, over, delta }: DragMoveEvent): Dragging {
  const id = Number(active.id);
  // In a text that runs from right to left inwards is the other way.
  const inwards = document.dir === 'rtl' ? -delta.x : delta.x;
  return { id, overId: Number(over?.id ?? id), steps: Math.round(inwards / INDENT) };
}

/** Nodes below each other, to be moved by dragging, by the arrow keys on a grip, or by a menu. */
export function Tree<T extends TreeNode>({ label, nodes, maxDepth = 6, nameOf, show, actions, onMove }: TreeProps<T>) {
  const { t } = useTranslation();
  const help = useId();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  // What stands below a dragged node comes along, and is no place to drop it.
  const lines = toLines(nodes, (id) => id === dragging?.id);
  const spot = dragging ? spotOfDrop(lines, { ...dragging, maxDepth }) : undefined;

  function move(id: number, to: Spot | undefined): void {
    if (!to || !onMove) return;
    const moved = moveNode(nodes, id, to);
    onMove(moved);
    const parent = to.parentId === null ? undefined : findNode(moved, to.parentId);
    const name = nameOf(findNode(nodes, id)!);
    const place = { name, position: to.index + 1, parent: parent ? nameOf(parent) : '' };
    setSaid(parent ? t('tree.movedBelow', place) : t('tree.moved', place));
  }
  const drop = (event: DragEndEvent): void => {
    setDragging(null);
    const dropped = draggingOf(event);
    move(dropped.id, spotOfDrop(lines, { ...dropped, maxDepth }));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragging({ id: Number(active.id), overId: Number(active.id), steps: 0 })}
      onDragMove={(event) => setDragging(draggingOf(event))}
      onDragEnd={drop}
      onDragCancel={() => setDragging(null)}
    >
      <SortableContext items={lines.map(({ node }) => node.id)} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className={classes.tree}>
          {lines.map((line) => (
            <TreeLine
              key={line.node.id}
              line={line}
              depth={line.node.id === dragging?.id && spot ? spot.depth : line.depth}
              name={nameOf(line.node)}
              help={help}
              canStep={(step) => isStep(nodes, line.node.id, { step, maxDepth })}
              onStep={onMove && ((step) => move(line.node.id, stepFrom(nodes, line.node.id, step)))}
              others={actions?.(line.node)}
            >
              {show(line.node)}
            </TreeLine>
          ))}
        </ul>
      </SortableContext>
      <p id={help} hidden>
        {t('tree.help')}
      </p>
      <p role="status" className={classes.said}>
        {said}
      </p>
    </DndContext>
  );
}

function isStep<T extends TreeNode>(
  nodes: readonly T[],
  id: number,
  { step, maxDepth }: { readonly step: Step; readonly maxDepth: number },
): boolean {
  if (maxDepth === 0 && (step === 'in' || step === 'out')) return false;
  const line = toLines(nodes).find(({ node }) => node.id === id);
  if (step === 'in' && (line?.depth ?? 0) >= maxDepth) return false;
  return stepFrom(nodes, id, step) !== undefined;
}

interface TreeLineProps {
  readonly line: Line<TreeNode>;
  readonly depth: number;
  readonly name: string;
  readonly help: string;
  readonly others: ReactNode;
  readonly children: ReactNode;
  canStep(step: Step): boolean;
  onStep?: ((step: Step) => void) | undefined;
}

function TreeLine({ line, depth, name, help, others, children, canStep, onStep }: TreeLineProps) {
  const { t } = useTranslation();
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: line.node.id });
  const press = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (!step || !onStep) return;
    event.preventDefault();
    if (canStep(step)) onStep(step);
  };
  return (
    <li
      ref={setNodeRef}
      className={classes.line}
      data-is-dragging={isDragging || undefined}
      style={{
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
      {onStep && (
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('tree.actions', { name })}>
              <IconDotsVertical size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others}
            {others && <Menu.Divider />}
            {STEPS.filter(([step]) => canStep(step)).map(([step, IconOf]) => (
              <Menu.Item key={step} leftSection={<IconOf size={16} />} onClick={() => onStep(step)}>
                {t(`tree.${step}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
