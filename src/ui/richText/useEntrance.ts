import { useCallback, useRef, useState } from 'react';

/** How somebody came into a text before it had an editor: where they clicked, and what they have typed since. */
export interface Entrance {
  readonly at?: { readonly left: number; readonly top: number };
  readonly typed?: string;
}

interface EntranceState {
  /** Whether the text has been entered. */
  readonly hasEntered: boolean;
  enter(entrance: Entrance): void;
  /** Gives out what is known of them, once: the editor takes over. */
  take(): Entrance | undefined;
}

/** Remembers who comes into a text until its editor is there. */
export function useEntrance(): EntranceState {
  const [hasEntered, setEntered] = useState(false);
  const known = useRef<Entrance>(undefined);
  const enter = useCallback((more: Entrance) => {
    const typed = `${known.current?.typed ?? ''}${more.typed ?? ''}`;
    known.current = { ...known.current, ...more, typed };
    setEntered(true);
  }, []);
  const take = useCallback(() => {
    const entrance = known.current;
    known.current = undefined;
    return entrance;
  }, []);
  return { hasEntered, enter, take };
}
