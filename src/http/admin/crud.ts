import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../model/access.ts';
import type { Block } from '../../model/entities/block.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import { compareEntryIds, type Entry } from '../../model/entry.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { JudgeLookup } from '../../model/rules/recordRule.ts';
import type { Schema } from '../../model/schema/schema.ts';
import { DRAFT_PROBLEMS } from '../../view/shapes/page.ts';
import type { Action, RecordWriter, WriteResult } from '../../write/action.ts';
import { getRecord, kindLabel, type RecordTarget, removeRecord } from '../../write/records.ts';
import { problemsOfDraft } from '../../write/validate/validate.ts';
import {
  type Answer,
  addToMeta,
  type CurrentRecord,
  type DataAnswer,
  defineEndpoint,
  type Endpoint,
} from '../endpoint.ts';
import { answerWholeList, wholeListQuery } from '../request/wholeList.ts';
import {
  createdResult,
  deletedResult,
  describeMeta,
  listResult,
  type Result,
  recordResult,
  writtenResult,
} from '../result.ts';

export interface CrudDeps {
  readonly lookup: JudgeLookup;
  readonly writer: RecordWriter;
  /** The commit that last changed a file; null without one. */
  commitOf(path: string): string | null;
  clock(): Date;
}

/** Says which kind of records endpoints are about. */
export const aboutKind =
  (kind: Kind) =>
  (endpoint: Endpoint): Endpoint => ({ ...endpoint, kind });

export interface Creation {
  readonly action: Action;
  /** Shown beside the record in this answer only: a key in clear text. */
  readonly once?: object;
}

/** What differs between entities in their five endpoints. */
export interface Crud<K extends Kind, C, U> {
  readonly kind: K;
  /** The shape of a list's items, and those of a single read and of a creation if they have more. */
  readonly shapes: { readonly item: Schema; readonly whole?: Schema; readonly created?: Schema };
  /** Bodies of create and update. */
  readonly create: Schema<C>;
  readonly update: Schema<U>;
  /** Shows a record to somebody who may read it. */
  show(entry: Entry<Records[K]>, reader: Actor): object;
  /** Shows a single record, if that is more than an item of a list. */
  showWhole?(entry: Entry<Records[K]>, reader: Actor): object;
  creates(body: C): Creation | Promise<Creation>;
  updates(target: RecordTarget, body: U, actor: Actor): Action | Promise<Action>;
  removes?(target: RecordTarget, actor: Actor): Action;
  /** The key of nested records in a single read, which have endpoints of their own for writing. */
  readonly nested?: 'items' | 'terms';
  /** Whether its writes are dangerous steps: see `Endpoint`. */
  readonly needsFreshProof?: boolean;
  /** The effects of an update on other records, for `meta`. */
  effects?(written: WriteResult): object;
  /** The shape of `effects`. */
  readonly effectShape?: Schema;
}

