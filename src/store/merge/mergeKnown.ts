import type { FieldsSchema } from '../../model/fields/field.ts';
import type { Schemas } from '../../model/merge/mergeData.ts';
import type { Versions } from '../../model/merge/versions.ts';
import { type FileSchema, type MergedFile, mergeReadable } from './mergeFile.ts';

/** A merge as plain data, with the schemas it needs as far as they are known. */
export interface MergeTask extends Pick<FileSchema, 'kind' | 'format'> {
  readonly versions: Versions<Uint8Array>;
  readonly keep: 'ours' | 'base';
  /** By `nameOfSchema`; null: there is no such schema. */
  readonly known: ReadonlyMap<string, FieldsSchema | null>;
}

/** The merged file, or the schemas to be added before it is asked again. */
export type MergeAnswer = { readonly merged: MergedFile } | { readonly unknown: readonly SchemaName[] };

/** Which function finds a schema, and by which key. */
interface SchemaName {
  readonly find: keyof Schemas;
  readonly key: string;
}

export const nameOfSchema = ({ find, key }: SchemaName): string => `${find} ${key}`;

/** Does what `mergeReadable` does as a pure function of plain data. Throws as that does. */
export function mergeKnown({ versions, kind, format, keep, known }: MergeTask): MergeAnswer {
  const unknown = new Map<string, SchemaName>();
  const findBy =
    (find: keyof Schemas) =>
    (key: string): FieldsSchema | undefined => {
      const name = nameOfSchema({ find, key });
      if (!known.has(name)) unknown.set(name, { find, key });
      return known.get(name) ?? undefined;
    };
  const schemas: Schemas = {
    ofContentType: findBy('ofContentType'),
    ofBlockType: findBy('ofBlockType'),
    ofBlock: findBy('ofBlock'),
  };
  try {
    const merged = mergeReadable(versions, { kind, format, schemas }, keep);
    if (unknown.size === 0) return { merged };
  } catch (error) {
    // It may have failed because schemas were missing.
    if (unknown.size === 0) throw error;
  }
  return { unknown: [...unknown.values()] };
}
