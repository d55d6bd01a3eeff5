import { useRef } from 'react';
import { newKey } from '../../form/useListKeys.ts';
import { moveItem } from '../../parts/row/Sortable.tsx';

/** Keys for rows that are read from a text anew each time, so that they have no identity. They follow what is done to the rows. */
export function useRowKeys(length: number) {
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
