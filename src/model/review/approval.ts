import { type RecordRef, refName } from '../entry.ts';
import type { RightsSubject } from '../rights/rights.ts';

/** What must be approved, and by whom (PEOPLE, 4). Whatever is not named is not narrowed. */
export interface ReviewRule {
  /** The slugs of content types and block types. */
  readonly types?: readonly string[];
  readonly locales?: readonly string[];
  /** How many people must approve. */
  readonly needs: number;
  /** The roles that may approve; any if absent. */
  readonly from?: readonly string[];
  /** Whether the approval of somebody who has written it does not count. */
  readonly notOwn?: boolean;
}

/** A record that would be different for the public. */
export interface EditToReview {
  readonly ref: RecordRef;
  /** Null: it is created. */
  readonly before: RightsSubject | null;
  /** Null: it is deleted. */
  readonly after: RightsSubject | null;
  /** The version that would go live, as git names its file; null for a record that is deleted. */
  readonly rev: string | null;
  /** Who has written it, such as `user/1`. */
  readonly authors: readonly string[];
}

/** What somebody has approved: each record in exactly one version. */
export interface Approval {
  /** Such as `user/1`. */
  readonly by: string;
  readonly at: string;
  /** The approved version of each record, by `kind/id`; null for one that is to be deleted. */
  readonly revs: Readonly<Record<string, string | null>>;
}

/** Approvals that a record still needs. */
export interface MissingApproval {
  readonly ref: RecordRef;
  readonly rule: ReviewRule;
  /** How many people have approved this version. */
  readonly has: number;
}

/**
 * The approvals that some edits still need before they may go live.
 *
 * @param roleOf the present role of a person; undefined for somebody who is gone or who has no role
 */
export function findMissingApprovals(
  edits: readonly EditToReview[],
  rules: readonly ReviewRule[],
  approvals: readonly Approval[],
  roleOf: (person: string) => string | undefined,
): readonly MissingApproval[] {
  return edits.flatMap((edit) =>
    rules
      .filter((rule) => isCovered(edit, rule))
      .map((rule) => ({ ref: edit.ref, rule, has: countApprovers(edit, rule, approvals, roleOf) }))
      .filter(({ rule, has }) => has < rule.needs),
  );
}

/** Whether a rule is about an edit: in the version that is live, or in the one that would be. */
export const isCovered = ({ before, after }: EditToReview, rule: ReviewRule): boolean =>
  [before, after].some((subject) => subject?.isPublic === true) &&
  [before, after].some((subject) => subject !== null && isAbout(rule, subject));

const isAbout = ({ types, locales }: ReviewRule, { type, locale }: RightsSubject): boolean =>
  isAmong(type, types) && isAmong(locale, locales);

const isAmong = (value: string | undefined, names: readonly string[] | undefined): boolean =>
  names === undefined || (value !== undefined && names.includes(value));

function countApprovers(
  { ref, rev, authors }: EditToReview,
  { from, notOwn }: ReviewRule,
  approvals: readonly Approval[],
  roleOf: (person: string) => string | undefined,
): number {
  const counted = approvals.filter(({ by, revs }) => {
    const role = roleOf(by);
    return (
      Object.hasOwn(revs, refName(ref)) &&
      revs[refName(ref)] === rev &&
      role !== undefined &&
      (from?.includes(role) ?? true) &&
      !(notOwn && authors.includes(by))
    );
  });
  return new Set(counted.map(({ by }) => by)).size;
}
