import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import type { PublishedDraft } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { isStaleWriteError, isWarning } from '../../wire/WireError.ts';
import { confirm } from '../dialog/confirm.tsx';
import { notifyError, notifyErrorMessage, notifySuccess } from '../dialog/notify.tsx';
import { undoOf } from '../record/undoOf.ts';
import { absoluteTime } from '../relativeTime.ts';
import type { DraftedKind, DraftedRecord, EditedRecord } from './draftedKind.ts';
import type { DraftForm } from './useDraftForm.ts';

/** What decides what visitors see of a record. */
export interface PublishActions {
  /** Whether one of these actions is running. */
  readonly isBusy: boolean;
  /**
   * Makes what the form shows what visitors see; the note says in the history what has changed. True if it is done; else
   * the form has the problems that keep it from that.
   */
  publish(note?: string): Promise<boolean>;
  /** Does the same at a time, ISO 8601; until then visitors see what they see now. */
  publishAt(at: string, note?: string): Promise<boolean>;
  /** The draft stays, and is no longer published by itself. */
  unschedule(): Promise<boolean>;
  /** Gives up the draft: the form shows what is live. */
  discardDraft(): Promise<void>;
}

export interface DraftPublishing extends PublishActions {
  /** Runs an action; a failure is told, and the form shows the record as it is now. */
  run(act: () => Promise<boolean>): Promise<boolean>;
  /** Saves what is typed. True if nothing keeps it from being published; else the form has the problems. */
  isSound(): Promise<boolean>;
}

/** A note as requests carry it; none if it is blank. */
export const toRevisionNote = (note: string): { readonly revisionNote?: string } =>
  note.trim() ? { revisionNote: note } : {};

interface Options<R extends DraftedRecord> {
  readonly kind: DraftedKind<R>;
  readonly draftForm: DraftForm<R>;
  /** The note after publishing. */
  publishedText(isPublic: boolean): string;
}

/** Publishes and discards the draft of a record. Each note says what the answer said, and has an undo. */
export function useDraftPublishing<R extends DraftedRecord>({
  kind,
  draftForm,
  publishedText,
}: Options<R>): DraftPublishing {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const requests = kind.requestsFor(draftForm.edited.data.id);

  async function run(act: () => Promise<boolean>): Promise<boolean> {
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      if (isStaleWriteError(error)) notifyErrorMessage(t('changes.stale'));
      else notifyError(error);
      return false;
    } finally {
      await Promise.all(kind.shownIn.map((shown) => client.invalidateQueries({ queryKey: createQueryKey(shown) })));
      setBusy(false);
    }
  }

  /** Saves what is typed, and reads the record as it is then: only that is published. Null if it has problems. */
  async function readSaved(): Promise<EditedRecord<R> | null> {
    const { form, save, refresh } = draftForm;
    form.setProblems([]);
    if (form.isChanged() && !(await save())) return null;
    const saved = await refresh();
    const refusals = saved.problems.filter((problem) => !isWarning(problem));
    form.setProblems(refusals);
    return refusals.length > 0 ? null : saved;
  }

  /** Publishes the draft as it is now, and nothing later. */
  async function publishDraft(note: string, scheduledAt?: string): Promise<PublishedDraft | null> {
    const saved = await readSaved();
    if (!saved?.draft) return null;
    const { etag } = saved;
    const headers: Record<string, string> = etag === null ? {} : { 'If-Match': etag };
    const body = { ...toRevisionNote(note), ...(scheduledAt !== undefined && { scheduledAt }) };
    return (await requests.publishDraft({ headers, body })).data;
  }

  async function bringBack(name: string): Promise<void> {
    await run(async () => {
      await ask('POST /api/admin/changes/{name}/restore', { path: { name } });
      notifySuccess(t('common.undone'));
      return true;
    });
  }

  return {
    isBusy,
    run,
    isSound: async () => (await readSaved()) !== null,
    publish: (note = '') =>
      run(async () => {
        const published = await publishDraft(note);
        if (!published) return false;
        notifySuccess(publishedText(published.isPublic), undoOf(published, client));
        return true;
      }),
    publishAt: (at, note = '') =>
      run(async () => {
        if (!(await publishDraft(note, at))) return false;
        notifySuccess(t('draft.willPublish', { time: absoluteTime(at, i18n.language) }));
        return true;
      }),
    unschedule: () =>
      run(async () => {
        const name = draftForm.edited.draft!.change;
        await ask('PUT /api/admin/changes/{name}', { path: { name }, body: { scheduledAt: null } });
        notifySuccess(t('changes.unscheduled'));
        return true;
      }),
    async discardDraft() {
      const question = { title: t('draft.discard'), text: t('draft.discardText'), action: t('record.discard') };
      if (!(await confirm({ ...question, isDangerous: true }))) return;
      await run(async () => {
        const name = (await requests.discardDraft()).meta?.draft;
        draftForm.discard();
        notifySuccess(t('draft.discarded'), name === undefined ? undefined : () => void bringBack(name));
        return true;
      });
    },
  };
}
