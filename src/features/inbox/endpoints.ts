import type { ReaderParts } from '../../extend/featureParts.ts';
import { findTitle, keepReadable } from '../../extend/readable.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { sliceWholeList, wholeListParameters } from '../../http/request/wholeList.ts';
import { dataResult, listResult } from '../../http/result.ts';
import type { Inbox } from '../../inbox/openInbox.ts';
import { actorRefName } from '../../model/access.ts';
import { invalidAt, unavailable } from '../../model/errors.ts';
import { choice, flag, integer, list, namedSchema, object } from '../../model/schema/schema.ts';
import { NOTICE, showNotice } from '../../view/admin/notice.ts';
import { booleanShape, integerShape } from '../../view/shapes/values.ts';
import { NOTICE_MAILS, type NoticeMails } from './noticeMails.ts';

/** What inbox endpoints are made from: as much of the content as the caller may read. */
export interface InboxDeps extends ReaderParts {
  readonly inbox: Inbox;
  readonly mails: Pick<NoticeMails, 'choiceOf' | 'choose'>;
  /** Whether there is a mail server. */
  isMailOn(): boolean;
}

const MAILS = namedSchema('InboxMails', object({ isOffered: booleanShape, choice: choice(...NOTICE_MAILS) }));

/** What the caller is told (PEOPLE, 3). */
export const inboxEndpoints = ({ inbox, mails, isMailOn, ...parts }: InboxDeps): Endpoint[] => [
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
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/inbox/mails',
    summary: 'Read when you get what is in your inbox by mail, and whether there is a mail server',
    access: 'viewer',
    result: dataResult(MAILS),
    handle: async ({ actor }) => ({
      data: { isOffered: isMailOn(), choice: await mails.choiceOf(actorRefName(actor)) },
    }),
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/inbox/mails',
    summary: 'Choose when you get what is in your inbox by mail',
    ...{ access: 'viewer', changes: 'own', lateWrites: 'written' },
    body: object({ choice: choice(...NOTICE_MAILS) }),
    result: dataResult(MAILS),
    async handle({ body, actor }) {
      if (actor.type !== 'user') throw invalidAt([], 'An API key has no mailbox');
      if (!isMailOn()) throw unavailable('No mail server is configured (SMTP_URL)', NO_MAIL_SECONDS);
      await mails.choose(actorRefName(actor), body.choice);
      return { data: { isOffered: true, choice: body.choice } };
    },
  }),
];

/** When it is worth asking again. */
const NO_MAIL_SECONDS = 3600;
