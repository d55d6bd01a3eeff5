import type { Lookup } from '../../model/entry.ts';
import { namedSchema, object } from '../../model/schema/schema.ts';
import { PERSON, RECORD_TITLE, showRecordTitle } from '../../view/admin/notice.ts';
import { namesOfChanges } from '../../view/admin/revisionDiff.ts';
import { showSubject } from '../../view/admin/subject.ts';
import { CHANGED_RECORD } from '../../view/shapes/change.ts';
import { arrayOf, booleanShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import type { NewsSince } from './looks.ts';
import type { WatchedSubject } from './watchlists.ts';

const subject = { record: orNull(RECORD_TITLE), change: orNull(stringShape) };

/** Something that somebody watches, and when it was last changed. */
export const WATCHED = namedSchema(
  'WatchlistItem',
  object({
    ...subject,
    /** What it is called. */
    about: stringShape,
    at: orNull(timeShape),
    /** Whether it was changed since the caller last looked at it. */
    isNew: booleanShape,
  }),
);

/** Whether the caller watches something, and what others have changed since they last looked at it. */
export const SUBJECT_LOOK = namedSchema(
  'Look',
  object({
    isWatched: booleanShape,
    since: orNull(
      object({
        at: timeShape,
        people: arrayOf(PERSON),
        /** What has become live of a page: the revisions to compare, and the names of the values that differ. */
        live: orNull(object({ from: stringShape, to: stringShape, changed: arrayOf(stringShape) })),
        /** What a change would make different now, or the draft of a record. */
        edited: arrayOf(CHANGED_RECORD),
      }),
    ),
  }),
);

export interface ListedSubject {
  readonly subject: WatchedSubject;
  readonly about: string;
  readonly at: string | null;
  readonly isNew: boolean;
}

export const showWatched = ({ subject: { record, change }, ...listed }: ListedSubject, lookup: Lookup): object => ({
  ...listed,
  change,
  record: record && showRecordTitle(record, lookup),
});

export function showNews({ at, people, live, edited }: NewsSince, lookup: Lookup): object {
  return {
    at,
    people: people.map((person) => showSubject(person, lookup)),
    live: live && { from: live.from, to: live.to, changed: namesOfChanges(live.before, live.after, lookup) },
    edited: edited.map(({ subjects: _, ...record }) => record),
  };
}
