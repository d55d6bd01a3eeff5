import { posix } from 'node:path';
import { isNotAllowed } from '../../git/disk/failure.ts';
import type { FileEdit } from '../../git/publish/request.ts';
import { blobId } from '../../lib/text/blobId.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import { CmsError, conflict } from '../../model/errors.ts';
import { MAX_UNSHELVED, recordKey, shelved, stemOf } from '../../model/location.ts';
import { because } from '../../model/reason.ts';
import type { Kind } from '../../model/records.ts';
import { decodeFile } from '../../store/codec/decodeFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import { findNotes, readTopKeys } from '../../store/file/fileNotes.ts';
import { type FileRecord, type ReadRecord, toFileRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { readBody } from '../../store/record/body.ts';
import type { DecidedFile, FileToDecide, PresentFile } from '../../store/record/decideFile.ts';
import type { DecideFile } from '../../store/record/decideFiles.ts';
import { withNotes } from '../../store/record/decodeRecord.ts';
import { bodyFieldOf, createSchemaLookup, type SchemaOf } from '../../store/record/insertBody.ts';
import type { FileUpdate } from '../../store/store.ts';
import type { RecordDraft, SourceFile } from '../action.ts';
import type { PresentState } from './presentState.ts';

/** One file of a write: an edit of its repository and an update of the store. */
export interface PlannedFile extends FileEdit, FileUpdate {
  readonly bytes: Uint8Array | null;
  /** The record that it will hold, exactly as if it were read from disk; null if the file is removed. */
  readonly record: FileRecord | null;
}

/** What decides the files of drafts. */
export interface FilePlanning {
  readonly present: PresentState;
  /** The records as the write leaves them. */
  readonly lookup: Pick<Lookup, 'byKey'>;
  readonly now: Date;
  readonly decideFile: DecideFile;
  readonly readRecord: ReadRecord;
}

/**
 * Decides the files of a draft and their bytes: one file for most drafts, two for a rename, none when nothing changes.
 * Large files are decided in another thread, so what is present must not change until this resolves.
 */
export async function planFiles(draft: RecordDraft, planning: FilePlanning): Promise<readonly PlannedFile[]> {
  const { before, after } = draft;
  const { present } = planning;
  const removal = before && { path: before.path, before: before.rev, bytes: null, record: null, problems: [] };
  if (after === null) return removal ? [removal] : [];
  const bytes = before && (await readServedFile(draft, present));
  const path = draftFilePath(draft, present);
  const stays = path === before?.path;
  if (!stays) await requireFreePath(path, draft, present);
  const toDecide = toFileToDecide(draft, {
    path,
    bytes,
    schemaOf: createSchemaLookup(present.lookup),
    nextSchemaOf: createSchemaLookup(planning.lookup),
  });
  const decided = await withinLimits(planning.decideFile(toDecide));
  const file = decided ?? (draft.source ? decodeSource(draft.source) : null);
  if (!file || (stays && blobId(file.bytes) === before.rev)) return [];
  const record = readBack(draft, { path, file }, planning);
  const written = { path, before: stays ? before.rev : null, bytes: file.bytes, record, problems: [] };
  return removal && !stays ? [removal, { ...written, movesFrom: removal.path }] : [written];
}

/** The record in the bytes that were decided for a file. */
function readBack(
  { kind, after }: RecordDraft,
  { path, file: { bytes, value, body } }: { readonly path: string; readonly file: DecidedFile },
  { now, readRecord }: FilePlanning,
): FileRecord {
  const located = locateFile(entityOf(kind).home, path)!;
  const read = readRecord(located, path, value, body);
  if (!('data' in read))
    throw new Error(`A planned file does not read back: ${read.map(({ message }) => message).join('; ')}`);
  const notes = findNotes(kind, value, readTopKeys(path, bytes));
  const times = { createdAt: after!.createdAt, updatedAt: now.toISOString() };
  return toFileRecord(located, { path, rev: blobId(bytes) }, withNotes(read, notes), times);
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

/** The file of a draft. */
interface DraftFile {
  readonly path: string;
  /** The present bytes of its record. */
  readonly bytes: Uint8Array | null;
  readonly schemaOf: SchemaOf;
  /** The schemas that the write leaves: it may change a type together with its records. */
  readonly nextSchemaOf: SchemaOf;
}

function toFileToDecide(draft: RecordDraft, file: DraftFile): FileToDecide {
  const { kind, after } = draft;
  const bodyField = bodyFieldOf(kind, after!.data, file.nextSchemaOf);
  return { record: { kind, ...after! }, format: formatOf(file.path)!, bodyField, present: textBefore(draft, file) };
}

/** The file whose text is edited. */
function textBefore(
  { kind, before, after, source }: RecordDraft,
  { path, bytes, schemaOf }: DraftFile,
): PresentFile | null {
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
