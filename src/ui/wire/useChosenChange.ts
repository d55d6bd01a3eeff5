import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ChosenChange, chooseChange, chosenChange, onChosenChange } from './chosenChange.ts';

/** What is worked on in this window. */
export const useChosenChange = (): ChosenChange | undefined => useSyncExternalStore(onChosenChange, chosenChange);

/** Works on a change from now on, or on what is live: all that is shown is read anew. */
export function useChooseChange(): (change: ChosenChange | undefined) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    chooseChange(change && { name: change.name, title: change.title, ref: change.ref, page: change.page });
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
}
