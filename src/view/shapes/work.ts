import { named, object } from '../../model/schema/schema.ts';
import { id, integer, orNull, rawObject, string, time } from './values.ts';

const place = { kind: string, id: orNull(id), key: orNull(string), change: orNull(string), savedAt: time };

/** What somebody has typed and not saved yet, as it was kept. */
export const WORK_ITEM = named('WorkItem', object({ ...place, base: object({ rev: orNull(string) }) }));
/** The same in a list, with the title of the record; null if there is no such record. */
export const LISTED_WORK = named(
  'ListedWork',
  object({ ...place, base: object({ rev: orNull(string) }), title: orNull(string) }),
);
/** The same with the values. */
export const WORK = named(
  'Work',
  object({ ...place, base: object({ rev: orNull(string) }, { values: rawObject }), values: rawObject }),
);
/** What a single read tells beside a record: its draft, and the caller's own unfinished work on it. */
export const DRAFT_FACTS = {
  draft: orNull(
    named(
      'DraftFacts',
      object({
        ...{ change: string, head: string, author: orNull(string), updatedAt: orNull(time) },
        ...{ ahead: integer, conflicts: integer, scheduledAt: orNull(time) },
      }),
    ),
  ),
  work: orNull(named('OwnWork', object({ savedAt: time, base: object({ rev: orNull(string) }) }))),
};
