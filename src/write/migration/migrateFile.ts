import { entityOf } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import type { ParsedLocation } from '../../model/location.ts';
import { applyMigration, type MigrationStep } from '../../model/migration/migrateRecord.ts';
import { openFile } from '../../store/codec/editFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { JsonObject } from '../../store/codec/json/json.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { readBody, takeBody } from '../../store/record/body.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { bodyFieldOf, insertBody, type SchemaOf } from '../../store/record/insertBody.ts';

interface FileToMigrate {
  readonly bytes: Uint8Array;
  /** In the repository. */
  readonly path: string;
  readonly located: ParsedLocation | null;
}

interface FileMigration {
  readonly steps: readonly MigrationStep[];
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly readRecord: ReadRecord;
  /** The content folder within the repository. */
  readonly prefix: string;
  /** The schemas that the file was written by. */
  readonly schemaOf: SchemaOf;
  /** Those that it is brought to. */
  readonly nextSchemaOf: SchemaOf;
}

/** A record's file after steps, its text below the front matter as well; the same bytes if it cannot be read. */
export function migrateFile({ bytes, path, located }: FileToMigrate, scope: FileMigration): Uint8Array {
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
