import type { Roles } from '../../auth/roles.ts';
import type { User } from '../../model/entities/user.ts';
import { type Entry, type Lookup, type RecordRef, refName } from '../../model/entry.ts';
import {
  createCoverTest,
  findMissingApprovals,
  isApproved,
  type MissingApproval,
  mayApprove,
  type Reviewer,
  type ReviewFacts,
} from '../../model/review/approval.ts';
import type { ChangeGoingLive, RecordToPublish } from '../../write/rights/publishGuard.ts';
import type { ChangeApproval, ReviewRecord } from './reviews.ts';
import type { ReviewRules } from './rules.ts';

export const REVIEW_STATES = ['open', 'ready', 'approved'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What would become live, and who has written it. */
export interface EditsToReview extends Pick<ChangeGoingLive, 'findAuthors'> {
  readonly records: readonly RecordToPublish[];
}

/** A review, judged by the rules and by what would become live now. */
export interface JudgedReview {
  readonly review: ReviewRecord;
  readonly state: ReviewState;
  /** What rules are about. */
  readonly covered: readonly RecordToPublish[];
  readonly missing: readonly MissingApproval<RecordToPublish>[];
  readonly facts: ReviewFacts;
  /** What approvals are asked for: what rules are about; without any, everything. */
  readonly concerned: readonly RecordToPublish[];
}

export interface JudgingParts {
  readonly rules: Pick<ReviewRules, 'read'>;
  readonly lookup: Pick<Lookup, 'get'>;
  readonly roles: Roles;
}

export async function judgeReview(
  { records, findAuthors }: EditsToReview,
  review: ReviewRecord,
  { rules, lookup, roles }: JudgingParts,
): Promise<JudgedReview> {
  const { rules: all } = rules.read();
  const tests = all.map((rule) => ({ rule, isAbout: createCoverTest(rule) }));
  const covered = records.filter((record) => tests.some(({ isAbout }) => isAbout(record)));
  const asksAuthors = tests.some(({ rule, isAbout }) => rule.notOwn === true && covered.some(isAbout));
  const authors = asksAuthors && review.approvals.length > 0 ? await findAuthors() : NO_AUTHORS;
  const facts: ReviewFacts = {
    rules: all,
    approvals: review.approvals,
    reviewerOf: (person) => findReviewer(person, { lookup, roles }),
    authorsOf: (record: RecordRef) => authors.get(refName(record)) ?? NOBODY,
  };
  const missing = findMissingApprovals(covered, facts);
  const concerned = covered.length > 0 ? covered : records;
  const isApprovedNow = missing.length === 0 && (covered.length > 0 || isApprovedByAnybody(concerned, facts));
  const asked = isApprovedNow ? 'approved' : 'ready';
  return { review, state: review.asked === null ? 'open' : asked, covered, missing, facts, concerned };
}

const NOBODY: ReadonlySet<string> = new Set();
const NO_AUTHORS: ReadonlyMap<string, ReadonlySet<string>> = new Map();

const isApprovedByAnybody = (records: readonly RecordToPublish[], facts: ReviewFacts): boolean =>
  records.length > 0 && facts.approvals.some((approval) => records.every((one) => isApproved(one, approval, facts)));

/** Somebody as a reviewer; undefined for keys, for those who are gone, and for those whose own work others publish. */
export function findReviewer(
  person: string,
  { lookup, roles }: Pick<JudgingParts, 'lookup' | 'roles'>,
): Reviewer | undefined {
  const [type, id] = person.split('/');
  const user: Entry<User> | undefined = type === 'user' ? lookup.get('user', Number(id)) : undefined;
  if (!user || user.data.changesOnly) return undefined;
  const { role, email } = user.data;
  const rights = roles.find(role).judge.rightsOf(person);
  return {
    role,
    names: [person, email.toLowerCase()],
    mayReview: (subject) => rights.mayRead(subject) && rights.may('review', subject),
  };
}

/** Whether an approval is of everything that its reviewer is asked for, as it is now. */
export function holds(approval: ChangeApproval, { concerned, facts }: JudgedReview): boolean {
  const reviewer = facts.reviewerOf(approval.by);
  if (!reviewer) return false;
  const theirs = concerned.filter((record) => mayApprove(record, reviewer));
  return theirs.length > 0 && theirs.every((record) => isApproved(record, approval, facts));
}

/** The records that somebody can approve, in their present versions. */
export const findApprovable = (records: readonly RecordToPublish[], reviewer: Reviewer): Record<string, string> =>
  Object.fromEntries(
    records.flatMap((record) =>
      record.version !== null && mayApprove(record, reviewer) ? [[refName(record), record.version]] : [],
    ),
  );

/** Whether one more approval of somebody would bring a change nearer to going live. */
export async function wouldCount(
  approval: ChangeApproval,
  edits: EditsToReview,
  judged: JudgedReview,
  parts: JudgingParts,
): Promise<boolean> {
  const { review } = judged;
  const approvals = [...review.approvals.filter(({ by }) => by !== approval.by), approval];
  const next = await judgeReview(edits, { ...review, approvals }, parts);
  return next.state !== judged.state || countMissing(next) < countMissing(judged);
}

const countMissing = ({ missing }: JudgedReview): number =>
  missing.reduce((sum, { rule, has }) => sum + rule.needs - has, 0);

/** The most people who are named as reviewers. */
const MAX_REVIEWERS = 50;

/** Those who could approve what is missing; without any rules about it, those who may review any of it. */
export function findReviewers(
  { covered, missing, concerned }: JudgedReview,
  { lookup, roles }: { readonly lookup: Pick<Lookup, 'get' | 'all'>; readonly roles: Roles },
): readonly string[] {
  const fits = (reviewer: Reviewer): boolean =>
    covered.length > 0
      ? missing.some(
          ({ edit, rule: { from } }) => (from?.includes(reviewer.role) ?? true) && mayApprove(edit, reviewer),
        )
      : concerned.some((record) => mayApprove(record, reviewer));
  const able = [...lookup.all('user')]
    .map(({ id }) => `user/${id}`)
    .filter((person) => {
      const reviewer = findReviewer(person, { lookup, roles });
      return reviewer !== undefined && fits(reviewer);
    });
  return able.slice(0, MAX_REVIEWERS);
}
