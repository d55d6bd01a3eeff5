import type { Lookup } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import type { MigrationStep, TypeRef } from '../../model/migration/migrateRecord.ts';
import { type MigratedType, stepsBetween } from '../../model/migration/migrations.ts';
import { FileError } from '../../store/codec/fileError.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import type { SchemaOf } from '../../store/record/insertBody.ts';
import { migrateFile } from '../migration/migrateFile.ts';
import type { MergedLocation } from './locateMergeUnits.ts';
import type { SideFile } from './matchFiles.ts';
import { type MergeSide, SIDES } from './sideMoves.ts';

/** A version of a type, in its file or merged. */
type TypeFile = MergedLocation & { readonly bytes: Uint8Array };

/** A file of one version that has been read. */
type FileContentOfSide = Pick<SideFile, 'path' | 'located' | 'content'>;

interface SideMigrationScope {
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly readRecord: ReadRecord;
  /** The content folder within the repository. */
  readonly prefix: string;
}

/** Brings the records of each version to the types as they are merged: their migrations may differ. */
export interface SideMigrations {
  /** Notes what a merged type has recorded that its versions have not. */
  noteType(versions: Partial<Readonly<Record<MergeSide, FileContentOfSide>>>, merged: TypeFile): void;
  /** A record's file as the merged types want it; unchanged if it cannot be read. */
  apply(bytes: Uint8Array, file: MergedLocation, side: MergeSide): Uint8Array;
}

export function createSideMigrations(scope: SideMigrationScope): SideMigrations {
  const steps: Readonly<Record<MergeSide, MigrationStep[]>> = { base: [], ours: [], theirs: [] };
  /** The fields of content types in each version, where they differ: a block type may have the same slug. */
  const schemas: Readonly<Record<MergeSide, Map<string, FieldsSchema>>> = {
    base: new Map(),
    ours: new Map(),
    theirs: new Map(),
  };
  return {
    noteType(versions, merged) {
      const to = readType(merged, scope);
      const { located } = merged;
      if (!to || !located) return;
      const type = { kind: located.kind as TypeRef['kind'], slug: located.key };
      for (const side of SIDES) {
        const file = versions[side];
        const from = file?.content && readType({ ...file, bytes: file.content }, scope);
        if (!from) continue;
        const own = stepsBetween(type, from, to);
        steps[side].push(...own);
        if (own.length > 0 && type.kind === 'contentType') schemas[side].set(type.slug, from.fieldsSchema);
      }
    },
    apply(bytes, file, side) {
      const own = steps[side];
      if (own.length === 0 || !file.located || !MIGRATABLE.has(file.located.kind)) return bytes;
      const nextSchemaOf: SchemaOf = (type) => scope.lookup.byKey('contentType', type)?.data.fieldsSchema;
      const schemaOf: SchemaOf = (type) => schemas[side].get(type) ?? nextSchemaOf(type);
      return migrateFile({ ...file, bytes }, { ...scope, steps: own, schemaOf, nextSchemaOf });
    },
  };
}

const MIGRATABLE: ReadonlySet<string> = new Set(['page', 'block', 'contentType']);

function readType(file: TypeFile, { readRecord, prefix }: SideMigrationScope): MigratedType | undefined {
  const { located, path, bytes } = file;
  if (!located) return undefined;
  try {
    const read = decodeRecord({ located, path: path.slice(prefix.length), bytes }, readRecord);
    return 'data' in read ? (read.data as MigratedType) : undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
