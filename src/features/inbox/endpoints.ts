import type { ReaderParts } from '../../extend/feature.ts';
import { findTitle, keepReadable } from '../../extend/readable.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { sliceWholeList, wholeListParameters } from '../../http/request/wholeList.ts';
import { dataResult, listResult } from '../../http/result.ts';
import type { Inbox } from '../../inbox/openInbox.ts';
import { actorRefName } from '../../model/access.ts';
import { flag, integer, list, object } from '../../model/schema/schema.ts';
import { NOTICE, showNotice } from '../../view/admin/notice.ts';
import { booleanShape, integerShape } from '../../view/shapes/values.ts';

/** What inbox endpoints are made from: as much of the content as the caller may read. */
export interface InboxDeps extends ReaderParts {
  readonly inbox: Inbox;
}

/** What the caller is told (PEOPLE, 3). */
export const inboxEndpoints = ({ inbox, ...parts }: InboxDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/inbox',
    summary: 'List what you are told, newest first',
    access: 'viewer',
    query: object({}, { ...wholeListParameters, unread: { ...flag(), description: 'Only what you have not read' } }),
    result: listResult(NOTICE, { meta: object({ total: integerShape, unread: integerShape }) }),
    async handle({ query, actor }) {
      const told = await inbox.list(actorRefName(actor));
      const all = actor.rights.readsAll ? told : await keepReadable(told, parts);
      const unread = all.filter(({ isRead }) => !isRead);
      const asked = query.unread ? unread : all;
      const data = await Promise.all(
        sliceWholeList(asked, query).map(async (notice) =>
          showNotice(notice, { about: await findTitle(notice, parts), lookup: parts.live.store }),
        ),
      );
      return { data, meta: { total: asked.length, unread: unread.length } };
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
