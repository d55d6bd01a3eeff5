import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../http/request/wholeList.ts';
import { listResult } from '../../http/result.ts';
import { KINDS } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import { choice, flag, integer, namedSchema, nullable, object, text } from '../../model/schema/schema.ts';
import type { MayTell } from '../../site/reader/reader.ts';
import { showPicture } from '../../view/admin/records.ts';
import {
  arrayOf,
  booleanShape,
  idShape,
  integerShape,
  orNull,
  recordKind,
  stringShape,
  timeShape,
} from '../../view/shapes/values.ts';
import type { Presence, PresentRecord, RecordViewer } from './presence.ts';

interface Parts {
  readonly presence: Presence;
  readonly mayTell: MayTell;
  readonly users: Lookup;
}

const MAX_ID = 2 ** 31 - 1;

const openInput = object(
  { kind: choice(...KINDS), id: integer({ minimum: 1, maximum: MAX_ID }) },
  {
    change: nullable(text({ maxLength: 250, description: 'The change in which it is open; null for what is live' })),
    field: nullable(
      object(
        {
          path: text({
            maxLength: 200,
            description: 'In the record or block: `fields/summary`; empty for all of the block',
          }),
        },
        { block: nullable(integer({ minimum: 1, maximum: MAX_ID })) },
      ),
    ),
    writing: { ...flag(), description: 'Whether you have just typed in the field' },
    gone: { ...flag(), description: 'Whether it has been closed' },
  },
);

/** Somebody who has a record open. The address of their picture is absent without one. */
const PRESENT = namedSchema(
  'Present',
  object(
    {
      ...{ type: stringShape, id: integerShape, name: stringShape, since: timeShape, seenAt: timeShape },
      field: orNull(object({ path: stringShape, block: orNull(idShape) })),
      isWriting: booleanShape,
    },
    { picture: stringShape },
  ),
);

export function showViewer(viewer: RecordViewer, users: Lookup): object {
  const user = viewer.type === 'user' ? users.get('user', viewer.id) : undefined;
  return { ...viewer, ...(user && showPicture(user)) };
}

const OPEN_RECORD = namedSchema(
  'OpenRecord',
  object({ kind: recordKind, id: idShape, change: orNull(stringShape), people: arrayOf(PRESENT) }),
);

/** Who else has a record open, and where in it they are: a hint, never a lock. */
export function presenceEndpoints({ presence, mayTell, users }: Parts): Endpoint[] {
  const isTold = ({ kind, id, change }: PresentRecord): Promise<boolean> => mayTell({ record: { kind, id }, change });
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/presence',
      summary: 'List the records that are open',
      access: 'viewer',
      query: wholeListQuery,
      result: listResult(OPEN_RECORD),
      async handle({ query }) {
        const all = presence.list();
        const told = await Promise.all(all.map(isTold));
        return answerWholeList(
          all.filter((_, index) => told[index]),
          query,
          ({ people, ...record }) => ({ ...record, people: people.map((one) => showViewer(one, users)) }),
        );
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/presence',
      summary:
        'Report every 20 seconds that you have a record open, and when you go to another field; lists who else has',
      access: 'viewer',
      // Nothing is written to the content, so it works on a read-only server too.
      changes: 'own',
      body: openInput,
      result: listResult(PRESENT),
      async handle({ body: { kind, id, change = null, field = null, writing = false, gone = false }, actor }) {
        const record = { kind, id, change };
        const report = {
          ...{ record, isWriting: writing, isGone: gone },
          field: field && { path: field.path, block: field.block ?? null },
        };
        const others = (await isTold(record)) ? presence.note(report, actor) : [];
        return { data: others.map((one) => showViewer(one, users)), meta: { total: others.length } };
      },
    }),
  ];
}
