import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ChosenChange, chooseChange, chosenChange, onChosenChange } from './chosenChange.ts';

/** The change that the user of this window is working on. */
export const useChosenChange = (): ChosenChange | undefined => useSyncExternalStore(onChosenChange, chosenChange);

/** Chooses a change, or what is live, and reloads everything that is shown. */
export function useChooseChange(): (change: ChosenChange | undefined) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    chooseChange(change && { name: change.name, title: change.title, ref: change.ref });
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
}
