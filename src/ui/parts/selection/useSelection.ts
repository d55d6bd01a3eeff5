import { useState } from 'react';

/** The selected items of a list. */
export interface Selection<T> {
  readonly chosen: readonly T[];
  has(one: T): boolean;
  toggle(one: T): void;
  clear(): void;
}

/**
 * Selects items of the list named `list`. When another list is shown the selection is dropped, so that bulk actions
 * never reach items that are out of sight. `list` is undefined as long as the previous list is still shown.
 */
export function useSelection<T>(list: string | undefined): Selection<T> {
  const [chosen, setChosen] = useState<readonly T[]>([]);
  const [shown, setShown] = useState(list);
  if (list !== undefined && list !== shown) {
    setShown(list);
    setChosen([]);
  }
  return {
    chosen,
    has: (one) => chosen.includes(one),
    toggle: (one) =>
      setChosen((before) => (before.includes(one) ? before.filter((other) => other !== one) : [...before, one])),
    clear: () => setChosen([]),
  };
}
