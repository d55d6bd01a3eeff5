import { useRef } from 'react';
import { moveItem } from '../parts/row/Sortable.tsx';

let last = 0;
/** A key that is unique, also among unsaved values from another window that are restored in this one. */
export const newKey = (): string => `new-${performance.timeOrigin.toString(36)}-${++last}`;

/** Keys for the items of a list that have none of their own. They stay with their items while the list is changed here. */
export function useListKeys(length: number) {
  const keys = useRef<string[]>([]);
  // The list was changed from elsewhere: there is no telling where, so the end is assumed.
  while (keys.current.length < length) keys.current.push(newKey());
  keys.current.length = length;
  return {
    keys: keys.current,
    move: (from: number, to: number) => {
      keys.current = moveItem(keys.current, from, to);
    },
    insert: (at: number) => void keys.current.splice(at, 0, newKey()),
    remove: (at: number) => void keys.current.splice(at, 1),
  };
}
