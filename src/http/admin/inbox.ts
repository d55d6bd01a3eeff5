import type { Inbox } from '../../inbox/openInbox.ts';
import { actorRefName } from '../../model/access.ts';
import type { Lookup } from '../../model/entry.ts';
import { flag, integer, list, object } from '../../model/schema/schema.ts';
import { NOTICE, showNotice } from '../../view/admin/notice.ts';
import { booleanShape, integerShape } from '../../view/shapes/values.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { answerWholeList, wholeListParameters } from '../request/wholeList.ts';
import { dataResult, listResult } from '../result.ts';

export interface InboxDeps {
  readonly inbox: Inbox;
  /** What is live. */
  readonly store: Lookup;
}

/** What the caller is told (PEOPLE, 3). */
export const inboxEndpoints = ({ inbox, store }: InboxDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/inbox',
    summary: 'List what you are told, newest first',
    access: 'viewer',
    query: object({}, { ...wholeListParameters, unread: { ...flag(), description: 'Only what you have not read' } }),
    result: listResult(NOTICE, { meta: object({ total: integerShape, unread: integerShape }) }),
    async handle({ query, actor }) {
      const told = await inbox.list(actorRefName(actor));
      const all = actor.rights.readsAll
        ? told
        : told.filter(({ record }) => record && store.get(record.kind, record.id));
      const unread = all.filter(({ isRead }) => !isRead);
      const { data, meta } = answerWholeList(query.unread ? unread : all, query, (notice) => showNotice(notice, store));
      return { data, meta: { ...meta, unread: unread.length } };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/inbox/read',
    summary: 'Mark some of what you are told as read, or all of it',
    access: 'viewer',
    changes: 'own',
    body: object({}, { ids: list(integer({ minimum: 1 }), { maxItems: 500 }) }),
    result: dataResult(object({ read: booleanShape })),
    async handle({ body: { ids }, actor }) {
      await inbox.markRead(actorRefName(actor), ids);
      return { data: { read: true } };
    },
  }),
];
