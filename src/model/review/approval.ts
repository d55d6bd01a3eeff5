import { CONTENT_KINDS } from '../entities/index.ts';
import { type RecordRef, refName } from '../entry.ts';
import { compileRule } from '../rights/compileRule.ts';
import type { RightsRule, RightsSubject } from '../rights/rights.ts';

/** What must be approved, and by whom (PEOPLE, 4). Whatever is not named is not narrowed. */
export interface ReviewRule extends Pick<RightsRule, 'on' | 'types' | 'locales' | 'paths'> {
  /** How many people must approve. */
  readonly needs: number;
  /** The roles that may approve; any if absent. */
  readonly from?: readonly string[];
  /** Whether the approval of somebody who has written it does not count. */
  readonly notOwn?: boolean;
}

/** A record that would be different for the public. */
export interface EditToReview extends RecordRef {
  /** Null: it is created. */
  readonly before: RightsSubject | null;
  /** Null: it is deleted. */
  readonly after: RightsSubject | null;
  /** Names exactly what would go live; null for what nobody can have looked at. */
  readonly version: string | null;
}

/** What somebody has approved: each record in exactly one version. */
export interface Approval {
  /** Such as `user/1`. */
  readonly by: string;
  readonly at: string;
  /** The approved version of each record, by `kind/id`. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Somebody who has approved something, as they are now. */
export interface Reviewer {
  /** The name of their role. */
  readonly role: string;
  /** What authors are known by: `user/1`, and the e-mail address. */
  readonly names: readonly string[];
  mayReview(subject: RightsSubject): boolean;
}

/** Approvals that a record still needs. */
export interface MissingApproval<E extends EditToReview = EditToReview> {
  readonly edit: E;
  readonly rule: ReviewRule;
  /** How many people have approved this version. */
  readonly has: number;
}

/** What decides whether edits are approved. */
export interface ReviewFacts {
  readonly rules: readonly ReviewRule[];
  readonly approvals: readonly Approval[];
  /** A person as they are now; undefined for somebody who is gone. */
  reviewerOf(person: string): Reviewer | undefined;
  /** Who has written the edits of a record. */
  authorsOf(edit: RecordRef): ReadonlySet<string>;
}

/** The approvals that some edits still need before they may go live. */
export function findMissingApprovals<E extends EditToReview>(
  edits: readonly E[],
  facts: ReviewFacts,
): readonly MissingApproval<E>[] {
  const compiled = facts.rules.map((rule) => ({ rule, isAbout: createCoverTest(rule) }));
  return edits.flatMap((edit) =>
    compiled
      .filter(({ isAbout }) => isAbout(edit))
      .map(({ rule }) => ({ edit, rule, has: countApprovers(edit, rule, facts) }))
      .filter(({ rule, has }) => has < rule.needs),
  );
}

/** Tests whether a rule is about an edit: in the version that is live, or in the one that would be. */
export function createCoverTest({ on, types, locales, paths }: ReviewRule): (edit: EditToReview) => boolean {
  const named = { on, types, locales, paths };
  const narrowed = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const { covers } = compileRule({ do: ['publish'], ...narrowed }, CONTENT_KINDS);
  return ({ before, after }) => {
    const subjects = [before, after].filter((subject) => subject !== null);
    return (
      subjects.some(({ isPublic }) => isPublic) &&
      subjects.some((subject) => covers({ right: 'publish', subject, actor: '' }))
    );
  };
}

/** Whether an approval is of exactly this version of a record, and still counts for its reviewer. */
export function isApproved(edit: EditToReview, { by, versions }: Approval, { reviewerOf }: ReviewFacts): boolean {
  const approved = Object.hasOwn(versions, refName(edit)) ? versions[refName(edit)] : undefined;
  if (approved === undefined || approved !== edit.version) return false;
  const reviewer = reviewerOf(by);
  return reviewer !== undefined && mayApprove(edit, reviewer);
}

/** Whether somebody may approve an edit: they may review the record as it is and as it would be. */
export const mayApprove = ({ before, after }: EditToReview, { mayReview }: Pick<Reviewer, 'mayReview'>): boolean =>
  [before, after].every((subject) => subject === null || mayReview(subject));

function countApprovers(edit: EditToReview, rule: ReviewRule, facts: ReviewFacts): number {
  const counted = facts.approvals.filter((approval) => isApproved(edit, approval, facts) && counts(approval.by));
  return new Set(counted.map(({ by }) => by)).size;

  function counts(person: string): boolean {
    const { role, names } = facts.reviewerOf(person)!;
    if (rule.from && !rule.from.includes(role)) return false;
    return !rule.notOwn || !names.some((name) => facts.authorsOf(edit).has(name));
  }
}

/** The trailer of a commit that names somebody who has approved what it publishes: `user/4 Lena`. */
export const APPROVED_BY = 'Quire-Approved-By';
