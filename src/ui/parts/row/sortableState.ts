import type { HTMLAttributes } from 'react';

/** What a sortable list shows, and what happens when an item is moved. */
export interface SortedMoves {
  /** The keys of the items, in order. */
  readonly keys: readonly string[];
  /** Whether items also stand next to each other. */
  readonly isGrid?: boolean;
  onMove(from: number, to: number): void;
}

/** The state of one item while items are moved. */
export interface SortedItem {
  readonly transform?: string | undefined;
  readonly transition?: string | undefined;
  readonly isDragging: boolean;
  /** What its handle listens to and says. */
  readonly handle?: HTMLAttributes<HTMLElement>;
}

type SortablePart = 'item' | 'handle';
type ElementListeners = Readonly<Record<SortablePart, (element: HTMLElement | null) => void>>;

/** What the items of a list and the code that moves them know of each other. */
export interface SortableState {
  subscribe(listener: () => void): () => void;
  read(key: string): SortedItem;
  /** Called with the element of an item, or of its handle. */
  place(key: string, part: SortablePart, element: HTMLElement | null): void;
  /** Calls the listeners with the present and later elements of an item. Returns a function that stops it. */
  follow(key: string, followers: ElementListeners): () => void;
  show(key: string, item: SortedItem): void;
}

const AT_REST: SortedItem = { isDragging: false };

export function createSortedList(): SortableState {
  const listeners = new Set<() => void>();
  const items = new Map<string, SortedItem>();
  const elements: Record<SortablePart, Map<string, HTMLElement | null>> = { item: new Map(), handle: new Map() };
  const followed = new Map<string, ElementListeners>();
  const show = (key: string, item: SortedItem | undefined): void => {
    if (item) items.set(key, item);
    else items.delete(key);
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: (key) => items.get(key) ?? AT_REST,
    place(key, part, element) {
      elements[part].set(key, element);
      followed.get(key)?.[part](element);
    },
    follow(key, followers) {
      followed.set(key, followers);
      followers.item(elements.item.get(key) ?? null);
      followers.handle(elements.handle.get(key) ?? null);
      return () => {
        followed.delete(key);
        show(key, undefined);
      };
    },
    show,
  };
}
