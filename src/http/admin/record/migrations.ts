import { operationSchema } from '../../../model/migration/operation.ts';
import { anyObject, choice, flag, list, object, revisionNote, slug } from '../../../model/schema/schema.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import { showMigratedRecord } from '../../../view/admin/migration.ts';
import { LEFT_OVER, MIGRATION } from '../../../view/shapes/migration.ts';
import { integerShape } from '../../../view/shapes/values.ts';
import type { PlanContext } from '../../../write/action.ts';
import { findLeftOvers } from '../../../write/migration/findLeftOvers.ts';
import { type ForecastRecord, foreseeMigration } from '../../../write/migration/foreseeMigration.ts';
import { migrateModel } from '../../../write/migration/migrateModel.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { paging } from '../../request/query.ts';
import { dataResult, listResult } from '../../result.ts';
import type { CrudDeps } from '../crud.ts';

export interface MigrationDeps extends CrudDeps {
  readonly proposals: Pick<Proposals, 'list' | 'read' | 'describe'>;
}

const page = paging({ defaultLimit: 20, maxLimit: 100 });

const migrationBody = object(
  { type: object({ kind: choice('contentType', 'blockType'), slug: slug() }) },
  {
    operations: list(operationSchema, { maxItems: 50 }),
    body: {
      ...anyObject(),
      description: 'What the type is to be afterwards, as in its PUT; by default what the operations make of it',
    },
    removes: { ...flag(), description: 'Removes the type with its pages or blocks; without operations' },
    dryRun: { ...flag(), description: 'Tells what it would do, and writes nothing' },
    revisionNote: revisionNote(),
    ...page.schema,
  },
);
const MIGRATION_META = object({}, { total: integerShape, limit: integerShape, offset: integerShape });

/** Changes of the model that take the records along (documentation of migrations). */
export const migrationEndpoints = ({ lookup, writer, clock, proposals }: MigrationDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/migrations',
    summary:
      'Change a type together with all records that have values of it, as one commit, or tell what that would do',
    access: 'admin',
    kind: 'contentType',
    body: migrationBody,
    result: dataResult(MIGRATION, { meta: MIGRATION_META, headers: ['X-Commit'] }),
    async handle({ body, actor, ifMatch }) {
      const { type, operations = [], removes = false, revisionNote: note } = body;
      const request = { type, operations, removes, ifMatch, ...(body.body && { body: body.body }) };
      if (!body.dryRun) {
        const { commit, changes } = await writer.write(migrateModel(request, note), actor);
        const counts: Record<string, number> = {};
        for (const { kind } of changes) counts[kind] = (counts[kind] ?? 0) + 1;
        return { data: { ...NOTHING_TO_TELL, commit, counts }, commit };
      }
      const nextId: PlanContext['nextId'] = () => Number.MAX_SAFE_INTEGER;
      const forecast = await foreseeMigration(request, { lookup, now: clock(), actor, nextId });
      const { limit, offset } = page.read(body);
      const shown = forecast.records.slice(offset, offset + limit).map(showMigratedRecord);
      const openChanges = await findOpenChanges(forecast.records, proposals);
      const data = { ...forecast, commit: null, openChanges, records: shown };
      return { data, meta: { total: forecast.records.length, limit, offset } };
    },
  }),
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/migrations/left-over',
    summary: 'List values under names that their type does not know',
    access: 'viewer',
    result: listResult(LEFT_OVER),
    async handle() {
      const data = await findLeftOvers(lookup);
      return { data, meta: { total: data.length } };
    },
  }),
];

const NOTHING_TO_TELL = {
  notes: { occupied: 0, unfit: 0, lost: 0, leftOver: 0 },
  refused: 0,
  openChanges: [],
  records: [],
};

/** The most changes to look into. */
const MAX_CHANGES = 200;

/** The open changes that edit records which a migration changes. */
async function findOpenChanges(
  records: readonly Pick<ForecastRecord, 'kind' | 'id'>[],
  proposals: MigrationDeps['proposals'],
): Promise<readonly object[]> {
  const migrated = new Set(records.map(({ kind, id }) => `${kind}/${id}`));
  const found: object[] = [];
  for (const branch of (await proposals.list()).slice(0, MAX_CHANGES)) {
    const change = await proposals.read(branch);
    const { records: edited } = await proposals.describe(change);
    const count = edited.filter(({ kind, id }) => migrated.has(`${kind}/${id}`)).length;
    if (count > 0) found.push({ name: change.name, title: change.title, records: count });
  }
  return found;
}
