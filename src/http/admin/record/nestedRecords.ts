import { entityOf } from '../../../model/entities/index.ts';
import type { Entry } from '../../../model/entry.ts';
import { notFound } from '../../../model/errors.ts';
import type { Kind, Records } from '../../../model/records.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Action } from '../../../write/action.ts';
import { addedId, type NestedNode } from '../../../write/record/tree.ts';
import { getRecord, type RecordTarget } from '../../../write/records.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { createdResult, removedPartResult, writtenResult } from '../../result.ts';
import { answerRecord, answerShown, type CrudDeps } from '../crud.ts';

/** Records that form a tree inside another one: the items of a menu, the terms of a taxonomy. */
export interface NestedRecords<K extends Kind, T extends NestedNode<T>, C, U> {
  readonly kind: K;
  /** The last part of their path, and the parameter for the id of one of them. */
  readonly list: string;
  readonly param: string;
  readonly summaries: { readonly create: string; readonly update: string; readonly remove: string };
  readonly shape: Schema;
  /** Bodies of create and update. */
  readonly create: Schema<C>;
  readonly update: Schema<U>;
  nodesOf(data: Records[K]): readonly T[];
  show(entry: Entry<Records[K]>, id: number): object | undefined;
  creates(target: RecordTarget, body: C): Action;
  updates(target: RecordTarget, id: number, body: U): Action;
  removes(target: RecordTarget, id: number): Action;
}

/** The endpoints that write such records at `A/<plural>/:id/<list>`; each writes the file of the record around them. */
export function nestedEndpoints<K extends Kind, T extends NestedNode<T>, C, U>(
  nested: NestedRecords<K, T, C, U>,
  { writer, ...deps }: CrudDeps,
): Endpoint[] {
  const { kind, list, param, summaries, shape, show } = nested;
  const { plural, access } = entityOf(kind);
  const path = `/api/admin/${plural}/:id/${list}` as const;
  const showThere = (entry: Entry<Records[K]>, id: number): object => {
    const shown = show(entry, id);
    if (!shown) throw notFound('Record');
    return shown;
  };
  // A change of this kind holds records of this kind.
  const nodesOf = (data: unknown): readonly T[] => (data === undefined ? [] : nested.nodesOf(data as Records[K]));
  return [
    defineEndpoint({
      method: 'POST',
      path,
      summary: summaries.create,
      access: access.update,
      result: createdResult(shape),
      body: nested.create,
      async handle({ params, body, actor, ifMatch }) {
        const written = await writer.write(nested.creates({ id: Number(params['id']), ifMatch }, body), actor);
        const answer = answerShown<K>(written, deps, (entry) => show(entry, addedId(written, entry, nodesOf)));
        return { ...answer, status: 201 };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: `${path}/:${param}`,
      summary: summaries.update,
      access: access.update,
      result: writtenResult(shape),
      body: nested.update,
      patch: async ({ params }, versionFor) => {
        const entry = await versionFor(getRecord(deps.lookup, kind, Number(params['id'])));
        return answerRecord(entry, () => showThere(entry, Number(params[param])));
      },
      async handle({ params, body, actor, ifMatch }) {
        const id = Number(params[param]);
        const written = await writer.write(nested.updates({ id: Number(params['id']), ifMatch }, id, body), actor);
        return answerShown<K>(written, deps, (entry) => showThere(entry, id));
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: `${path}/:${param}`,
      summary: summaries.remove,
      access: access.update,
      result: removedPartResult(),
      async handle({ params, actor, ifMatch }) {
        const target = { id: Number(params['id']), ifMatch };
        const written = await writer.write(nested.removes(target, Number(params[param])), actor);
        return answerShown<K>(written, deps, () => ({ deleted: true }));
      },
    }),
  ];
}
