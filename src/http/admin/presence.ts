import { KINDS } from '../../model/entities/index.ts';
import { choice, flag, integer, nullable, object, text } from '../../model/schema/schema.ts';
import { OPEN_RECORD, PRESENT } from '../../view/shapes/change.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../request/wholeList.ts';
import { listResult } from '../result.ts';
import type { PresenceSource } from '../stream/presence.ts';

export interface PresenceDeps {
  readonly presence: PresenceSource;
}

const openInput = object(
  { kind: choice(...KINDS), id: integer({ minimum: 1, maximum: 2 ** 31 - 1 }) },
  {
    change: nullable(text({ maxLength: 250, description: 'The change in which it is open; null for what is live' })),
    gone: { ...flag(), description: 'Whether it has been closed' },
  },
);

/** Who else has a record open: a hint, never a lock. */
export const presenceEndpoints = ({ presence }: PresenceDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/presence',
    summary: 'List the records that are open',
    access: 'viewer',
    query: wholeListQuery,
    result: listResult(OPEN_RECORD),
    handle: async ({ query }) => answerWholeList(await presence.list(), query),
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/presence',
    summary: 'Report every 20 seconds that you have a record open; lists who else has',
    access: 'viewer',
    // Nothing is written to the content, so it works on a read-only server too.
    changes: 'own',
    body: openInput,
    result: listResult(PRESENT),
    async handle({ body: { kind, id, change = null, gone = false }, actor }) {
      const others = await presence.note({ kind, id, change }, actor, gone);
      return { data: others, meta: { total: others.length } };
    },
  }),
];
