import { CHANGE_STATES } from '../../model/changeState.ts';
import { anything, choice, namedSchema, object } from '../../model/schema/schema.ts';
import { PROBLEM } from './overview.ts';
import { DRAFT_PROBLEMS } from './page.ts';
import { CLASH, VALUE_SUMMARIES } from './sync.ts';
import { arrayOf, booleanShape, contentKind, idShape, integerShape, orNull, stringShape, timeShape } from './values.ts';

const changed = {
  ...{ kind: contentKind, key: stringShape, id: idShape, title: stringShape },
  change: choice('created', 'updated', 'deleted'),
};
const valuePathShape = arrayOf({ type: ['string', 'integer'] as const });

/** A value that a change has changed, as stored in files, like the values of clashes. */
export const VALUE_CHANGE = namedSchema(
  'ValueChange',
  object(
    { path: valuePathShape, change: choice('added', 'removed', 'changed', 'moved') },
    { from: valuePathShape, before: anything(), after: anything(), summaries: VALUE_SUMMARIES },
  ),
);

const name = {
  ...{ name: stringShape, title: stringShape, ref: stringShape },
  source: choice('local', 'host'),
  /** The record that it is the draft of. */
  draftOf: orNull(object({ kind: contentKind, id: idShape })),
};

const change = {
  ...name,
  ...{ request: orNull(integerShape), requestUrl: orNull(stringShape) },
  ...{
    base: orNull(stringShape),
    head: stringShape,
    author: orNull(stringShape),
    createdAt: orNull(timeShape),
    updatedAt: orNull(timeShape),
  },
  ...{ ahead: integerShape, behind: integerShape, page: orNull(idShape) },
  /** Changed files that belong to no record. */
  files: arrayOf(stringShape),
  clashes: arrayOf(CLASH),
  /** Why it cannot be shown: too much of it differs, or git lacks a part. Its records, files and clashes are empty then. */
  problem: orNull(object({ reason: choice('missing', 'damaged', 'large'), message: stringShape })),
  scheduledAt: orNull(timeShape),
  /** Why it could not be published on schedule, in words and as data. */
  scheduleProblem: orNull(stringShape),
  scheduleProblems: DRAFT_PROBLEMS,
};

/** A record that differs, value by value. */
export const CHANGED_RECORD = object(
  { ...changed, values: orNull(arrayOf(VALUE_CHANGE)) },
  { renamedFrom: stringShape },
);

/** What identifies a change. */
export const CHANGE_NAME = namedSchema('ChangeName', object(name));
/** A change in a list. */
export const CHANGE_ITEM = namedSchema(
  'ChangeItem',
  object({
    ...change,
    /** How far it is on its way to going live. */
    state: choice(...CHANGE_STATES),
    records: arrayOf(object(changed, { renamedFrom: stringShape })),
  }),
);
/** A change by itself: with its effect on each record, and the problems that publishing it would cause. */
export const CHANGE = namedSchema(
  'Change',
  object({
    ...change,
    records: arrayOf(CHANGED_RECORD),
    problems: arrayOf(PROBLEM),
  }),
);
/** A dropped change, and how long it can be restored. */
export const DROPPED_CHANGE = namedSchema(
  'DroppedChange',
  object({ name: stringShape, droppedAt: timeShape, keptUntil: timeShape }),
);
export const PUBLISHED_CHANGE = namedSchema(
  'PublishedChange',
  object({ name: stringShape, commit: orNull(stringShape), scheduledAt: orNull(timeShape) }),
);
/** Edits that were taken out of a change. */
export const MOVED_EDITS = namedSchema(
  'MovedEdits',
  object({ name: stringShape, to: orNull(stringShape), commit: orNull(stringShape), moved: integerShape }),
);
/** What became of a draft that was published, and whether visitors see its record now. */
export const PUBLISHED_DRAFT = namedSchema(
  'PublishedDraft',
  object({ change: stringShape, commit: orNull(stringShape), scheduledAt: orNull(timeShape), isPublic: booleanShape }),
);
