import { posix } from 'node:path';
import { isNotAllowed } from '../../git/disk/failure.ts';
import { blobId } from '../../lib/text/blobId.ts';
import type { RecordBody } from '../../model/body.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { CmsError, conflict } from '../../model/errors.ts';
import { MAX_UNSHELVED, recordKey, shelved, stemOf } from '../../model/location.ts';
import { because } from '../../model/reason.ts';
import type { Kind } from '../../model/records.ts';
import { decodeFile } from '../../store/codec/decodeFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { JsonObject } from '../../store/codec/json/json.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { readBody } from '../../store/record/body.ts';
import type { DecidedFile, FileToDecide, PresentFile } from '../../store/record/decideFile.ts';
import type { DecideFile } from '../../store/record/decideFiles.ts';
import { bodyFieldOf, createSchemaLookup, type SchemaOf } from '../../store/record/insertBody.ts';
import type { RecordDraft, SourceFile } from '../action.ts';
import type { PresentState } from './presentState.ts';

/** One file of a write. */
export interface PlannedFile {
  readonly kind: Kind;
  readonly path: string;
  /** Blob id of the version the plan was made against; null if the file must not exist. */
  readonly before: string | null;
  readonly bytes: Uint8Array | null;
  /** The old path of the record, if it moves. */
  readonly movesFrom?: string;
  /** When the record was created; empty for a file that is removed. */
  readonly createdAt: string;
  /** The values in the new bytes. */
  readonly value: JsonObject | null;
  /** The text, if the file is Markdown. */
  readonly body?: RecordBody | undefined;
}

/**
 * Decides the files of a draft and their bytes: one file for most drafts, two for a rename, none when nothing changes.
 * Large files are decided in another thread, so `files` must not change until this resolves.
 */
export async function planFiles(
  draft: RecordDraft,
  files: PresentState,
  decideFile: DecideFile,
): Promise<readonly PlannedFile[]> {
  const { kind, before, after } = draft;
  const removal = before && { kind, path: before.path, before: before.rev, bytes: null, value: null, createdAt: '' };
  if (after === null) return removal ? [removal] : [];
  const bytes = before && (await readServedFile(draft, files));
  const path = draftFilePath(draft, files);
  if (path !== before?.path) await requireFreePath(path, draft, files);
  const decided = await withinLimits(decideFile(toDecide({ draft, path, bytes }, createSchemaLookup(files.lookup))));
  const file = decided ?? (draft.source ? decodeSource(draft.source) : null);
  if (!file || (path === before?.path && blobId(file.bytes) === before.rev)) return [];
  const rev = path === before?.path ? before.rev : null;
  const written = { kind, path, ...file, createdAt: after.createdAt, before: rev };
  return removal && path !== removal.path ? [removal, { ...written, movesFrom: removal.path }] : [written];
}

/** A file keeps its path while its record keeps its key; a draft with a source goes where that was. */
function draftFilePath(draft: RecordDraft, files: PresentState): string {
  const { kind, before, after, source } = draft;
  const stem = stemOf(kind, after!.data);
  const place = source && locateFile(entityOf(kind).home, source.path);
  if (source && place?.kind === kind && place.key === recordKey(kind, after!.data)) return source.path;
  return before && stemOf(kind, before.data) === stem ? before.path : newPath(draft, files);
}

function decodeSource({ path, bytes }: SourceFile): DecidedFile {
  const { value, body } = decodeFile(formatOf(path)!, bytes);
  return { bytes, value, body: readBody(body) };
}

interface LocatedDraft {
  readonly draft: RecordDraft;
  readonly path: string;
  readonly bytes: Uint8Array | null;
}

function toDecide(placed: LocatedDraft, schemaOf: SchemaOf): FileToDecide {
  const { kind, after } = placed.draft;
  const { id, createdAt, updatedAt, data } = after!;
  const record = { kind, id, createdAt, ...(updatedAt !== undefined && { updatedAt }), data };
  const bodyField = bodyFieldOf(kind, data, schemaOf);
  return { record, format: formatOf(placed.path)!, bodyField, present: textBefore(placed, schemaOf) };
}

