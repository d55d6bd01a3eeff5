import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { tellDone, tellProblem } from '../../parts/dialog/tell.tsx';
import { absoluteTime } from '../../parts/relativeTime.ts';
import { ask } from '../../wire/ask.ts';
import { chosenChange } from '../../wire/chosenChange.ts';
import type { AdminPage, Revision, RevisionItem } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';
import type { ChangedValue } from './changes.ts';
import { versionQuery } from './queries.ts';

/** Whether a value can be restored by itself. A block can only be restored with its whole version. */
export const isRestorable = (name: string): boolean => /^(?:title|slug)$|^(?:fields|seo)\//.test(name);

/** Restores a version, or one value of it. Either makes a new version. */
export function useRestore(page: AdminPage) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf('page') });
  const timeOf = ({ createdAt }: RevisionItem): string => absoluteTime(createdAt, i18n.language);

  async function askFirst(title: string, act: () => Promise<string>): Promise<void> {
    const live = page.status === 'published' && !chosenChange() ? ` ${t('history.restoreLive')}` : '';
    if (!(await confirm({ title, text: t('history.restoreAsk') + live, action: title }))) return;
    try {
      tellDone(await act());
    } catch (error) {
      tellProblem(error);
    }
    await refresh();
  }

  return {
    whole: (version: RevisionItem) =>
      askFirst(t('history.restore'), async () => {
        const path = { id: page.id, commit: version.id };
        const { meta } = await ask('POST /api/admin/pages/{id}/revisions/{commit}/restore', { path, body: {} });
        const done = t('history.restored', { time: timeOf(version) });
        const leftOut = meta?.leftOut?.map((one) => one.join('/')).join(', ');
        return leftOut ? `${done} ${t('history.leftOut', { what: leftOut })}` : done;
      }),
    async value(version: RevisionItem, { name, label }: ChangedValue): Promise<void> {
      try {
        const path = { id: page.id };
        const whole = await client.fetchQuery(versionQuery(page.id, version.id));
        // All fields are sent, so `If-Match` and `merge` keep what others have written into them since.
        const present = await ask('GET /api/admin/pages/{id}', { path });
        const headers = { ...(present.etag && { 'If-Match': present.etag }), Prefer: 'merge' };
        await ask('PUT /api/admin/pages/{id}', { path, body: bodyOf(name, whole, present.data), headers });
        tellDone(t('history.restoredField', { field: label }));
      } catch (error) {
        tellProblem(error);
      }
      await refresh();
    },
  };
}

/** The request body that gives a page one value of a version. */
function bodyOf(name: string, version: Revision, page: AdminPage): object {
  const [first, second = ''] = name.split('/');
  if (first === 'fields') return { fields: { ...page.fields, [second]: version.fields[second] ?? null } };
  if (first === 'seo') return { [second]: version.seo[second as keyof Revision['seo']] };
  return first === 'slug' ? { slug: version.slug } : { title: version.title };
}
