import { entityOf } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import { applyMigration, type MigrationStep, type TypeRef } from '../../model/migration/migrateRecord.ts';
import { type MigratedType, stepsBetween } from '../../model/migration/migrations.ts';
import { openFile } from '../../store/codec/editFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { JsonObject } from '../../store/codec/json/json.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { readBody, takeBody } from '../../store/record/body.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { bodyFieldOf, insertBody, type SchemaOf } from '../../store/record/insertBody.ts';
import type { MergedLocation } from './locateMergeUnits.ts';
import type { SideFile } from './matchFiles.ts';
import { type MergeSide, SIDES } from './sideMoves.ts';

/** A version of a type, in its file or merged. */
type TypeFile = MergedLocation & { readonly bytes: Uint8Array };

interface SideMigrationScope {
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly readRecord: ReadRecord;
  /** The content folder within the repository. */
  readonly prefix: string;
}

/** Brings the records of each version to the types as they are merged: their migrations may differ. */
export interface SideMigrations {
  /** Notes what a merged type has recorded that its versions have not. */
  noteType(versions: Partial<Readonly<Record<MergeSide, SideFile>>>, merged: TypeFile): void;
  /** A record's file as the merged types want it; unchanged if it cannot be read. */
  apply(bytes: Uint8Array, file: SideFile, side: MergeSide): Uint8Array;
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
      return migrateFile(bytes, file, { ...scope, steps: own, schemaOf, nextSchemaOf });
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

interface FileMigration extends SideMigrationScope {
  readonly steps: readonly MigrationStep[];
  readonly schemaOf: SchemaOf;
  readonly nextSchemaOf: SchemaOf;
}

/** A record's file after steps, its text below the front matter as well. */
function migrateFile(bytes: Uint8Array, { path, located }: MergedLocation, scope: FileMigration): Uint8Array {
  const { readRecord, prefix, steps, lookup, schemaOf, nextSchemaOf } = scope;
  try {
    if (!located || !('data' in decodeRecord({ located, path: path.slice(prefix.length), bytes }, readRecord)))
      return bytes;
    const { kind } = located;
    const format = formatOf(path)!;
    const file = openFile(format, bytes);
    const text = readBody(file.body);
    const data = insertBody({ kind, ...(text && { body: text }) }, file.value, schemaOf);
    const findBlock = (key: string) => lookup.byKey('block', key)?.data;
    const migrated = applyMigration({ kind, data }, steps, { findBlock });
    if (migrated.data === data) return bytes;
    const value = migrated.data as JsonObject;
    const before = { content: file, field: bodyFieldOf(kind, data, schemaOf), data };
    const content =
      format === 'md' ? takeBody(value, bodyFieldOf(kind, value, nextSchemaOf), before) : { value, body: file.body };
    return file.edit(content.value, { order: entityOf(kind).order, body: content.body });
  } catch (error) {
    if (error instanceof FileError) return bytes;
    throw error;
  }
}
