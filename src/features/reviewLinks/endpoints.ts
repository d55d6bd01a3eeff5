import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../http/request/wholeList.ts';
import { dataResult, deletedResult, listResult } from '../../http/result.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { integer, label, object, withDefault } from '../../model/schema/schema.ts';
import { showSubject } from '../../view/admin/subject.ts';
import type { ReviewLinkParts } from './guestReview.ts';
import { isLinkOpen, type ReviewLink } from './links.ts';
import { NEW_REVIEW_LINK, REVIEW_LINK, showVerdict } from './view.ts';

const MAX_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

const newLink = object(
  { label: { ...label(100), description: 'Whom it is for' } },
  { days: withDefault(integer({ minimum: 1, maximum: MAX_DAYS, description: 'How long it opens the change' }), 14) },
);

/** The links to a change are kept outside the content, so a read-only server makes them, too. */
const OF_CHANGE = { access: 'editor', changes: 'own', lateWrites: 'written' } as const;

/** Making, listing and ending the links that show a change to people without an account. */
export const linkEndpoints = (parts: ReviewLinkParts): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes/:name/links',
    summary: 'List the links that show a change to people without an account, and what these have said, newest first',
    access: 'viewer',
    query: wholeListQuery,
    result: listResult(REVIEW_LINK),
    async handle({ params: { name }, query }) {
      const { head } = await parts.proposals.get(name);
      return answerWholeList(await parts.links.ofChange(name), query, (link) => showLink(link, head, parts));
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/links',
    summary: 'Make a link that shows a change to somebody without an account; the link is shown once',
    ...OF_CHANGE,
    body: newLink,
    result: dataResult(NEW_REVIEW_LINK, { status: 201 }),
    async handle({ params: { name }, body, actor, ip }) {
      requireReadsAll(actor);
      await parts.proposals.get(name);
      const expiresAt = new Date(parts.clock().getTime() + (body.days ?? 14) * DAY_MS).toISOString();
      const by = actorRefName(actor);
      const { link, token } = await parts.links.create({ change: name, label: body.label.trim(), by, expiresAt });
      await parts.onLink({ action: 'reviewLink.create', id: link.id, actor, ip });
      // Browsers send what follows `#` to no server, so it is in no log and no `Referer`.
      return { status: 201, data: { id: link.id, url: `${parts.siteUrl}/admin/review#${token}`, expiresAt } };
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/changes/:name/links/:linkId',
    summary: 'End a link: it shows nothing any more',
    ...OF_CHANGE,
    result: deletedResult(),
    async handle({ params: { name, linkId }, actor, ip }) {
      await parts.proposals.get(name);
      await parts.links.revoke(name, linkId);
      await parts.onLink({ action: 'reviewLink.end', id: linkId, actor, ip });
      return { data: { deleted: true } };
    },
  }),
];

/** A link shows all of the change, so nobody may make one who could not read all of it. */
function requireReadsAll({ rights }: Actor): void {
  if (rights.readsAll) return;
  throw forbidden(because('sharesUnreadable', 'You cannot read everything, so you cannot show a change to others', {}));
}

function showLink(link: ReviewLink, head: string, { clock, live }: ReviewLinkParts): object {
  const { id, label: whom, by, createdAt, expiresAt, revokedAt, verdicts } = link;
  const ended = revokedAt === null ? 'expired' : 'revoked';
  return {
    ...{ id, label: whom, by: showSubject(by, live.store), createdAt, expiresAt },
    state: isLinkOpen(link, clock()) ? 'open' : ended,
    verdicts: verdicts.map((one) => showVerdict(one, head)),
  };
}
