import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { memo, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SortableState, SortedMoves } from './sortableState.ts';

interface DraggingProps extends SortedMoves {
  readonly list: SortableState;
}

/** Dragging starts after this distance, so that a click stays a click. */
const PULL = { activationConstraint: { distance: 5 } };

/** In a list an item moves up and down only: beside the list it would make the window wider. */
const stayInColumn: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const DOWNWARD = [stayInColumn];
const NO_MODIFIERS: Modifier[] = [];

/** The window scrolls only near its upper and lower edge, and not when dragging begins. */
const SCROLLING = { threshold: { x: 0, y: 0.15 }, layoutShiftCompensation: false };

/**
 * Moves the items of a `Sortable` by pointer and by keyboard. It stands beside them and moves their elements, so that
 * nothing in them is rendered anew when its code arrives.
 */
export function Dragging({ keys, isGrid = false, onMove, list }: DraggingProps) {
  const sensors = useSensors(useSensor(PointerSensor, PULL), useSensor(KeyboardSensor, STEPPING));
  // As long as this array is the same, no item is rendered because another has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by content
  const items = useMemo(() => [...keys], [keys.join('\n')]);
  const announcements = useAnnouncements(keys);
  const instructions = useTranslation().t('list.dragHelp');
  const finish = ({ active, over }: DragEndEvent): void => {
    const from = keys.indexOf(String(active.id));
    const to = over ? keys.indexOf(String(over.id)) : from;
    if (from !== to && from >= 0 && to >= 0) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestBeginning}
      modifiers={isGrid ? NO_MODIFIERS : DOWNWARD}
      autoScroll={SCROLLING}
      onDragEnd={finish}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
    >
      <SortableContext items={items} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        {items.map((key) => (
          <DraggedItem key={key} id={key} list={list} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The position of the previous or next item, whatever their sizes. */
const nextItemPosition: KeyboardCoordinateGetter = (
  event,
  { active, context: { over, droppableRects, droppableContainers } },
) => {
  const step = STEPS[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const { items = [] } = (droppableContainers.get(active)?.data.current?.['sortable'] ?? {}) as { items?: string[] };
  const next = items[items.indexOf(String(over?.id ?? active)) + step];
  const rect = next === undefined ? undefined : droppableRects.get(next);
  return rect && { x: rect.left, y: rect.top };
};

const STEPPING = { coordinateGetter: nextItemPosition };

/** The item whose start is nearest to that of the dragged one: heights differ, so centres would mislead. */
const nearestBeginning: CollisionDetection = ({ collisionRect, droppableRects, droppableContainers }) =>
  droppableContainers
    .flatMap((container) => {
      const rect = droppableRects.get(container.id);
      if (!rect) return [];
      const value = Math.hypot(rect.left - collisionRect.left, rect.top - collisionRect.top);
      return [{ id: container.id, data: { droppableContainer: container, value } }];
    })
    .sort((one, other) => one.data.value - other.data.value);

/** What a screen reader says during a move. */
function useAnnouncements(keys: readonly string[]): Announcements {
  const { t } = useTranslation();
  const place = (id: string | number | undefined) => ({ place: keys.indexOf(String(id)) + 1, count: keys.length });
  return {
    onDragStart: ({ active }) => t('list.lifted', place(active.id)),
    onDragOver: ({ over }) => (over ? t('list.movedTo', place(over.id)) : undefined),
    onDragEnd: ({ over }) => (over ? t('list.dropped', place(over.id)) : undefined),
    onDragCancel: () => t('list.dragCancelled'),
  };
}

interface DraggedItemProps {
  readonly id: string;
  readonly list: SortableState;
}

/** Follows one item and tells its element where to stand. */
const DraggedItem = memo(function DraggedItem({ id, list }: DraggedItemProps) {
  const sorting = useSortable({ id });
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, transition, isDragging } = sorting;
  const transform = CSS.Translate.toString(sorting.transform);
  useLayoutEffect(
    () => list.follow(id, { item: setNodeRef, handle: setActivatorNodeRef }),
    [list, id, setNodeRef, setActivatorNodeRef],
  );
  // The listeners are new each time; those of the last rendering do.
  useLayoutEffect(
    () => list.show(id, { transform, transition, isDragging, handle: { ...attributes, ...listeners } }),
    [list, id, transform, transition, isDragging, attributes, listeners],
  );
  return null;
});
