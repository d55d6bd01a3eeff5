import type { Lookup } from '../model/entry.ts';
import { type FieldValues, isMapping } from '../model/fields/values.ts';
import { applyMigration, type MigrationStep } from '../model/migration/migrateRecord.ts';
import { allStepsByName } from '../model/migration/migrations.ts';
import type { UnfinishedWork, WorkTarget } from './openWork.ts';

/** Unfinished work with the names that its type has today: it may have been begun before a migration of what is live. */
export function migrateWork(work: UnfinishedWork, lookup: Lookup): UnfinishedWork {
  const steps = work.change === null ? allStepsByName(lookup) : [];
  if (steps.length === 0) return work;
  const migrate = (values: object): object => migrateValues(values as FieldValues, work, { steps, lookup });
  const { values } = work.base;
  return { ...work, values: migrate(work.values), base: { ...work.base, ...(values && { values: migrate(values) }) } };
}

interface WorkMigration {
  readonly steps: readonly MigrationStep[];
  readonly lookup: Lookup;
}

/** The values of a form: as the interface shows a record, or what somebody has made of that. */
function migrateValues(values: FieldValues, { kind, id }: WorkTarget, { steps, lookup }: WorkMigration): FieldValues {
  if (kind !== 'page' && kind !== 'block') return values;
  const type = (id === null ? undefined : lookup.get(kind, id)?.data.type) ?? values['type'];
  const fields = isMapping(values['fields']) ? values['fields'] : undefined;
  const { data } = applyMigration({ kind, data: { type, ...(fields && { fields }) } }, steps);
  const migrated = fields ? { ...values, fields: (data as { readonly fields?: unknown }).fields } : values;
  const { regions } = values;
  if (kind === 'block' || !isMapping(regions)) return migrated;
  const changed = Object.entries(regions).map(([name, blocks]) => [
    name,
    Array.isArray(blocks) ? blocks.map((block: unknown) => migrateBlock(block, steps)) : blocks,
  ]);
  return { ...migrated, regions: Object.fromEntries(changed) };
}

function migrateBlock(block: unknown, steps: readonly MigrationStep[]): unknown {
  if (!isMapping(block)) return block;
  const parts = ['fields', 'overrides'].filter((part) => isMapping(block[part]));
  const type = block['block_type'];
  const changed = parts.map((part) => {
    const { data } = applyMigration({ kind: 'block', data: { type, fields: block[part] } }, steps);
    return [part, (data as { readonly fields?: unknown }).fields];
  });
  return { ...block, ...Object.fromEntries(changed) };
}
