import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult } from '../../http/result.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { refName } from '../../model/entry.ts';
import { integer, list, nullable, object, text } from '../../model/schema/schema.ts';
import { isExempt } from './guard.ts';
import {
  approve,
  askForReview,
  createApproval,
  findOwnApprovable,
  nameContent,
  type ReadReview,
  type ReviewingParts,
  readReview,
  sendBack,
  withdraw,
} from './reviewing.ts';
import { findReviewers, holds, wouldCount } from './reviewState.ts';
import type { ChangeApproval } from './reviews.ts';
import { requireSoundRules, reviewSettingsInput, toSettings } from './rules.ts';
import { CHANGE_REVIEW, REVIEW_SETTINGS, showReview, showReviewSettings } from './view.ts';

export interface ReviewEndpointParts extends ReviewingParts {
  /** Called when somebody has set the rules. */
  onSettings(by: Actor, ip: string): Promise<void>;
}

const note = text({ maxLength: 2000 });
const askBody = object(
  {},
  {
    note: nullable(note),
    people: list(integer({ minimum: 1 }), { maxItems: 50, description: 'The ids of users to tell' }),
  },
);
const approveBody = object({
  content: text({ maxLength: 64, description: 'As the review tells it: what was looked at' }),
});
const sendBackBody = object({ reason: text({ minLength: 1, maxLength: 2000, pattern: '\\S' }) });

/** Reviews are kept outside the content; whoever may write to changes only may ask for one. */
const OF_CHANGE = { access: 'editor', changes: 'change', lateWrites: 'written' } as const;
const RESULT = dataResult(CHANGE_REVIEW);

export const reviewEndpoints = (parts: ReviewEndpointParts): Endpoint[] => [
  ...settingsEndpoints(parts),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/changes/:name/review',
    summary: 'Read how far the review of a change is, what it still needs, and what differs since you have approved it',
    access: 'viewer',
    result: RESULT,
    handle: ({ params: { name }, actor }) => answerReview(name, actor, parts),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/review/ask',
    summary: 'Ask for the review of a change, of some people or of all whose approval it needs',
    ...OF_CHANGE,
    body: askBody,
    result: RESULT,
    async handle({ params: { name }, body, actor }) {
      await askForReview(name, body, actor, parts);
      return answerReview(name, actor, parts);
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/review/approve',
    summary: 'Approve exactly what you have looked at',
    ...OF_CHANGE,
    body: approveBody,
    result: RESULT,
    async handle({ params: { name }, body, actor }) {
      await approve(name, body.content, actor, parts);
      return answerReview(name, actor, parts);
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/review/send-back',
    summary: 'Send a change back to its authors, with a reason: its approvals end',
    ...OF_CHANGE,
    body: sendBackBody,
    result: RESULT,
    async handle({ params: { name }, body: { reason }, actor }) {
      await sendBack(name, reason.trim(), actor, parts);
      return answerReview(name, actor, parts);
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/changes/:name/review/withdraw',
    summary: 'Withdraw your approval; if you have given none, the request for a review',
    ...OF_CHANGE,
    result: RESULT,
    async handle({ params: { name }, actor }) {
      await withdraw(name, actor, parts);
      return answerReview(name, actor, parts);
    },
  }),
];

const settingsEndpoints = ({ rules, live, onSettings }: ReviewEndpointParts): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/review',
    summary: 'Read what must be approved before it is live',
    access: 'viewer',
    result: dataResult(REVIEW_SETTINGS),
    handle: () => ({ data: showReviewSettings(rules.read()) }),
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/review',
    summary: 'Set what must be approved before it is live, by how many people and of which roles',
    access: 'admin',
    changes: 'server',
    needsFreshProof: true,
    lateWrites: 'written',
    body: reviewSettingsInput,
    result: dataResult(REVIEW_SETTINGS),
    async handle({ body, actor, ip }) {
      const settings = toSettings(body);
      requireSoundRules(settings, live.store);
      await rules.replace(settings);
      await onSettings(actor, ip);
      return { data: showReviewSettings(settings) };
    },
  }),
];

async function answerReview(name: string, actor: Actor, parts: ReviewEndpointParts) {
  const read = await readReview(name, parts);
  const { publication, judged } = read;
  const { review } = judged;
  const by = actorRefName(actor);
  const own = review.approvals.find((one) => one.by === by);
  const isAsked = review.asked !== null;
  const mayReview = isAsked && findOwnApprovable(read, actor, parts) !== null;
  const mayWrite = actor.role !== 'viewer';
  return {
    data: showReview(
      {
        ...{ judged, content: nameContent(publication), hidden: publication.hidden, own },
        reviewers: findReviewers(judged, { ...parts, lookup: parts.live.store }),
        since: own && !holds(own, judged) ? await findSince(name, own, read, parts) : null,
        may: {
          ask: mayWrite && !isAsked && publication.records.length > 0,
          approve: mayReview && !publication.isUndecided && (await countsAgain(read, actor, parts)),
          sendBack: mayReview,
          publish: judged.missing.length === 0 || isExempt(actor, parts),
          withdraw: own !== undefined || (isAsked && (review.asked?.by === by || actor.role === 'admin')),
        },
      },
      parts.live.store,
    ),
  };
}

async function findSince(
  name: string,
  { head, live, at }: ChangeApproval,
  { judged }: ReadReview,
  { proposals }: ReviewEndpointParts,
) {
  const found = await proposals.differenceSince(name, { head, live });
  if (!found) return null;
  const concerned = new Set(judged.concerned.map(refName));
  return { at, records: found.records.filter((record) => concerned.has(refName(record))) };
}

function countsAgain(read: ReadReview, actor: Actor, parts: ReviewEndpointParts): Promise<boolean> {
  const approval = createApproval(read, actor, parts);
  return wouldCount(approval, read.publication, read.judged, { ...parts, lookup: parts.live.store });
}
