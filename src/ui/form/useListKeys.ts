import { useRef } from 'react';
import { moveItem } from '../parts/row/Sortable.tsx';

let last = 0;
/** A name that nothing else has, nor what was typed in another window and is brought back in this one. */
export const newKey = (): string => `new-${performance.timeOrigin.toString(36)}-${++last}`;

/** Names for the items of a list that have none, which stay with them while the list is changed here. */
export function useListKeys(length: number) {
  const keys = useRef<string[]>([]);
  // Changed from elsewhere: at the end, as far as anybody can tell.
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
