import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../parts/dialog/confirm.tsx';
import { tellDone, tellProblem, tellTrouble } from '../../../parts/dialog/tell.tsx';
import { undoOf } from '../../../parts/record/undoOf.ts';
import { absoluteTime } from '../../../parts/relativeTime.ts';
import { ask } from '../../../wire/ask.ts';
import { keyOf } from '../../../wire/keys.ts';
import { isStale } from '../../../wire/WireError.ts';
import type { Status } from '../queries.ts';
import type { PageForm } from './usePageForm.ts';

export interface Publishing {
  /** Whether one of these actions is running. */
  readonly isBusy: boolean;
  /** Makes what the form shows what visitors read. True if it is done. */
  publish(): Promise<boolean>;
  /** Does the same at a time, ISO 8601; until then visitors read what they read now. */
  publishAt(at: string): Promise<boolean>;
  /** The draft stays, and is no longer published by itself. */
  unschedule(): Promise<boolean>;
  /** Gives up the draft: the form shows what is live. */
  discardDraft(): Promise<void>;
  /** Takes the page off the site, now or at a time; null cancels such a time. */
  takeOffline(at?: string | null): Promise<boolean>;
  /** Moves a page that nobody reads between draft and archive. */
  setStatus(status: Status, done: string): Promise<void>;
}

/** What decides what visitors read of a page. Each note says what the answer said, and has an undo. */
export function usePublishing(id: number, pageForm: PageForm): Publishing {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { form, save, refresh, lastSaved } = pageForm;
  const path = { id };

  /** Runs an action; a failure is told, and the form shows the page as it is now. */
  async function run(act: () => Promise<boolean>): Promise<boolean> {
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      if (isStale(error)) tellTrouble(t('changes.stale'));
      else tellProblem(error);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: keyOf('page') });
      setBusy(false);
    }
  }

  const isSaved = async (): Promise<boolean> => !form.isChanged() || (await save());
  const told = (commit: string | null, isPublic: boolean): true => {
    tellDone(t(isPublic ? 'page.published' : 'page.publishedHidden'), undoOf({ commit }, client));
    return true;
  };

  /** Saves what is typed, and reads the draft as it is then: only that is published. */
  async function readDraft(): Promise<{ readonly etag: string | null } | null> {
    if (!(await isSaved())) return null;
    const { draft, etag } = await refresh();
    return draft && { etag };
  }

  async function publishDraft(scheduledAt?: string) {
    const seen = await readDraft();
    if (!seen) return null;
    const headers = { ...(seen.etag && { 'If-Match': seen.etag }) };
    const body = { ...(scheduledAt && { scheduledAt }) };
    return (await ask('POST /api/admin/pages/{id}/draft/publish', { path, headers, body })).data;
  }

  /** Publishes a page that visitors cannot read yet and that has no draft beside it. */
  async function publishPage(): Promise<boolean> {
    if (!(await save('published'))) return false;
    const saved = lastSaved();
    return told(saved?.commit ?? null, (saved?.meta as { hidden?: true } | undefined)?.hidden !== true);
  }

  const hasDraft = ({ data, live, draft }: PageForm['edited']): boolean =>
    draft !== null || (live ?? data).status === 'published';

  return {
    isBusy,
    publish: () =>
      run(async () => {
        const { edited } = pageForm;
        if (!hasDraft(edited)) return publishPage();
        // What visitors cannot read yet becomes readable with its draft.
        if (edited.data.status !== 'published' && !(await save('published'))) return false;
        const published = await publishDraft();
        return published !== null && told(published.commit, published.isPublic);
      }),
    publishAt: (at) =>
      run(async () => {
        if (!(await isSaved())) return false;
        if (hasDraft(pageForm.edited)) {
          if ((await publishDraft(at)) === null) return false;
        } else await ask('PUT /api/admin/pages/{id}', { path, body: { scheduledAt: at }, change: null });
        tellDone(t('page.willPublish', { time: absoluteTime(at, i18n.language) }));
        return true;
      }),
    unschedule: () =>
      run(async () => {
        const { draft } = pageForm.edited;
        const body = { scheduledAt: null };
        if (draft) await ask('PUT /api/admin/changes/{name}', { path: { name: draft.change }, body });
        else await ask('PUT /api/admin/pages/{id}', { path, body, change: null });
        tellDone(t('changes.unscheduled'));
        return true;
      }),
    async discardDraft() {
      const question = { title: t('page.discardDraft'), text: t('page.discardDraftText'), action: t('record.discard') };
      if (!(await confirm({ ...question, isDangerous: true }))) return;
      await run(async () => {
        const { meta } = await ask('DELETE /api/admin/pages/{id}/draft', { path });
        pageForm.discard();
        const name = meta?.draft;
        tellDone(t('page.draftDiscarded'), name === undefined ? undefined : () => void bringBack(name));
        return true;
      });
    },
    takeOffline: (at) =>
      run(async () => {
        const body = at === undefined ? { status: 'draft' as const } : { unpublishAt: at };
        const { commit } = await ask('PUT /api/admin/pages/{id}', { path, body, change: null });
        const time = at ? absoluteTime(at, i18n.language) : '';
        const done = at === undefined ? 'page.takenOffline' : at === null ? 'page.staysOnline' : 'page.willGoOffline';
        tellDone(t(done, { time }), undoOf({ commit }, client));
        return true;
      }),
    async setStatus(status, done) {
      await run(async () => {
        const { commit } = await ask('PUT /api/admin/pages/{id}', { path, body: { status } });
        tellDone(done, undoOf({ commit }, client));
        return true;
      });
    },
  };

  async function bringBack(name: string): Promise<void> {
    await run(async () => {
      await ask('POST /api/admin/changes/{name}/restore', { path: { name } });
      tellDone(t('common.undone'));
      return true;
    });
  }
}
