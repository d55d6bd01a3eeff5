import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { ask } from '../../wire/ask.ts';
import { chosenChange } from '../../wire/chosenChange.ts';
import { tellDone, tellProblem } from '../dialog/tell.tsx';

/** The part of a write's answer that is needed to undo it. */
interface Written {
  readonly commit?: string | null;
}

/**
 * A function that undoes a write to what is live and keeps what others have changed since; where the two clash, it says
 * so. Undefined if there is nothing to undo: private records have no versions, and changes are reviewed before they are
 * published.
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
