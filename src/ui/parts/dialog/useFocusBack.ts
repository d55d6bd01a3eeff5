import { useEffect, useState } from 'react';
import { focusInstead } from './focusInstead.ts';

/** For components that are mounted only while open: returns the focus to where it was before. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => focusInstead(() => (before instanceof HTMLElement && before.isConnected ? before : undefined)),
    [before],
  );
}
