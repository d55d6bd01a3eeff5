import { useState } from 'react';

/** The selected items of a list. */
export interface Selection<T> {
  readonly chosen: readonly T[];
  has(one: T): boolean;
  toggle(one: T): void;
  clear(): void;
}

export function useSelection<T>(): Selection<T> {
  const [chosen, setChosen] = useState<readonly T[]>([]);
  return {
    chosen,
    has: (one) => chosen.includes(one),
    toggle: (one) =>
      setChosen((before) => (before.includes(one) ? before.filter((other) => other !== one) : [...before, one])),
    clear: () => setChosen([]),
  };
}
