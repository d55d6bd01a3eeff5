import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { Lookup } from '../entry.ts';
import type { OriginTree, TracedValue } from '../merge/valueOrigins.ts';
import { applyMigration, type MigratableRecord, type MigrationStep } from './migrateRecord.ts';
import { readMigrations } from './migrations.ts';

/** The recorded migrations that only give values another name or place, and the ways back. */
export function renamingSteps(lookup: Pick<Lookup, 'all'>): readonly MigrationStep[] {
  const steps: MigrationStep[] = [];
  for (const kind of ['blockType', 'contentType'] as const)
    for (const { key, data } of lookup.all(kind))
      for (const operation of readMigrations(data.migrations))
        if ('rename' in operation || 'move' in operation)
          steps.push(...[{}, { isUndone: true }].map((way) => ({ type: { kind, slug: key }, operation, ...way })));
  return steps;
}

/** An earlier version whose fields are called as in the next one: a renamed value keeps its origin. */
export function renameOrigins(
  { value, origins }: TracedValue,
  next: MigratableRecord,
  steps: readonly MigrationStep[],
): TracedValue {
  if (steps.length === 0 || !isPlainObject(value)) return { value, origins };
  // Between the two versions only those steps were taken that the earlier one needs and the next one does not.
  const taken = steps.filter((step) => changesRecord({ ...next, data: value }, step) && !changesRecord(next, step));
  if (taken.length === 0) return { value, origins };
  const leaves: TracedValue[] = [];
  const marked = markFields(value, origins, { leaves, isField: false }) as object;
  return restore(applyMigration({ ...next, data: marked }, taken).data, { value, origins }, leaves);
}

const changesRecord = (record: MigratableRecord, step: MigrationStep): boolean =>
  applyMigration(record, [step]).data !== record.data;

/** No text of a file has this character. */
const MARK = '\u0000';

interface Marking {
  readonly leaves: TracedValue[];
  readonly isField: boolean;
}

/** The same data with a mark in the place of each value of a field, which goes wherever the value goes. */
function markFields(value: unknown, origins: OriginTree | undefined, { leaves, isField }: Marking): unknown {
  const next = (member: unknown, own: OriginTree | undefined, is = isField): unknown =>
    markFields(member, own, { leaves, isField: is });
  if (Array.isArray(value) && origins?.items) return value.map((item, index) => next(item, origins.items?.[index]));
  if (isPlainObject(value) && origins?.keys)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const holdsFields = key === 'fields' || key === 'overrides';
        return [key, next(member, origins.keys?.get(key), isField || holdsFields)];
      }),
    );
  if (!isField || !origins) return value;
  leaves.push({ value, origins });
  return `${MARK}${leaves.length - 1}`;
}

/** Puts the values back in the places of their marks. What has none has the origin of its place. */
function restore(marked: unknown, place: Partial<TracedValue>, leaves: readonly TracedValue[]): TracedValue {
  const { value, origins = { version: 0 } } = place;
  if (typeof marked === 'string' && marked.startsWith(MARK)) return leaves[Number(marked.slice(MARK.length))]!;
  const { version, before } = origins;
  const own = { version, ...(before !== undefined && { before }) };
  if (Array.isArray(marked)) {
    const items = marked.map((item, index) => {
      return restore(item, { value: (value as unknown[])?.[index], ...optional(origins.items?.[index]) }, leaves);
    });
    const hasItems = origins.items !== undefined;
    return {
      value: items.map((item) => item.value),
      origins: hasItems ? { ...own, items: items.map((item) => item.origins) } : origins,
    };
  }
  if (!isPlainObject(marked)) return { value: marked, origins };
  const members = Object.entries(marked).map(([key, member]) => {
    const was = isPlainObject(value) ? value[key] : undefined;
    return [key, restore(member, { value: was, ...optional(origins.keys?.get(key)) }, leaves)] as const;
  });
  return {
    value: Object.fromEntries(members.map(([key, member]) => [key, member.value])),
    origins: { ...own, keys: new Map(members.map(([key, member]) => [key, member.origins])) },
  };
}

const optional = (origins: OriginTree | undefined): Partial<TracedValue> => (origins ? { origins } : {});
