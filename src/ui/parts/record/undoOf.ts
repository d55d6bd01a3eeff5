import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { chosenChange } from '../../wire/chosenChange.ts';
import { sendRequest } from '../../wire/sendRequest.ts';
import { notifyError, notifySuccess } from '../dialog/notify.tsx';

/** The part of a write's answer that is needed to undo it. */
export interface CommitAnswer {
  readonly commit?: string | null;
}

/** Whether undoing a write brings back the file that it removed or replaced. */
export const isWriteRestorable = ({ meta }: { readonly meta?: object }): boolean =>
  meta !== undefined && 'isRestorable' in meta && meta.isRestorable === true;

/**
 * A function that undoes writes to what is live, the last one first, and keeps what others have changed since; where the
 * two clash, it says so. Undefined if there is nothing to undo: private records have no versions, and changes are
 * reviewed before they are published.
 */
export function undoOf(written: CommitAnswer | readonly CommitAnswer[], client: QueryClient): (() => void) | undefined {
  const commits = [written].flat().flatMap(({ commit }) => commit ?? []);
  if (commits.length === 0 || chosenChange()) return undefined;
  const undo = async (): Promise<void> => {
    try {
      for (const commit of commits.toReversed())
        await sendRequest('POST /api/admin/commits/{commit}/revert', { path: { commit }, body: {}, change: null });
      notifySuccess(i18next.t('common.undone'));
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries();
  };
  return () => void undo();
}

/** Says that content is saved and whether that is live, with an undo. */
export const tellSaved = (written: CommitAnswer, client: QueryClient): void =>
  void notifySuccess(i18next.t(chosenChange() ? 'changes.saved' : 'record.savedLive'), undoOf(written, client));
