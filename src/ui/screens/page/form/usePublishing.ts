import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import { type PublishActions, toRevisionNote, useDraftPublishing } from '../../../parts/draft/useDraftPublishing.ts';
import { undoOf } from '../../../parts/record/undoOf.ts';
import { absoluteTime } from '../../../parts/relativeTime.ts';
import { ask } from '../../../wire/ask.ts';
import { chosenName } from '../../../wire/chosenChange.ts';
import type { Status } from '../queries.ts';
import { pageDrafts } from './pageDrafts.ts';
import type { PageForm } from './usePageForm.ts';

export interface PagePublishing extends PublishActions {
  /** Takes the page off the site, now or at a time; null cancels such a time. */
  takeOffline(at?: string | null): Promise<boolean>;
  /** Moves a page that nobody reads between draft and archive. */
  setStatus(status: Status, done: string): Promise<void>;
}

/** What decides what visitors read of a page. A page that they cannot read yet has its times and status itself. */
export function usePublishing(id: number, pageForm: PageForm): PagePublishing {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const publishedText = (isPublic: boolean): string => t(isPublic ? 'page.published' : 'page.publishedHidden');
  const drafts = useDraftPublishing({ kind: pageDrafts, draftForm: pageForm, publishedText });
  const { run } = drafts;
  const { form, edited, save, lastSaved, isDrafted } = pageForm;
  const path = { id };
  const write = (body: { readonly scheduledAt?: string | null; readonly revisionNote?: string }) =>
    ask('PUT /api/admin/pages/{id}', { path, body, change: null });

  /** Publishes a page that visitors cannot read yet and that has no draft beside it. */
  async function publishPage(note: string): Promise<boolean> {
    form.setProblems([]);
    if (!(await save({ status: 'published', ...toRevisionNote(note) }))) return false;
    const saved = lastSaved();
    const isHidden = (saved?.meta as { hidden?: true } | undefined)?.hidden === true;
    notifySuccess(publishedText(!isHidden), undoOf(saved ?? {}, client));
    return true;
  }

  return {
    ...drafts,
    async publish(note = '') {
      if (!isDrafted) return run(() => publishPage(note));
      // What visitors cannot read yet becomes readable with its draft.
      const isReady = edited.data.status === 'published' || (await run(() => save({ status: 'published' })));
      return isReady && drafts.publish(note);
    },
    publishAt: (scheduledAt, note = '') =>
      isDrafted
        ? drafts.publishAt(scheduledAt, note)
        : run(async () => {
            if (!(await drafts.isSound())) return false;
            await write({ scheduledAt, ...toRevisionNote(note) });
            notifySuccess(t('draft.willPublish', { time: absoluteTime(scheduledAt, i18n.language) }));
            return true;
          }),
    unschedule: () =>
      edited.draft
        ? drafts.unschedule()
        : run(async () => {
            await write({ scheduledAt: null });
            notifySuccess(t('changes.unscheduled'));
            return true;
          }),
    takeOffline: (at) =>
      run(async () => {
        const body = at === undefined ? { status: 'draft' as const } : { unpublishAt: at };
        const worksOn = chosenName();
        const { commit } = await ask('PUT /api/admin/pages/{id}', { path, body, change: null });
        const time = at ? absoluteTime(at, i18n.language) : '';
        const done = at === undefined ? 'page.takenOffline' : at === null ? 'page.staysOnline' : 'page.willGoOffline';
        // It may have gone into a change that others approve first.
        notifySuccess(t(chosenName() === worksOn ? done : 'changes.saved', { time }), undoOf({ commit }, client));
        return true;
      }),
    async setStatus(status, done) {
      await run(async () => {
        const { commit } = await ask('PUT /api/admin/pages/{id}', { path, body: { status } });
        notifySuccess(done, undoOf({ commit }, client));
        return true;
      });
    },
  };
}
