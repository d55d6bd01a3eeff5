import { anything, choice, named, object } from '../../model/schema/schema.ts';
import { PROBLEM } from './overview.ts';
import { DRAFT_PROBLEMS } from './page.ts';
import { CLASH } from './sync.ts';
import { boolean, id, integer, listOf, orNull, string, time } from './values.ts';

const changed = {
  ...{ kind: string, key: string, id, title: string },
  change: choice('created', 'updated', 'deleted'),
};
const place = listOf({ type: ['string', 'integer'] as const });

/** A value that a change has changed, as stored in files, like the values of clashes. */
const VALUE_CHANGE = named(
  'ValueChange',
  object(
    { path: place, change: choice('added', 'removed', 'changed', 'moved') },
    { from: place, before: anything(), after: anything() },
  ),
);

const name = {
  ...{ name: string, title: string, ref: string },
  source: choice('local', 'host'),
  /** The record that it is the draft of. */
  draftOf: orNull(object({ kind: string, id })),
};

const change = {
  ...name,
  ...{ request: orNull(integer), requestUrl: orNull(string) },
  ...{ base: orNull(string), head: string, author: orNull(string), createdAt: orNull(time), updatedAt: orNull(time) },
  ...{ ahead: integer, behind: integer, page: orNull(id) },
  /** Changed files that belong to no record. */
  files: listOf(string),
  clashes: listOf(CLASH),
  /** Why it cannot be shown: too much of it differs, or git lacks a part. Its records, files and clashes are empty then. */
  problem: orNull(object({ reason: choice('missing', 'damaged', 'large'), message: string })),
  scheduledAt: orNull(time),
  /** Why it could not be published on schedule, in words and as data. */
  scheduleProblem: orNull(string),
  scheduleProblems: DRAFT_PROBLEMS,
};

/** What tells a change from others. */
export const CHANGE_NAME = named('ChangeName', object(name));
/** A change in a list. */
export const CHANGE_ITEM = named(
  'ChangeItem',
  object({ ...change, records: listOf(object(changed, { renamedFrom: string })) }),
);
/** A change by itself: with its effect on each record, and the problems that publishing it would cause. */
export const CHANGE = named(
  'Change',
  object({
    ...change,
    records: listOf(object({ ...changed, values: orNull(listOf(VALUE_CHANGE)) }, { renamedFrom: string })),
    problems: listOf(PROBLEM),
  }),
);
/** A dropped change, and how long it can be restored. */
export const DROPPED_CHANGE = named('DroppedChange', object({ name: string, droppedAt: time, keptUntil: time }));
export const PUBLISHED_CHANGE = named(
  'PublishedChange',
  object({ name: string, commit: orNull(string), scheduledAt: orNull(time) }),
);
/** Edits that were taken out of a change. */
export const MOVED_EDITS = named(
  'MovedEdits',
  object({ name: string, to: orNull(string), commit: orNull(string), moved: integer }),
);
/** What became of a draft that was published, and whether visitors see its record now. */
export const PUBLISHED_DRAFT = named(
  'PublishedDraft',
  object({ change: string, commit: orNull(string), scheduledAt: orNull(time), isPublic: boolean }),
);

const present = { type: string, id: integer, name: string, since: time, seenAt: time };
/** Somebody who has a record open. */
export const PRESENT = named('Present', object(present));
export const OPEN_RECORD = named(
  'OpenRecord',
  object({ kind: string, id, change: orNull(string), people: listOf(PRESENT) }),
);
