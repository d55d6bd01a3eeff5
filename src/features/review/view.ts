import { type Lookup, refName } from '../../model/entry.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { PERSON } from '../../view/admin/notice.ts';
import { showSubject } from '../../view/admin/subject.ts';
import { CHANGED_RECORD } from '../../view/shapes/change.ts';
import {
  arrayOf,
  booleanShape,
  contentKind,
  idShape,
  integerShape,
  orNull,
  stringShape,
  timeShape,
} from '../../view/shapes/values.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import { holds, type JudgedReview, REVIEW_STATES } from './reviewState.ts';
import type { ChangeApproval } from './reviews.ts';
import { findRoleTitle, type ReviewSetup } from './rules.ts';

const rule = object(
  { needs: integerShape },
  {
    ...{ on: arrayOf(stringShape), types: arrayOf(stringShape), locales: arrayOf(stringShape) },
    ...{ paths: arrayOf(stringShape), from: arrayOf(stringShape), notOwn: booleanShape },
  },
);

/** What must be approved before it is live. */
export const REVIEW_SETTINGS = namedSchema(
  'ReviewSettings',
  object({ rules: arrayOf(rule), adminsExempt: booleanShape }),
);

export const showReviewSettings = ({ rules, adminsExempt }: ReviewSetup): object => ({ rules, adminsExempt });

/** What the caller may do; `publish` tells whether the rules let them. */
export type ReviewRights = Readonly<Record<'ask' | 'approve' | 'sendBack' | 'withdraw' | 'publish', boolean>>;

const ROLE_NAME = object({ key: stringShape, name: stringShape });
const personAt = { by: PERSON, at: timeShape };

/** How far the review of a change is. */
export const CHANGE_REVIEW = namedSchema(
  'ChangeReview',
  object({
    change: stringShape,
    state: choice(...REVIEW_STATES),
    /** Names exactly what would become live: an approval repeats it. */
    content: stringShape,
    /** Whether rules are about anything in it. */
    isNeeded: booleanShape,
    asked: orNull(object({ ...personAt, note: orNull(stringShape), people: arrayOf(PERSON) })),
    sentBack: orNull(object({ ...personAt, reason: stringShape })),
    missing: arrayOf(
      object({
        record: object({ kind: contentKind, id: idShape, title: stringShape }),
        ...{ needs: integerShape, has: integerShape, from: orNull(arrayOf(ROLE_NAME)), notOwn: booleanShape },
      }),
    ),
    /** How many records lack approvals that the caller may not read. */
    missingHidden: integerShape,
    approvals: arrayOf(object({ ...personAt, holds: booleanShape })),
    /** The caller's approval. */
    own: orNull(object({ at: timeShape, holds: booleanShape })),
    /** What differs since the caller has approved it; null if they have not, or it cannot be told any more. */
    since: orNull(object({ at: timeShape, records: arrayOf(CHANGED_RECORD) })),
    /** Those who could approve what it needs. */
    reviewers: arrayOf(PERSON),
    may: object({
      ...{ ask: booleanShape, approve: booleanShape, sendBack: booleanShape, withdraw: booleanShape },
      publish: booleanShape,
    }),
  }),
);

export interface ShownReview {
  readonly judged: JudgedReview;
  readonly content: string;
  readonly hidden: ReadonlySet<string>;
  readonly own: ChangeApproval | undefined;
  readonly since: { readonly at: string; readonly records: readonly RecordDifference[] } | null;
  readonly reviewers: readonly string[];
  readonly may: ReviewRights;
}

export function showReview(
  { judged, content, hidden, own, since, reviewers, may }: ShownReview,
  lookup: Lookup,
): object {
  const { review, state, covered, missing } = judged;
  const { asked, sentBack } = review;
  const shown = missing.filter(({ edit }) => !hidden.has(refName(edit)));
  return {
    ...{ change: review.change, state, content, isNeeded: covered.length > 0 },
    asked: asked && {
      ...{ by: showSubject(asked.by, lookup), at: asked.at, note: asked.note },
      people: asked.people.map((person) => showSubject(person, lookup)),
    },
    sentBack: sentBack && { ...sentBack, by: showSubject(sentBack.by, lookup) },
    missing: shown.map(({ edit: { kind, id, title }, rule: { needs, from, notOwn = false }, has }) => ({
      ...{ record: { kind, id, title }, needs, has, notOwn },
      from: from?.map((key) => ({ key, name: findRoleTitle(key, lookup) })) ?? null,
    })),
    missingHidden: missing.length - shown.length,
    approvals: review.approvals.map((approval) => ({
      ...{ by: showSubject(approval.by, lookup), at: approval.at, holds: holds(approval, judged) },
    })),
    own: own ? { at: own.at, holds: holds(own, judged) } : null,
    since: since && { at: since.at, records: since.records.map(({ subjects: _, ...record }) => record) },
    reviewers: reviewers.map((person) => showSubject(person, lookup)),
    may,
  };
}
