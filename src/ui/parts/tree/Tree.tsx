import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Text } from '@mantine/core';
import { type FocusEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../row/SearchInput.tsx';
import {
  findNode,
  flattenTree,
  matching,
  moveNode,
  type Spot,
  spotOfDrop,
  stepFrom,
  type TreeNode,
  type TreeStep,
} from './moves.ts';
import classes from './Tree.module.css';
import { INDENT, TreeLine } from './TreeLine.tsx';
import { useTreeWindow } from './useTreeWindow.ts';

interface TreeProps<T extends TreeNode> {
  readonly label: string;
  readonly nodes: readonly T[];
  /** 0 for a flat list. */
  readonly maxDepth?: number;
  /** Whether all lines are rendered, however many: needed where the tree does not scroll with the window. */
  readonly isWhole?: boolean;
  nameOf(node: T): string;
  /** The content of a line: its link, and where that leads. */
  show(node: T): ReactNode;
  /** Further items of a node's menu. */
  actions?(node: T): ReactNode;
  /** Absent if the user may only look. */
  onMove?: ((nodes: readonly T[]) => void) | undefined;
}

/** Trees with at least this many nodes get a search. */
const MANY = 30;

/** A tree whose nodes are moved by dragging, by arrow keys on a grip, or by a menu. Long trees can be searched. */
export function Tree<T extends TreeNode>({ onMove, ...props }: TreeProps<T>) {
  const { t } = useTranslation();
  const { label, nodes, nameOf } = props;
  const [search, setSearch] = useState('');
  const count = useMemo(() => flattenTree(nodes).length, [nodes]);
  const wanted = search.toLocaleLowerCase();
  const found = search ? matching(nodes, (node) => nameOf(node).toLocaleLowerCase().includes(wanted)) : nodes;
  return (
    <>
      {count >= MANY && (
        <div role="search" className={classes.search}>
          <SearchInput label={t('tree.search', { name: label })} value={search} onChange={setSearch} />
        </div>
      )}
      {found.length === 0 && <Text c="dimmed">{t('tree.noneFound')}</Text>}
      {/* Nothing can be moved while some nodes are hidden: positions would be wrong. */}
      <TreeLines key={String(search === '')} {...props} nodes={found} onMove={search === '' ? onMove : undefined} />
    </>
  );
}

interface Dragging {
  readonly id: number;
  readonly overId: number;
  readonly steps: number;
}

function draggingOf({ active, over, delta }: DragMoveEvent): Dragging {
  const id = Number(active.id);
  // From right to left, inwards is the other way round.
  const inwards = document.dir === 'rtl' ? -delta.x : delta.x;
  return { id, overId: Number(over?.id ?? id), steps: Math.round(inwards / INDENT) };
}

function TreeLines<T extends TreeNode>(props: TreeProps<T>) {
  const { label, nodes, maxDepth = 6, isWhole = false, nameOf, show, actions, onMove } = props;
  const { t } = useTranslation();
  const help = useId();
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [announced, setAnnounced] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  // The children of a dragged node move along, so they are no place to drop it.
  const lines = useMemo(() => flattenTree(nodes, (id) => id === dragging?.id), [nodes, dragging?.id]);
  const ids = useMemo(() => lines.map(({ node }) => node.id), [lines]);
  const kept = [dragging?.id, focused].filter((id) => typeof id === 'number');
  const { list, shown, height, measure } = useTreeWindow(lines, { kept, isWhole });
  const spot = dragging ? spotOfDrop(lines, { ...dragging, maxDepth }) : undefined;

  function move(id: number, to: Spot | undefined): void {
    if (!to || !onMove) return;
    const moved = moveNode(nodes, id, to);
    onMove(moved);
    setAnnounced(placeText(id, to, 'moved'));
  }
  /** Where an item is or would be, in words. */
  function placeText(id: number, { parentId, index }: Spot, what: 'moved' | 'lands'): string {
    const parent = parentId === null ? undefined : findNode(nodes, parentId);
    const place = { name: nameOf(findNode(nodes, id)!), position: index + 1 };
    return parent ? t(`tree.${what}Below`, { ...place, parent: nameOf(parent) }) : t(`tree.${what}`, place);
  }
  const nameAt = ({ id }: Active): string => nameOf(findNode(nodes, Number(id))!);
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('tree.taken', { name: nameAt(active) }),
    onDragOver({ active, over }) {
      const held = { id: Number(active.id), overId: Number(over?.id ?? active.id), steps: dragging?.steps ?? 0 };
      const to = spotOfDrop(lines, { ...held, maxDepth });
      return to && placeText(held.id, to, 'lands');
    },
    // Where it has landed is told below.
    onDragEnd: () => undefined,
    onDragCancel: ({ active }) => t('tree.notMoved', { name: nameAt(active) }),
  };
  const drop = (event: DragEndEvent): void => {
    setDragging(null);
    const dropped = draggingOf(event);
    move(dropped.id, spotOfDrop(lines, { ...dropped, maxDepth }));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('tree.help') } }}
      onDragStart={({ active }) => setDragging({ id: Number(active.id), overId: Number(active.id), steps: 0 })}
      onDragMove={(event) => setDragging(draggingOf(event))}
      onDragEnd={drop}
      onDragCancel={() => setDragging(null)}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul
          ref={list}
          aria-label={label}
          className={classes.tree}
          style={{ height }}
          onFocus={(event) => setFocused(lineOf(event))}
          onBlur={() => setFocused(null)}
        >
          {shown.map(({ line: { node, depth }, index, top }) => (
            <TreeLine
              key={node.id}
              id={node.id}
              depth={node.id === dragging?.id && spot ? spot.depth : depth}
              name={nameOf(node)}
              help={help}
              place={{ index, top, count: lines.length }}
              measure={measure}
              canStep={(step) => canStep(nodes, node.id, { step, maxDepth })}
              onStep={onMove && ((step) => move(node.id, stepFrom(nodes, node.id, step)))}
              others={actions?.(node)}
            >
              {show(node)}
            </TreeLine>
          ))}
        </ul>
      </SortableContext>
      <DragOverlay dropAnimation={null}>
        {dragging && <div className={classes.held}>{nameOf(findNode(nodes, dragging.id)!)}</div>}
      </DragOverlay>
      <p id={help} hidden>
        {t('tree.help')}
      </p>
      <p role="status" className="visuallyHidden">
        {announced}
      </p>
    </DndContext>
  );
}

const lineOf = ({ target }: FocusEvent): number | null => {
  const id = target.closest<HTMLElement>('li[data-id]')?.dataset['id'];
  return id === undefined ? null : Number(id);
};

function canStep<T extends TreeNode>(
  nodes: readonly T[],
  id: number,
  { step, maxDepth }: { readonly step: TreeStep; readonly maxDepth: number },
): boolean {
  if (maxDepth === 0 && (step === 'in' || step === 'out')) return false;
  const line = flattenTree(nodes).find(({ node }) => node.id === id);
  if (step === 'in' && (line?.depth ?? 0) >= maxDepth) return false;
  return stepFrom(nodes, id, step) !== undefined;
}
