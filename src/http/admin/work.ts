import type { Actor } from '../../model/access.ts';
import { entityOf, isKind } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import { invalidAt, notFound } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import { nullable, object, type Schema, text, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import { LISTED_WORK, WORK, WORK_ITEM } from '../../view/shapes/work.ts';
import { migrateWork } from '../../work/migrateWork.ts';
import type { UnfinishedWorkStore, WorkHead, WorkTarget } from '../../work/openWork.ts';
import { type Call, defineEndpoint, type Endpoint } from '../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../request/wholeList.ts';
import { dataResult, deletedResult, listResult } from '../result.ts';

export interface WorkDeps {
  readonly work: UnfinishedWorkStore;
  /** What is live. */
  readonly store: Lookup;
  readonly clock: () => Date;
}

/** All that one person may keep of one record. */
const MAX_BYTES = 1024 * 1024;

const anyObject: Schema<object> = { type: 'object' };
const body = object(
  {
    base: object({ rev: nullable(text({ maxLength: 100 })) }, { values: anyObject }),
    values: anyObject,
  },
  { savedAt: timestamp() },
);
const change = text({ maxLength: 250, description: 'The change that the record is edited in' });
const workTargetQuery = object({}, { change });
const forgetQuery = object(
  {},
  { change, until: { ...timestamp(), description: 'Deletes only what was saved until then' } },
);

const OWN = '/api/admin/work/:kind/:id';
const NEW = '/api/admin/work/:kind/new/:key';

/** What somebody types is kept for them, without a commit (contract, section 14). Nobody else reaches it. */
export const workEndpoints = (deps: WorkDeps): Endpoint[] =>
  [
    listEndpoint(deps),
    ...[OWN, NEW].flatMap((path) => [
      readWorkEndpoint(path, deps),
      saveWorkEndpoint(path, deps),
      forgetEndpoint(path, deps),
    ]),
  ].map((endpoint) => ({ ...endpoint, changes: 'change' as const }));

const listEndpoint = ({ work, store }: WorkDeps): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/work',
    summary: 'List your own unfinished work, newest first',
    access: 'editor',
    query: wholeListQuery,
    result: listResult(LISTED_WORK),
    handle: async ({ query, actor }) =>
      answerWholeList(await work.list(actor), query, (head) => ({ ...head, title: findWorkTitle(head, store) })),
  });

function findWorkTitle({ kind, id }: WorkHead, lookup: Lookup): string | null {
  const entry = id === null ? undefined : lookup.get(kind, id);
  return entry ? entityOf(kind).title(entry.data) : null;
}

const readWorkEndpoint = (path: string, { work, store }: WorkDeps): Endpoint =>
  defineEndpoint({
    method: 'GET',
    path,
    summary: 'Read your own unfinished work on a record',
    access: 'editor',
    query: workTargetQuery,
    result: dataResult(WORK),
    async handle({ params, query, actor }) {
      const found = await work.read(actor as Actor, readWorkTarget(params, query.change, actor as Actor));
      if (!found) throw notFound('Work');
      return { data: migrateWork(found, store) };
    },
  });

const saveWorkEndpoint = (path: string, { work, clock }: WorkDeps): Endpoint =>
  defineEndpoint({
    method: 'PUT',
    path,
    summary: 'Save your own unfinished work on a record, without a commit',
    access: 'editor',
    query: workTargetQuery,
    body: { json: body, maxBytes: MAX_BYTES },
    result: dataResult(WORK_ITEM),
    lateWrites: 'written',
    async handle({ params, query, body: { base, values, savedAt }, actor }) {
      const at = [clock().toISOString(), ...(savedAt === undefined ? [] : [toTimestamp(savedAt)])].sort()[0]!;
      const place = readWorkTarget(params, query.change, actor as Actor);
      return { data: await work.keep(actor as Actor, { ...place, base, values, savedAt: at }) };
    },
  });

const forgetEndpoint = (path: string, { work }: WorkDeps): Endpoint =>
  defineEndpoint({
    method: 'DELETE',
    path,
    summary: 'Delete your own unfinished work on a record',
    access: 'editor',
    query: forgetQuery,
    result: { ...deletedResult(), headers: [] },
    lateWrites: 'written',
    async handle({ params, query: { change: name, until }, actor }) {
      const place = readWorkTarget(params, name, actor as Actor);
      await work.forget(actor as Actor, place, until === undefined ? undefined : toTimestamp(until));
      return { data: { deleted: true } };
    },
  });

const KEY = /^[A-Za-z0-9_-]{1,64}$/;

/** @throws CmsError NOT_FOUND for a kind that the caller writes no records of; VALIDATION for a key that none can have */
function readWorkTarget(params: Call['params'], changeName: string | undefined, { rights }: Actor): WorkTarget {
  const kind = String(params['kind']);
  if (!isKind(kind) || !isWritable(kind, rights)) throw notFound('Kind of record');
  const key = params['key'] === undefined ? null : String(params['key']);
  if (key !== null && !KEY.test(key)) throw invalidAt(['key'], 'must be letters, digits, - and _, at most 64');
  return { kind, id: key === null ? Number(params['id']) : null, key, change: changeName ?? null };
}

const isWritable = (kind: Kind, { mayEver }: Actor['rights']): boolean =>
  entityOf(kind).home === 'content' && (mayEver('update', kind) || mayEver('create', kind));
