import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { findDraft } from '../../parts/draft/draftedKind.ts';
import { undoOf } from '../../parts/record/undoOf.ts';
import { absoluteTime } from '../../parts/relativeTime.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminPage, Revision, RevisionItem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';
import { pageDrafts } from '../page/form/pageDrafts.ts';
import type { PageAnswer } from '../page/queries.ts';
import type { ChangedValue } from './changes.ts';
import { versionQuery } from './queries.ts';

/** Whether a value can be restored by itself. A block can only be restored with its whole version. */
export const isRestorableValue = (name: string): boolean => /^(?:title|slug)$|^(?:fields|seo)\//.test(name);

/** What has been restored by this screen: it is not offered again, so that a second click restores nothing else. */
const restoreKey = ({ id }: RevisionItem, value?: ChangedValue): string => `${id} ${value?.name ?? ''}`;

/** Restores a version, or one value of it. What visitors read stays: a live page gets it in its draft. */
export function useRestore(page: AdminPage) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const change = useChosenChange();
  const [done, setDone] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const isDrafted = !change && (page.status === 'published' || page.draft !== null);
  const requests = pageDrafts.requestsFor(page.id);
  const timeOf = ({ createdAt }: RevisionItem): string => absoluteTime(createdAt, i18n.language);

  async function run(name: string, act: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await act();
      setDone((before) => [...before, name]);
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries({ queryKey: createQueryKey('page') });
    setBusy(false);
  }

  /** The page as it is before something is restored: its draft, or itself. */
  async function readPresent(): Promise<Pick<PageAnswer, 'data' | 'etag'> & { readonly hasDraft: boolean }> {
    const draft = isDrafted ? await findDraft(requests) : undefined;
    const { data, etag } = draft ?? (await requests.read(change?.name ?? null));
    return { data, etag, hasDraft: draft !== undefined };
  }

  /** Takes what was restored out of the draft again. */
  async function undoInDraft(before: Awaited<ReturnType<typeof readPresent>>, restored: AdminPage): Promise<void> {
    try {
      const [earlier, later] = [before.data, restored].map((one) => pageDrafts.toValues(one)) as [object, object];
      if (!before.hasDraft) await requests.discardDraft();
      else await requests.writeDraft({ body: pageDrafts.toBody({ ...earlier }, { ...later }), headers: {} });
      notifySuccess(t('common.undone'));
    } catch (error) {
      notifyError(error);
    }
    await client.invalidateQueries({ queryKey: createQueryKey('page') });
  }

  type Restored = Pick<PageAnswer, 'data' | 'commit'>;

  async function restoreInto(write: (place: string | null, present: PageAnswer) => Promise<Restored>, words: string) {
    const before = await readPresent();
    const place = isDrafted
      ? (await ask('POST /api/admin/pages/{id}/draft', { path: { id: page.id } })).data.name
      : null;
    const restored = await write(place ?? change?.name ?? null, { ...before, commit: null }).catch(async (error) => {
      // A draft that was begun for this holds nothing.
      if (isDrafted && !before.hasDraft) await requests.discardDraft();
      throw error;
    });
    if (isDrafted) notifySuccess(`${words} ${t('history.inDraft')}`, () => void undoInDraft(before, restored.data));
    else notifySuccess(`${words} ${change ? t('changes.saved') : ''}`.trim(), undoOf(restored, client));
  }

  return {
    isBusy,
    isDone: (version: RevisionItem, value?: ChangedValue): boolean => done.includes(restoreKey(version, value)),
    async whole(version: RevisionItem): Promise<void> {
      const title = t('history.restore');
      const text = t(isDrafted ? 'history.restoreDraftAsk' : 'history.restoreAsk');
      if (!(await confirm({ title, text, action: title }))) return;
      await run(restoreKey(version), async () => {
        const time = timeOf(version);
        let leftOut = '';
        await restoreInto(
          async (place) => {
            const answer = await ask('POST /api/admin/pages/{id}/revisions/{commit}/restore', {
              path: { id: page.id, commit: version.id },
              body: { revisionNote: t('history.restoreNote', { time }) },
              change: place,
            });
            leftOut = answer.meta?.leftOut?.map((one) => one.join('/')).join(', ') ?? '';
            return answer;
          },
          t('history.restored', { time }),
        );
        if (leftOut) notifySuccess(t('history.leftOut', { what: leftOut }));
      });
    },
    value: (version: RevisionItem, value: ChangedValue): Promise<void> =>
      run(restoreKey(version, value), async () => {
        const whole = await client.fetchQuery(versionQuery(page.id, version.id));
        await restoreInto(
          (place, { data, etag }) =>
            // All fields are sent, so `If-Match` and `merge` keep what others have written into them since.
            requests.write({
              body: toRestoreBody(value.name, whole, data),
              headers: { ...(etag && { 'If-Match': etag }), Prefer: 'merge' },
              change: place,
            }) as Promise<Restored>,
          t('history.restoredField', { field: value.label }),
        );
      }),
  };
}

/** The request body that gives a page one value of a version. */
function toRestoreBody(name: string, version: Revision, page: AdminPage): object {
  const [first, second = ''] = name.split('/');
  if (first === 'fields') return { fields: { ...page.fields, [second]: version.fields[second] ?? null } };
  if (first === 'seo') return { [second]: version.seo[second as keyof Revision['seo']] };
  return first === 'slug' ? { slug: version.slug } : { title: version.title };
}
