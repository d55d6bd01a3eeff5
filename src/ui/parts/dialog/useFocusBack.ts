import { useEffect, useState } from 'react';
import { focusInstead } from './focusInstead.ts';

/** For what is there only while it is open: when it goes, the focus is where it was before. */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => focusInstead(() => (before instanceof HTMLElement && before.isConnected ? before : undefined)),
    [before],
  );
}
