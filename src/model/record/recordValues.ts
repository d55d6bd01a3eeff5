import type { Entry, Lookup, Problem } from '../entry.ts';
import type { FieldsSchema } from '../fields/field.ts';
import { unknownIn } from '../fields/fields.ts';
import { MAX_PROBLEMS } from '../fields/problem.ts';
import type { FieldValues } from '../fields/values.ts';
import type { Records } from '../records.ts';
import type { ValuePath } from '../reference.ts';
import { suggestName } from '../schema/unknownNames.ts';

/** Values with their schema, if it exists, and their place in the record. */
export interface RecordValues {
  readonly schema: FieldsSchema | undefined;
  readonly values: FieldValues;
  readonly path: ValuePath;
}

/** The values of a record that a schema describes, including those of the blocks on a page. */
export function recordValues({ kind, data }: Entry, lookup: Lookup): readonly RecordValues[] {
  const blockSchema = (type: string | undefined) => lookup.byKey('blockType', type ?? '')?.data.fieldsSchema;
  if (kind === 'block') {
    const { type, fields } = data as Records['block'];
    return [{ schema: blockSchema(type), values: fields, path: ['fields'] }];
  }
  if (kind !== 'page') return [];
  const { type, fields, regions } = data as Records['page'];
  const own = { schema: lookup.byKey('contentType', type)?.data.fieldsSchema, values: fields, path: ['fields'] };
  const placed = Object.entries(regions).flatMap(([name, blocks]) =>
    blocks.map((block, index) => {
      const shared = block.block === undefined ? undefined : lookup.byKey('block', block.block);
      const isShared = block.block !== undefined;
      return {
        schema: blockSchema(isShared ? shared?.data.type : block.type),
        values: (isShared ? block.overrides : block.fields) ?? {},
        path: ['regions', name, index, isShared ? 'overrides' : 'fields'],
      };
    }),
  );
  return [own, ...placed];
}

/** Problems for the values that the schemas of a record do not know: only admins are shown these (SECURITY, 39). */
export const unknownFieldsOf = (entry: Entry, lookup: Lookup): readonly Problem[] =>
  recordValues(entry, lookup)
    .flatMap(({ schema, values, path }) => (schema === undefined ? [] : unknownIn(schema, values, { path, lookup })))
    .slice(0, MAX_PROBLEMS)
    .map(({ path: at, known }) => ({
      path: entry.path,
      at,
      code: 'UNKNOWN_FIELD',
      message: `${at.join('.')} is not a field of its type: it is kept, but not shown to the public${suggestName(String(at.at(-1)), known)}`,
    }));
