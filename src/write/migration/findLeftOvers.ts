import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { unknownIn } from '../../model/fields/fields.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from '../../model/fields/values.ts';
import type { TypeRef } from '../../model/migration/migrateRecord.ts';
import type { Kind, Records } from '../../model/records.ts';
import type { TypeEntry } from './planMigration.ts';

/** Values of one name that their type does not know: a migration removes them, moves them, or brings the field back. */
export interface LeftOverValues {
  readonly type: TypeRef & { readonly name: string };
  readonly field: string;
  /** How many records have one. */
  readonly records: number;
  readonly first: readonly {
    readonly kind: Kind;
    readonly id: number;
    readonly title: string;
    readonly value: unknown;
  }[];
  /** The kind of field that the first value fits. */
  readonly looksLike: string;
}

const MAX_FIRST = 5;

/** Finds the values that no type knows. Looks at every record, in slices. */
export async function findLeftOvers(lookup: Lookup): Promise<readonly LeftOverValues[]> {
  const found = new Map<string, LeftOverValues>();
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const kind of ['page', 'block'] as const)
    for (const entry of lookup.all(kind)) {
      const own = new Map<
        string,
        { readonly type: LeftOverValues['type']; readonly field: string; readonly value: unknown }
      >();
      for (const { type, values } of valuesOf(entry, lookup))
        for (const field of unknownNames(type, values, lookup)) {
          const { slug, name } = type.data;
          const ref = { kind: type.kind as TypeRef['kind'], slug, name };
          own.set(`${type.kind} ${slug} ${field}`, { type: ref, field, value: ownValue(values, field) });
        }
      for (const [key, one] of own) found.set(key, countIn(found.get(key), one, entry));
      await yieldIfBusy();
    }
  return [...found.values()].sort((a, b) => b.records - a.records);
}

function* valuesOf(entry: Entry, lookup: Lookup): Iterable<{ readonly type: TypeEntry; readonly values: FieldValues }> {
  const blockType = (slug: string | undefined) => (slug === undefined ? undefined : lookup.byKey('blockType', slug));
  if (entry.kind === 'block') {
    const { type: slug, fields } = entry.data as Records['block'];
    const type = blockType(slug);
    if (type) yield { type, values: fields };
    return;
  }
  const { type: slug, fields, regions } = entry.data as Page;
  const type = lookup.byKey('contentType', slug);
  if (type) yield { type, values: fields };
  for (const block of Object.values(regions).flat()) {
    const shared = block.block === undefined ? undefined : lookup.byKey('block', block.block);
    const own = blockType(shared ? shared.data.type : block.type);
    if (own) yield { type: own, values: (shared ? block.overrides : block.fields) ?? {} };
  }
}

const unknownNames = ({ data }: TypeEntry, values: FieldValues, lookup: Lookup): readonly string[] =>
  unknownIn(data.fieldsSchema, values, { path: [], lookup }).flatMap(({ path }) =>
    path.length === 1 && !isMissing(values[String(path[0])]) ? [String(path[0])] : [],
  );

function countIn(
  before: LeftOverValues | undefined,
  { type, field, value }: { readonly type: LeftOverValues['type']; readonly field: string; readonly value: unknown },
  { kind, id, data }: Entry,
): LeftOverValues {
  const { records = 0, first = [], looksLike = guessKind(value) } = before ?? {};
  const more = first.length < MAX_FIRST ? [{ kind, id, title: entityOf(kind).title(data as never), value }] : [];
  return { type, field, records: records + 1, first: [...first, ...more], looksLike };
}

/** The longest text that is one line in a form. */
const MAX_LINE = 255;

function guessKind(value: unknown): string {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return value.length > MAX_LINE || value.includes('\n') ? 'textarea' : 'text';
  return isMapping(value) && value['type'] === 'doc' ? 'richtext' : 'json';
}
