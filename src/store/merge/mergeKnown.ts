import { BUILT_IN_CODE } from '../../fields/kinds.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { Field, FieldsSchema } from '../../model/fields/field.ts';
import { type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { readFields } from '../../model/fields/readFields.ts';
import type { FieldSchemas } from '../../model/merge/mergeData.ts';
import {
  type MergeableRecord,
  type MergeResult,
  mergeRecord,
  type RecordSchema,
} from '../../model/merge/mergeRecordData.ts';
import type { ThreeVersions } from '../../model/merge/threeVersions.ts';
import { type FileSchema, type MergedFile, mergeReadable } from './mergeFile.ts';

/** The schemas that a merge needs, as far as they are known, by `nameOfSchema`; null: there is no such schema. */
export type KnownSchemas = ReadonlyMap<string, FieldsSchema | null>;

/** A merge of a file as plain data. */
export interface MergeTask extends Pick<FileSchema, 'kind' | 'format'> {
  readonly versions: ThreeVersions<Uint8Array>;
  readonly keep: 'ours' | 'base';
  readonly known: KnownSchemas;
}

/** A merge of a record as plain data. */
export interface RecordMergeTask extends Pick<RecordSchema, 'kind'> {
  readonly versions: ThreeVersions<MergeableRecord>;
  readonly known: KnownSchemas;
}

/** What has been merged, or the schemas to be added before it is asked again. */
export type MergeAnswer<T = MergedFile> = { readonly merged: T } | { readonly unknown: readonly SchemaName[] };
export type RecordMergeAnswer = MergeAnswer<MergeResult<MergeableRecord | null>>;

/** Which function finds a schema, and by which key. */
export interface SchemaName {
  readonly find: Exclude<keyof FieldSchemas, 'code'>;
  readonly key: string;
}

export const nameOfSchema = ({ find, key }: SchemaName): string => `${find} ${key}`;

/** Does what `mergeReadable` does as a pure function of plain data. Throws as that does. */
export const mergeKnown = ({ versions, kind, format, keep, known }: MergeTask): MergeAnswer =>
  mergeWith(known, (schemas) => mergeReadable(versions, { kind, format, schemas }, keep));

/** Does what `mergeRecord` does as a pure function of plain data. */
export const mergeKnownRecord = ({ versions, kind, known }: RecordMergeTask): RecordMergeAnswer =>
  mergeWith(known, (schemas) => mergeRecord(versions, { kind, schemas }));

function mergeWith<T>(known: KnownSchemas, merge: (schemas: FieldSchemas) => T): MergeAnswer<T> {
  const unknown = new Map<string, SchemaName>();
  const findBy =
    (find: SchemaName['find']) =>
    (key: string): FieldsSchema | undefined => {
      const name = nameOfSchema({ find, key });
      if (!known.has(name)) unknown.set(name, { find, key });
      return known.get(name) ?? undefined;
    };
  const schemas: FieldSchemas = {
    code: BUILT_IN_CODE,
    ofContentType: findBy('ofContentType'),
    ofBlockType: findBy('ofBlockType'),
    ofBlock: findBy('ofBlock'),
  };
  try {
    const merged = merge(schemas);
    if (unknown.size === 0) return { merged };
  } catch (error) {
    // It may have failed because schemas were missing.
    if (unknown.size === 0) throw error;
  }
  return { unknown: [...unknown.values()] };
}

/** Whether merging needs code of extensions, which other threads do not have. */
export const needsOwnCode = ({ kinds, derived }: SiteCode): boolean =>
  !derived.isEmpty || [...kinds.byType.values()].some(({ added }) => added?.merge !== undefined);

/** A schema as other threads know it: with the base kinds in place of those of extensions. */
export const withBaseKinds = (schema: FieldsSchema | undefined, { kinds }: SiteCode): FieldsSchema | undefined =>
  schema === undefined || kinds === BUILT_IN_CODE.kinds
    ? schema
    : toFieldSet(readFields(schema), kinds).fields.map(withBaseKind);

const withBaseKind = ({ field, kind, group }: GroupField): Field => ({
  ...field,
  type: kind.type,
  ...(group && { fields: group.fields.map(withBaseKind) }),
});

/** Asks for a merge again and again, until it knows all schemas that it needs. */
export async function askKnowing<T>(
  ask: (known: KnownSchemas) => Promise<MergeAnswer<T>>,
  find: (name: SchemaName) => FieldsSchema | undefined | Promise<FieldsSchema | undefined>,
): Promise<T> {
  const known = new Map<string, FieldsSchema | null>();
  for (;;) {
    const answer = await ask(known);
    if ('merged' in answer) return answer.merged;
    for (const name of answer.unknown) known.set(nameOfSchema(name), (await find(name)) ?? null);
  }
}
