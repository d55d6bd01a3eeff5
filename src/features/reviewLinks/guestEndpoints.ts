import { LINK_TOKEN, MAX_OPEN_BODY_BYTES, requireToken } from '../../http/admin/user/invitations.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { rateLimited } from '../../http/limit/rateLimit.ts';
import { dataResult } from '../../http/result.ts';
import { createWindows } from '../../lib/turn/createWindows.ts';
import type { RecordRef } from '../../model/entry.ts';
import { conflict, invalid, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { flag, idInput, integer, label, object, text } from '../../model/schema/schema.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { contentKind } from '../../view/shapes/values.ts';
import {
  type OpenReview,
  openReview,
  type ReviewLinkParts,
  showGuestPage,
  showGuestReview,
  showGuestThread,
} from './guestReview.ts';
import type { ReviewLink } from './links.ts';
import { GUEST_REVIEW, GUEST_THREAD } from './view.ts';

const MAX_TEXT = 5_000;
/** A comment of the largest length, in any script. */
const MAX_COMMENT_BYTES = 32 * 1024;
const name = { ...label(100), description: 'The name that the guest gives' };
const head = text({ pattern: '^[0-9a-f]{40}$', description: 'The commit of the change that was looked at' });

/** What is asked by a link in some time, at most. */
const WINDOWS = {
  read: { seconds: 60, most: 120 },
  write: { seconds: 3600, most: 60 },
} as const;

/** What holders of a link may do: nobody is logged in by it, and it opens nothing else. */
export function guestEndpoints(parts: ReviewLinkParts): Endpoint[] {
  const windows = { read: createWindows(WINDOWS.read.seconds), write: createWindows(WINDOWS.write.seconds) };

  async function open(token: string | undefined, use: keyof typeof WINDOWS): Promise<OpenReview> {
    const opened = await openReview(requireToken(token), parts);
    const { count, seconds } = windows[use].count(String(opened.link.id));
    if (count > WINDOWS[use].most) throw rateLimited('Too many requests by this link', seconds);
    return opened;
  }
  const guest = { method: 'POST', access: 'open', rateLimit: 'link', changes: 'own' } as const;

  return [
    defineEndpoint({
      ...{ ...guest, path: '/api/admin/review-links/read' },
      summary: 'Read the change that a link shows: its differences, and what was said by this link',
      result: dataResult(GUEST_REVIEW),
      body: { json: object({}, LINK_TOKEN), maxBytes: MAX_OPEN_BODY_BYTES },
      handle: async ({ body: { token } }) => ({ data: await showGuestReview(await open(token, 'read'), parts) }),
    }),
    defineEndpoint({
      ...{ ...guest, path: '/api/admin/review-links/page' },
      summary: 'Read a page of the change that a link shows, as everybody will see it',
      result: dataResult(PAGE),
      body: { json: object({}, { ...LINK_TOKEN, id: idInput() }), maxBytes: MAX_OPEN_BODY_BYTES },
      async handle({ body: { token, ...asked } }) {
        const opened = await open(token, 'read');
        const { id } = requireKeys(asked, 'id');
        return { data: await showGuestPage(Number(id), opened, parts) };
      },
    }),
    defineEndpoint({
      ...{ ...guest, path: '/api/admin/review-links/comment' },
      summary: 'Comment on the change that a link shows, on a record that it edits, or answer',
      result: dataResult(GUEST_THREAD, { status: 201 }),
      body: {
        json: object(
          {},
          {
            ...LINK_TOKEN,
            ...{ name, text: text({ maxLength: MAX_TEXT, pattern: '\\S' }) },
            record: object({ kind: contentKind, id: integer({ minimum: 1 }) }),
            thread: { ...integer({ minimum: 1 }), description: 'The conversation that it answers' },
          },
        ),
        maxBytes: MAX_COMMENT_BYTES,
      },
      async handle({ body: { token, ...said } }) {
        const review = await open(token, 'write');
        const thread = await comment(requireKeys(said, 'name', 'text'), review, parts);
        return { status: 201, data: showGuestThread(thread, parts) };
      },
    }),
    defineEndpoint({
      ...{ ...guest, path: '/api/admin/review-links/verdict' },
      summary: 'Say yes or no to exactly what a link has shown of its change',
      result: dataResult(GUEST_REVIEW),
      body: { json: object({}, { ...LINK_TOKEN, name, yes: flag(), head }), maxBytes: MAX_OPEN_BODY_BYTES },
      async handle({ body: { token, ...verdict } }) {
        const review = await open(token, 'write');
        const link = await judge(requireKeys(verdict, 'name', 'yes', 'head'), review, parts);
        return { data: await showGuestReview({ ...review, link }, parts) };
      },
    }),
  ];
}

/**
 * The schemas require nothing, so that a missing token is reported before anything else that is missing.
 *
 * @throws CmsError VALIDATION
 */
function requireKeys<T extends object, K extends keyof T & string>(body: T, ...keys: K[]): T & Required<Pick<T, K>> {
  const missing = keys.filter((key) => body[key] === undefined);
  if (missing.length > 0)
    throw invalid(missing.map((key) => ({ path: [key], ...because('required', 'is required', {}) })));
  return body as T & Required<Pick<T, K>>;
}

interface GuestComment {
  readonly name: string;
  readonly text: string;
  readonly record?: RecordRef;
  readonly thread?: number;
}

/** @throws CmsError NOT_FOUND for a record that the change does not edit, and for a conversation that the link has not begun */
async function comment(
  { name: given, text: words, record, thread }: GuestComment,
  review: OpenReview,
  parts: ReviewLinkParts,
) {
  const { link, proposal } = review;
  const { comments, links, proposals } = parts;
  const by = given.trim();
  const said = await say();
  await parts.onSaid({ link, name: by, reason: 'comment', comment: said.comments.at(-1)!.id });
  return said;

  async function say() {
    if (thread !== undefined) {
      if (!link.threads.includes(thread)) throw notFound('Comment');
      return comments.answer(thread, words, by, parts);
    }
    const { records } = await proposals.describe(proposal);
    if (record && !records.some(({ kind, id }) => kind === record.kind && id === record.id)) throw notFound('Record');
    const begun = await comments.start({ text: words, change: link.change, ...(record && { record }) }, by, parts);
    await links.addThread(link.id, begun.id);
    return begun;
  }
}

interface GivenVerdict {
  readonly name: string;
  readonly yes: boolean;
  readonly head: string;
}

/** @throws CmsError CONFLICT if the change has been edited since */
async function judge(
  { name: given, yes, head: seen }: GivenVerdict,
  review: OpenReview,
  parts: ReviewLinkParts,
): Promise<ReviewLink> {
  const { link, proposal } = review;
  if (seen !== proposal.head)
    throw conflict(because('editedSince', 'This has been edited since you read it: read it again', {}), ['head']);
  const by = given.trim();
  const at = parts.clock().toISOString();
  const verdict = { name: by, isYes: yes, at, head: proposal.head, live: parts.live.commit };
  const judged = await parts.links.addVerdict(link.id, verdict);
  await parts.onSaid({ link, name: by, reason: yes ? 'guestYes' : 'guestNo', comment: null });
  return judged;
}
