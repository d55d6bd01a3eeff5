import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { ask } from '../../wire/ask.ts';
import { chosenChange } from '../../wire/chosenChange.ts';
import { tellDone, tellProblem } from '../dialog/tell.tsx';

/** What a write has answered. */
interface Written {
  readonly commit?: string | null;
}

/**
 * Takes back what a write has done to what is live, all of it, and keeps what others have changed since; where both
 * meet it says so. Undefined where there is nothing to take back: what is private has no versions, and a change is
 * looked through before it is published.
 */
export function undoOf({ commit }: Written, client: QueryClient): (() => void) | undefined {
  if (!commit || chosenChange()) return undefined;
  const undo = async (): Promise<void> => {
    try {
      await ask('POST /api/admin/commits/{commit}/revert', { path: { commit }, body: {} });
      await client.invalidateQueries();
      tellDone(i18next.t('common.undone'));
    } catch (error) {
      tellProblem(error);
    }
  };
  return () => void undo();
}
