import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { NativeGit } from '../../git/read/native.ts';
import { writeFileDurably } from '../../lib/disk/writeFileDurably.ts';
import type { ReadFacts } from '../../media/fileFacts.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Media } from '../../model/entities/media.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup, SiteCode } from '../../model/entry.ts';
import type { FieldValues } from '../../model/fields/values.ts';
import { applyMigration, type MigrationStep } from '../../model/migration/migrateRecord.ts';
import { replaceDerived, withDerivedValues } from '../../model/page/derivedValues.ts';
import { openFile } from '../../store/codec/editFile.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { JsonObject } from '../../store/codec/json/json.ts';
import { reorderKeys } from '../../store/codec/reorderKeys.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { toFileValue } from '../../store/record/fileValue.ts';
import type { SchemaOf } from '../../store/record/insertBody.ts';
import { withServedIds } from '../../store/record/servedIds.ts';
import { migrateFile } from '../../write/migration/migrateFile.ts';

/** The bits of a file's mode that are its permissions. */
const PERMISSIONS = 0o777;

interface FixFolder {
  readonly root: string;
  readonly git: NativeGit | null;
  /** Reads the facts of a media file; null when the files cannot be listed, as in a bucket. */
  readonly readFacts: ReadFacts | null;
  readonly code: SiteCode;
  readonly schemaOf: SchemaOf;
  /** The recorded migrations of all types, for records from before them. */
  readonly steps: readonly MigrationStep[];
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly readRecord: ReadRecord;
}

/**
 * Writes into a record's file the ids it is served under, its creation time, the facts of its media file, derived values,
 * and its keys in order, once recorded migrations that it is from before are made up for. Returns a description of what it
 * wrote, undefined if that was nothing.
 */
export async function fixFile(found: Entry, bytes: Uint8Array, folder: FixFolder): Promise<string | undefined> {
  const { entry, bytes: migrated } = catchUp(found, bytes, folder);
  const { kind, id, path } = entry;
  const { order } = entityOf(kind);
  const format = formatOf(path)!;
  const file = openFile(format, migrated);
  const createdAt = (file.value['createdAt'] as string | undefined) ?? (await findCreationTime(entry, folder));
  const identified = withServedIds(file.value, entry.data);
  const raw = order.includes('createdAt') ? { createdAt, ...identified } : identified;
  // A Markdown file's text stays below its front matter: only the front matter's own fields are compared.
  const derived = deriveValues(entry, folder);
  const fields = format === 'md' ? { fields: frontMatterFields(file.value['fields'], derived, folder) } : {};
  const data = { ...(await readMediaFacts(entry, folder)), ...derived, ...fields };
  const value = toFileValue({ kind, id, createdAt, data }, raw) as JsonObject;
  const fixed = reorderKeys(format, file.edit(value, { order }), order);
  if (Buffer.compare(fixed, bytes) === 0) return undefined;
  const onDisk = join(folder.root, path);
  await writeFileDurably(onDisk, fixed, statSync(onDisk).mode & PERMISSIONS);
  return describeFix(openFile(format, bytes).value, openFile(format, fixed).value);
}

/** A record, and its file, after the migrations of types that it is from before. */
function catchUp(entry: Entry, bytes: Uint8Array, { steps, lookup, readRecord, schemaOf }: FixFolder) {
  const { kind, path } = entry;
  const findBlock = (key: string) => lookup.byKey('block', key)?.data;
  const { data } = applyMigration({ kind, data: entry.data as object }, steps, { findBlock });
  if (data === entry.data) return { entry, bytes };
  const scope = { steps, lookup, readRecord, prefix: '', schemaOf, nextSchemaOf: schemaOf };
  return {
    entry: { ...entry, data },
    bytes: migrateFile({ bytes, path, located: locateFile('content', path) }, scope),
  };
}

/** The record's data with the values that the site's code derives. */
function deriveValues({ kind, id, data }: Entry, { code, schemaOf }: FixFolder): object {
  if (kind !== 'page') return data as object;
  // An entry of this kind holds a page.
  const page = data as Page;
  return withDerivedValues({ id, data: page }, page.fields, { code, schema: schemaOf(page.type) });
}

function frontMatterFields(given: unknown, derived: object, { code }: FixFolder): FieldValues {
  // Only pages have Markdown files.
  const { type, fields } = derived as Page;
  return replaceDerived(given, code.derived.of(type)?.names ?? new Set(), fields);
}

async function readMediaFacts({ kind, data }: Entry, { readFacts }: FixFolder): Promise<object> {
  // An entry of this kind holds a Media record.
  return kind === 'media' && readFacts ? (await readFacts(data as Media)).facts : {};
}

/** Names the keys whose values have changed, and says if the others have moved. */
function describeFix(before: JsonObject, after: JsonObject): string {
  const written = Object.keys(after).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  const kept = (value: JsonObject): string =>
    Object.keys(value)
      .filter((key) => key in before && key in after)
      .join();
  const isMoved = kept(before) !== kept(after);
  return [
    ...(written.length > 0 ? [`${written.join(', ')} written`] : []),
    ...(isMoved || written.length === 0 ? ['keys sorted'] : []),
  ].join('; ');
}

/** The time of a file's first commit; for a file without one, the entry's own time. */
async function findCreationTime({ path, createdAt }: Entry, { root, git }: FixFolder): Promise<string> {
  try {
    const output = await git?.run(['log', '--format=%cI', '--', path], root);
    const first = output?.toString('utf8').trim().split('\n').at(-1);
    return first ? new Date(first).toISOString() : createdAt;
  } catch {
    // The repository has no commit yet.
    return createdAt;
  }
}
