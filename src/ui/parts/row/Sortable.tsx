import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import {
  type CSSProperties,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadOnDemand } from '../onDemand/loadOnDemand.tsx';
import { createSortedList, type SortedMoves } from './sortableState.ts';

const Dragging = loadOnDemand(async () => (await import('./Dragging.tsx')).Dragging);

interface SortableProps extends SortedMoves {
  /** Nothing can be moved. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** A list whose items are reordered by dragging or by keyboard. */
export function Sortable({ isFixed = false, children, ...moving }: SortableProps) {
  const [list] = useState(createSortedList);
  return (
    <List value={isFixed ? null : list}>
      {children}
      {!isFixed && <Dragging {...moving} list={list} />}
    </List>
  );
}

/** Of nothing that moves, the list is null. */
const List = createContext<ReturnType<typeof createSortedList> | null>(null);

interface HandleProps {
  readonly label: string;
}

interface SortableBinding {
  readonly ref: (node: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly isDragging: boolean;
  /** Renders the handle that it is dragged by. */
  readonly handle: (props: HandleProps) => ReactNode;
}

const NOTHING = createSortedList();

/** Makes an element an item of a `Sortable`. */
export function useSorted(key: string): SortableBinding {
  const found = useContext(List);
  const list = found ?? NOTHING;
  const { transform, transition, isDragging, handle } = useSyncExternalStore(list.subscribe, () => list.read(key));
  const ref = useCallback((node: HTMLElement | null) => list.place(key, 'item', node), [list, key]);
  const handleRef = useCallback((node: HTMLElement | null) => list.place(key, 'handle', node), [list, key]);
  return {
    ref,
    style: { transform, transition, ...(isDragging && { zIndex: 10, boxShadow: 'var(--mantine-shadow-lg)' }) },
    isDragging,
    handle: ({ label }) =>
      found && (
        <ActionIcon
          ref={handleRef}
          {...handle}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label}
          style={{ cursor: 'grab', touchAction: 'none' }}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      ),
  };
}

/** A copy of the list with one item moved. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}
