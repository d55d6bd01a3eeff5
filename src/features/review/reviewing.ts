import { createHash } from 'node:crypto';
import type { Roles } from '../../auth/roles.ts';
import type { ReadableProposals } from '../../extend/featureParts.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { refName } from '../../model/entry.ts';
import { conflict, forbidden, invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { ProposalPublication } from '../../proposal/publish/publication.ts';
import type { Site } from '../../site/site.ts';
import { findApprovable, findReviewer, type JudgedReview, judgeReview } from './reviewState.ts';
import type { ChangeApproval, ReviewRecord, ReviewStore } from './reviews.ts';
import type { ReviewRules } from './rules.ts';

/** Something that somebody has done to a review. */
export interface ReviewEvent {
  readonly type: 'reviewAsked' | 'approved' | 'sentBack' | 'withdrawn';
  readonly by: string;
  /** The review as it was before a step back, and as it is now after any other. */
  readonly review: ReviewRecord;
  /** Who could approve what is missing. */
  readonly judged: JudgedReview;
}

/** What reviews are made with. */
export interface ReviewingParts {
  readonly rules: ReviewRules;
  readonly reviews: ReviewStore;
  readonly roles: Roles;
  readonly live: Site;
  readonly proposals: ReadableProposals;
  readonly clock: () => Date;
  onReview(event: ReviewEvent): Promise<void>;
}

/** A change and its review. */
export interface ReadReview {
  readonly publication: ProposalPublication;
  readonly judged: JudgedReview;
}

export async function readReview(
  name: string,
  { proposals, reviews, live, ...parts }: ReviewingParts,
): Promise<ReadReview> {
  const publication = await proposals.publication(name);
  const judged = await judgeReview(publication, await reviews.get(name), { ...parts, lookup: live.store });
  return { publication, judged };
}

/** Names exactly what would become live. */
export function nameContent({ records, isUndecided }: ProposalPublication): string {
  const lines = records.map((record) => `${refName(record)} ${record.version}`).sort();
  return createHash('sha256')
    .update(JSON.stringify([isUndecided, lines]))
    .digest('hex')
    .slice(0, 32);
}

/** What the caller can approve; null if that is nothing. */
export function findOwnApprovable(
  { publication: { records, hidden } }: Pick<ReadReview, 'publication'>,
  actor: Actor,
  { live, roles }: Pick<ReviewingParts, 'live' | 'roles'>,
): Record<string, string> | null {
  const reviewer = findReviewer(actorRefName(actor), { lookup: live.store, roles });
  if (!reviewer) return null;
  const versions = findApprovable(
    records.filter((record) => !hidden.has(refName(record))),
    reviewer,
  );
  return Object.keys(versions).length > 0 ? versions : null;
}

export const createApproval = (read: ReadReview, actor: Actor, parts: ReviewingParts): ChangeApproval => ({
  ...{ by: actorRefName(actor), at: parts.clock().toISOString() },
  ...{ head: read.publication.head, live: read.publication.live },
  versions: findOwnApprovable(read, actor, parts) ?? {},
});

interface AskedReview {
  readonly note?: string | null | undefined;
  readonly people?: readonly number[] | undefined;
}

export async function askForReview(
  name: string,
  { note = null, people = [] }: AskedReview,
  actor: Actor,
  parts: ReviewingParts,
) {
  const { publication, judged } = await readReview(name, parts);
  if (publication.records.length === 0)
    throw conflict(because('nothingToReview', 'Nothing in this change would be different for visitors', {}));
  for (const [index, id] of people.entries())
    if (!parts.live.store.get('user', id))
      throw invalidAt(['people', String(index)], because('gone', 'does not exist', {}));
  const by = actorRefName(actor);
  const asked = {
    ...{ by, at: parts.clock().toISOString(), note: note?.trim() || null },
    people: people.map((id) => `user/${id}`),
  };
  const review = await parts.reviews.update(name, (present) => ({ ...present, asked, sentBack: null }));
  await parts.onReview({ type: 'reviewAsked', by, review, judged });
}

/** @throws CmsError CONFLICT if nobody has asked for a review */
function requireAsked({ asked }: ReviewRecord): void {
  if (asked === null) throw conflict(because('notReady', 'Nobody has asked for a review of this change', {}));
}

export async function approve(name: string, content: string, actor: Actor, parts: ReviewingParts) {
  requirePerson(actor);
  const read = await readReview(name, parts);
  const { publication, judged } = read;
  requireAsked(judged.review);
  if (publication.isUndecided)
    throw conflict(because('decideFirst', 'Values clash with what is live: bring the change up to date first', {}));
  if (content !== nameContent(publication))
    throw conflict(because('editedSince', 'It has been edited since you have looked at it: look again', {}));
  const approval = createApproval(read, actor, parts);
  if (Object.keys(approval.versions).length === 0)
    throw forbidden(because('nothingToApprove', 'Your role may not approve anything in this change', {}));
  const review = await parts.reviews.update(name, (present) => {
    requireAsked(present);
    return { ...present, approvals: [...present.approvals.filter(({ by }) => by !== approval.by), approval] };
  });
  await parts.onReview({ type: 'approved', by: approval.by, review, judged });
}

export async function sendBack(name: string, reason: string, actor: Actor, parts: ReviewingParts) {
  requirePerson(actor);
  const read = await readReview(name, parts);
  if (!findOwnApprovable(read, actor, parts))
    throw forbidden(because('nothingToApprove', 'Your role may not approve anything in this change', {}));
  const by = actorRefName(actor);
  let before = read.judged.review;
  await parts.reviews.update(name, (present) => {
    requireAsked(present);
    before = present;
    return { ...present, asked: null, sentBack: { by, at: parts.clock().toISOString(), reason }, approvals: [] };
  });
  await parts.onReview({ type: 'sentBack', by, review: before, judged: read.judged });
}

export async function withdraw(name: string, actor: Actor, parts: ReviewingParts) {
  const { judged } = await readReview(name, parts);
  const by = actorRefName(actor);
  const review = await parts.reviews.update(name, (present) => {
    requireAsked(present);
    const approvals = present.approvals.filter((one) => one.by !== by);
    if (approvals.length === present.approvals.length && present.asked?.by !== by && actor.role !== 'admin')
      throw forbidden(because('othersRequest', 'Only who has asked for the review can withdraw that', {}));
    // Nothing is approved that nobody has asked to review.
    return approvals.length < present.approvals.length
      ? { ...present, approvals }
      : { ...present, asked: null, approvals: [] };
  });
  await parts.onReview({ type: 'withdrawn', by, review, judged });
}

/** @throws CmsError FORBIDDEN for keys: an approval is a person's word */
function requirePerson({ type }: Actor): void {
  if (type !== 'user')
    throw forbidden(because('peopleOnly', 'Only people who have logged in can do this, not API keys', {}));
}
