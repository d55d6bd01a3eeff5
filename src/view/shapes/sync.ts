import { anything, choice, named, object } from '../../model/schema/schema.ts';
import { id, integer, listOf, orNull, string, time } from './values.ts';

/** A value that two sides have changed differently. */
export const CLASH = named(
  'Clash',
  object(
    {
      ...{ clashId: string, kind: string, key: string, id },
      path: listOf({ type: ['string', 'integer'] }),
      ...{ base: anything(), ours: anything(), theirs: anything() },
    },
    { keys: listOf(string) },
  ),
);

/** The state of this clone in relation to the git host. */
export const SYNC = named(
  'Sync',
  object({
    remote: string,
    branch: orNull(string),
    upstream: string,
    state: choice('synced', 'ahead', 'behind', 'diverged', 'offline', 'clashed'),
    ahead: integer,
    behind: integer,
    lastFetch: orNull(time),
    lastPush: orNull(time),
    error: orNull(string),
    clashes: listOf(CLASH),
    conflicts: listOf(object({ path: string, commit: string, theirs: string })),
  }),
);
