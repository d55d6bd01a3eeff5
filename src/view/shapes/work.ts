import { namedSchema, object } from '../../model/schema/schema.ts';
import { idShape, integerShape, orNull, rawObject, recordKind, stringShape, timeShape } from './values.ts';

const workTargetShape = {
  kind: recordKind,
  id: orNull(idShape),
  key: orNull(stringShape),
  change: orNull(stringShape),
  savedAt: timeShape,
};

/** Unsaved work, as it was stored. */
export const WORK_ITEM = namedSchema(
  'WorkItem',
  object({ ...workTargetShape, base: object({ rev: orNull(stringShape) }) }),
);
/** The same in a list, with the title of the record; null if there is no such record. */
export const LISTED_WORK = namedSchema(
  'ListedWork',
  object({ ...workTargetShape, base: object({ rev: orNull(stringShape) }), title: orNull(stringShape) }),
);
/** The same with the values. */
export const WORK = namedSchema(
  'Work',
  object({ ...workTargetShape, base: object({ rev: orNull(stringShape) }, { values: rawObject }), values: rawObject }),
);
/** What a single read tells beside a record: its draft, and the caller's own unfinished work on it. */
export const DRAFT_FACTS = {
  draft: orNull(
    namedSchema(
      'DraftFacts',
      object({
        ...{ change: stringShape, head: stringShape, author: orNull(stringShape), updatedAt: orNull(timeShape) },
        ...{ ahead: integerShape, conflicts: integerShape, scheduledAt: orNull(timeShape) },
      }),
    ),
  ),
  work: orNull(namedSchema('OwnWork', object({ savedAt: timeShape, base: object({ rev: orNull(stringShape) }) }))),
};
