import type { AuditLog } from '../../auth/audit/auditLog.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { type Lookup, refName } from '../../model/entry.ts';
import { because, type Wording } from '../../model/reason.ts';
import { APPROVED_BY, isApproved, type MissingApproval } from '../../model/review/approval.ts';
import { kindLabel } from '../../write/records.ts';
import type { PublishGuard, PublishVerdict, RecordToPublish } from '../../write/rights/publishGuard.ts';
import { type JudgedReview, type JudgingParts, judgeReview } from './reviewState.ts';
import type { ReviewRecord, ReviewStore } from './reviews.ts';
import { findRoleTitle } from './rules.ts';

interface GuardParts extends JudgingParts {
  readonly lookup: Pick<Lookup, 'get' | 'code' | 'byKey'>;
  readonly reviews: ReviewStore;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Called when a change has been published with what was said about it. */
  onPublished(review: ReviewRecord, by: string): Promise<void>;
}

const NO_REVIEW: ReviewRecord = { change: '', asked: null, sentBack: null, approvals: [] };

/** Lets nothing that rules are about become live without the approvals that they ask for. */
export function createReviewGuard(parts: GuardParts): PublishGuard {
  const { rules, reviews, audit } = parts;
  return {
    isActive: (change) => rules.read().rules.length > 0 || (change !== null && reviews.has(change)),
    isLookedAt: reviews.has,
    async judge({ actor, records, change }) {
      const review = change ? await reviews.get(change.name) : NO_REVIEW;
      const findAuthors = change?.findAuthors ?? (async () => new Map());
      const judged = await judgeReview({ records, findAuthors }, review, parts);
      const refused = [...new Set(judged.missing.map(({ edit }) => edit))];
      return {
        refusals: refused.map((record) => ({ record, wordings: wordMissing(record, judged, parts) })),
        trailers: approvedBy(judged, records, parts),
        async onPublished() {
          if (change && !change.isPart) await parts.onPublished(review, actorRefName(actor));
        },
        ...(isExempt(actor, parts) && {
          async onExemption(published) {
            for (const record of published)
              await audit.append({
                ...{ actor: actorRefName(actor), action: 'review.exempt', record: refName(record), ok: true },
              });
          },
        }),
      } satisfies PublishVerdict;
    },
  };
}

/** Whether somebody may publish without the approvals. */
export const isExempt = ({ role, changesOnly = false }: Actor, { rules }: Pick<JudgingParts, 'rules'>): boolean =>
  rules.read().adminsExempt && role === 'admin' && !changesOnly;

const wordMissing = (
  record: RecordToPublish,
  { missing }: JudgedReview,
  { lookup }: Pick<GuardParts, 'lookup'>,
): readonly Wording[] => missing.filter(({ edit }) => edit === record).map((one) => wordOne(one, lookup));

function wordOne(
  { edit: { kind, title }, rule, has }: MissingApproval<RecordToPublish>,
  lookup: GuardParts['lookup'],
): Wording {
  const count = rule.needs - has;
  const message = `${kindLabel(kind)} "${title}" needs ${count === 1 ? 'one more approval' : `${count} more approvals`} before it can be live`;
  if (!rule.from) return because('needsApproval', message, { kind, name: title, count });
  const roles = rule.from.map((role) => findRoleTitle(role, lookup)).join(', ');
  return because('needsApprovalOf', `${message}, from: ${roles}`, { kind, name: title, count, roles });
}

/** Those who have approved something of what becomes live, in exactly this version. */
const approvedBy = (
  { facts }: JudgedReview,
  records: readonly RecordToPublish[],
  { lookup }: Pick<JudgingParts, 'lookup'>,
): PublishVerdict['trailers'] =>
  facts.approvals
    .filter((approval) => records.some((record) => isApproved(record, approval, facts)))
    .map(({ by }) => [APPROVED_BY, `${by} ${lookup.get('user', Number(by.split('/')[1]))?.data.name ?? ''}`.trim()]);
