import { useRef } from 'react';

let last = 0;
/** A key that is unique, also among unsaved values from another window that are restored in this one. */
export const newKey = (): string => `new-${performance.timeOrigin.toString(36)}-${++last}`;

interface KeyedItems {
  readonly items: readonly unknown[];
  readonly keys: readonly string[];
}

/** Keys for the items of a list that have none of their own. They stay with their items while the list changes. */
export function useListKeys(items: readonly unknown[]): readonly string[] {
  const present = useRef<KeyedItems>({ items: [], keys: [] });
  if (present.current.items !== items) present.current = { items, keys: keysFor(items, present.current) };
  return present.current.keys;
}

/** An item keeps its identity when others change. One that has changed itself is where it was. */
export function keysFor(items: readonly unknown[], before: KeyedItems): readonly string[] {
  const taken = new Set<number>();
  const found = items.map((item, index) => {
    const isSameHere = before.items[index] === item && !taken.has(index);
    const at = isSameHere ? index : before.items.findIndex((one, place) => one === item && !taken.has(place));
    if (at >= 0) taken.add(at);
    return at;
  });
  return found.map((at, index) => {
    if (at >= 0) return before.keys[at] ?? newKey();
    const isFree = index < before.items.length && !taken.has(index);
    return (isFree && before.keys[index]) || newKey();
  });
}
