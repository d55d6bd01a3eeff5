import { anything, choice, namedSchema, object } from '../../model/schema/schema.ts';
import { arrayOf, contentKind, idShape, integerShape, orNull, stringShape, timeShape } from './values.ts';

/** Two versions of a value as an extension says them in a line. */
export const VALUE_SUMMARIES = object({ before: orNull(stringShape), after: orNull(stringShape) });

/** A value that two sides have changed differently. */
export const CLASH = namedSchema(
  'Clash',
  object(
    {
      ...{ clashId: stringShape, kind: contentKind, key: stringShape, id: idShape },
      path: arrayOf({ type: ['string', 'integer'] }),
      ...{ base: anything(), ours: anything(), theirs: anything() },
    },
    {
      keys: arrayOf(stringShape),
      summaries: object({ base: orNull(stringShape), ours: orNull(stringShape), theirs: orNull(stringShape) }),
    },
  ),
);

/** The state of this clone in relation to the git host. */
export const SYNC = namedSchema(
  'Sync',
  object({
    remote: stringShape,
    branch: orNull(stringShape),
    upstream: stringShape,
    state: choice('synced', 'ahead', 'behind', 'diverged', 'offline', 'clashed'),
    ahead: integerShape,
    behind: integerShape,
    lastFetch: orNull(timeShape),
    lastPush: orNull(timeShape),
    error: orNull(stringShape),
    clashes: arrayOf(CLASH),
    conflicts: arrayOf(object({ path: stringShape, commit: stringShape, theirs: stringShape })),
  }),
);