/** The list, read, create, update and delete endpoints of an entity at `A/<plural>`, derived from its declaration. */
export function crudEndpoints<K extends Kind, C, U>(crud: Crud<K, C, U>, deps: CrudDeps): Endpoint[] {
  const { kind, show, showWhole = show, shapes, effectShape, needsFreshProof = false } = crud;
  const { item, whole = item, created = whole } = shapes;
  const { plural, access, home } = entityOf(kind);
  const path = `/api/admin/${plural}` as const;
  const one = withArticle(kindLabel(kind));
  return [
    defineEndpoint({
      method: 'GET',
      path,
      summary: `List ${plural.replaceAll('-', ' ')}`,
      access: access.read,
      result: listResult(item),
      query: wholeListQuery,
      handle: ({ query, actor }) =>
        answerWholeList([...deps.lookup.all(kind)].sort(compareEntryIds), query, (entry) => show(entry, actor)),
    }),
    defineEndpoint({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Read ${one}`,
      access: access.read,
      result: recordResult(whole),
      handle: ({ params, actor }) =>
        answerRecord(getRecord(deps.lookup, kind, Number(params['id'])), (entry) => showWhole(entry, actor)),
    }),
    defineEndpoint({
      method: 'POST',
      path,
      summary: `Create ${one}`,
      access: access.create,
      needsFreshProof,
      result: createdResult(created),
      // The items of a menu and the terms of a vocabulary have endpoints of their own, so those in a body are reported.
      body: { json: crud.create, echoes: [item] },
      async handle({ body, actor }) {
        const { action, once } = await crud.creates(body);
        const written = await deps.writer.write(action, actor);
        const entry = firstEntry<K>(written);
        return { ...answerWritten(written, entry, deps), status: 201, data: { ...showWhole(entry, actor), ...once } };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Update ${one}`,
      access: access.update,
      needsFreshProof,
      result: writtenResult(whole, effectShape && { meta: effectShape }),
      body: { json: crud.update, echoes: [item, whole, created] },
      // Git has no versions of private records.
      ...(home === 'private' && { lateWrites: 'refused' }),
      patch: async ({ params, actor }, versionFor) => {
        const version = await versionFor(getRecord(deps.lookup, kind, Number(params['id'])));
        return answerRecord(version, (entry) => showWhole(entry, actor));
      },
      async handle({ params, body, sent, actor, ifMatch }) {
        if (crud.nested)
          reportUnwritten(crud.nested, sent, {
            actor,
            show: () => showWhole(getRecord(deps.lookup, kind, Number(params['id'])), actor),
          });
        const written = await deps.writer.write(
          await crud.updates({ id: Number(params['id']), ifMatch }, body, actor),
          actor,
        );
        const entry = firstEntry<K>(written);
        const meta = crud.effects?.(written) ?? {};
        const head = answerWritten(written, entry, deps);
        return { ...head, data: showWhole(entry, actor), ...(Object.keys(meta).length > 0 && { meta }) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete ${one}`,
      access: access.remove,
      needsFreshProof,
      result: deletedResult(),
      async handle({ params, actor, ifMatch }) {
        const target = { id: Number(params['id']), ifMatch };
        const written = await deps.writer.write(crud.removes?.(target, actor) ?? removeRecord(kind, target), actor);
        return { data: { deleted: true }, commit: written.commit };
      },
    }),
  ].map(aboutKind(kind));
}

interface UnwrittenRecord {
  readonly actor: Actor;
  show(): object;
}

/** Reports nested records in a body unless they are as they were read, because an update does not write them. */
function reportUnwritten(name: string, sent: unknown, { actor, show }: UnwrittenRecord): void {
  const given = readNamedValue(sent, name);
  // Compares with what a read sends: JSON has no undefined.
  if (given === undefined || isDeepStrictEqual(given, JSON.parse(JSON.stringify(readNamedValue(show(), name))))) return;
  actor.unknownNames?.note([{ path: [name], known: [] }]);
}

const readNamedValue = (object: unknown, name: string): unknown => (object as Readonly<Record<string, unknown>>)[name];

/** "a redirect", "an API key" */
function withArticle(noun: string): string {
  const words = noun.startsWith('API') ? noun : noun.toLowerCase();
  return `${/^[aeiou]/i.test(words) && !words.startsWith('user') ? 'an' : 'a'} ${words}`;
}

/** The answer to a single read: the record and its file's `rev`. */
export const answerRecord = <T>(entry: Entry<T>, show: (entry: Entry<T>) => object): CurrentRecord => ({
  data: show(entry),
  etag: entry.rev,
});

/**
 * The head of the answer to a write: the record's `rev` and the new commit, or its last one if nothing had to be
 * written.
 */
export const answerWritten = (
  written: WriteResult,
  entry: Entry,
  { commitOf }: Pick<CrudDeps, 'commitOf'>,
): Pick<Answer, 'etag' | 'commit'> => ({
  etag: entry.rev,
  commit: written.commit ?? commitOf(entry.path),
});

/** The answer to a write of one record, shown by `show`. */
export function answerShown<K extends Kind>(
  written: WriteResult,
  deps: Pick<CrudDeps, 'commitOf'>,
  show: (entry: Entry<Records[K]>) => unknown,
): DataAnswer {
  const entry = firstEntry<K>(written);
  return { ...answerWritten(written, entry, deps), data: show(entry) };
}

/** The record that an action with a single draft wrote. */
export function firstEntry<K extends Kind>({ entries }: WriteResult): Entry<Records[K]> {
  const [entry] = entries;
  if (!entry) throw new Error('The write left no record');
  // The caller's action is of kind K.
  return entry as Entry<Records[K]>;
}

/** The result with what keeps a page or a reusable block from being published. */
export const withDraftProblems = (result: Result): Result => describeMeta(result, { problems: DRAFT_PROBLEMS });

/** Tells in `meta` what keeps a page or a reusable block from being published, and what its rules warn of. */
export function addDraftProblems(
  answer: Answer,
  entry: Entry<Page | Block>,
  { lookup, clock }: Pick<CrudDeps, 'lookup' | 'clock'>,
): Answer {
  const problems = problemsOfDraft(entry, { lookup, now: clock() });
  return problems.length === 0 ? answer : addToMeta(answer, { problems });
}