/** The file whose text is edited. */
function textBefore({ draft, path, bytes }: LocatedDraft, schemaOf: SchemaOf): PresentFile | null {
  const { kind, before, after, source } = draft;
  const { data, createdAt } = (source ? after : before) ?? {};
  const text = source ? source.bytes : bytes;
  if (!text || data === undefined || createdAt === undefined) return null;
  const moves = path !== (source ?? before)?.path;
  return { bytes: text, data, createdAt, bodyField: bodyFieldOf(kind, data, schemaOf), moves };
}

/** The present file of a record. @throws CmsError CONFLICT if it has changed on disk and is not the one served */
async function readServedFile({ kind, before }: RecordDraft, files: PresentState): Promise<Uint8Array> {
  const { path, rev } = before!;
  const bytes = await readPresent(files, kind, path);
  if (!bytes) throw overtaken(path, `${path} has been removed from disk, or cannot be reached`);
  if (blobId(bytes) !== rev) throw unserved(path, 'has been changed on disk', bytes);
  return bytes;
}

/** Refuses a path with a file that is not a record, such as a broken one without a known good version. */
async function requireFreePath(path: string, { kind, after }: RecordDraft, files: PresentState): Promise<void> {
  const isKnown = files.filesFor(kind, recordKey(kind, after!.data)).length > 0;
  const bytes = isKnown ? null : await readPresent(files, kind, path);
  if (bytes) throw unserved(path, 'already exists', bytes);
}

async function readPresent(files: PresentState, kind: Kind, path: string): Promise<Uint8Array | null> {
  try {
    return await files.read(kind, path);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    const message = `${path} cannot be read: the server lacks permission`;
    throw new CmsError('SERVICE_UNAVAILABLE', message, { path: [path], cause: error, retryAfterSeconds: 60 });
  }
}

const overtaken = (path: string, message: string): CmsError =>
  conflict(because('overtaken', message, { path }), [path]);

/** The refusal for a file whose present version is not served, and why that is so. */
function unserved(path: string, what: string, bytes: Uint8Array): CmsError {
  try {
    decodeFile(formatOf(path)!, bytes);
    return overtaken(path, `${path} ${what}, and its present version is not served`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const place = error.line === undefined ? '' : ` (line ${error.line})`;
    const message = `${path} ${what}, and cannot be read: ${error.message}${place}`;
    return conflict(because('brokenFile', message, { path }), [path]);
  }
}

/** A file keeps its format through a rename; new records of a full folder go to its shelves. */
function newPath({ kind, before, after, source }: RecordDraft, files: PresentState): string {
  const stem = stemOf(kind, after!.data);
  const isFull = files.countIn(posix.dirname(stem)) >= MAX_UNSHELVED && stem.includes('/');
  const extension = posix.extname((source ?? before)?.path ?? '') || '.yaml';
  return `${isFull ? shelved(kind, stem, after!.data) : stem}${extension}`;
}

async function withinLimits<T>(decided: Promise<T>): Promise<T> {
  try {
    return await decided;
  } catch (error) {
    if (error instanceof FileError && error.code === 'LIMIT')
      throw new CmsError('PAYLOAD_TOO_LARGE', `The file would be too large: ${error.message}`);
    throw error;
  }
}

/**
 * A page `a.yaml/b` needs a folder with the name that the file of a page `a` has, so only one of them can exist.
 *
 * @throws CmsError CONFLICT naming the page that exists
 */
export function requireNoPathConflict(
  { kind, place = [] }: RecordDraft,
  files: readonly PlannedFile[],
  lookup: Lookup,
): void {
  if (kind !== 'page') return;
  const other = files
    .filter(({ before, bytes }) => before === null && bytes !== null)
    .flatMap(({ path }) => findInTheWay(path, lookup))
    .at(0);
  if (!other) return;
  const message = `"${other.data.slug}" is in the way: a file and a folder would have one name`;
  throw conflict(because('addressInTheWay', message, { value: other.data.slug }), [...place, 'slug']);
}

/** The pages whose files have the names of folders of a path, and those in a folder with the name of its file. */
function findInTheWay(path: string, lookup: Lookup): readonly Entry<Page>[] {
  const folders = path.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
  const above = folders
    .flatMap((folder) => lookup.byKey('page', locateFile('content', folder)?.key ?? '') ?? [])
    .filter((entry) => folders.includes(entry.path));
  const below = lookup
    .find('page', 'byDottedFolder', posix.basename(path))
    .filter((entry) => entry.path.startsWith(`${path}/`));
  return [...above, ...below];
}
