import { posix } from 'node:path';
import { isNotAllowed } from '../git/failure.ts';
import { blobId } from '../lib/blobId.ts';
import { entityOf } from '../model/entities/index.ts';
import { CmsError, conflict } from '../model/errors.ts';
import type { Field } from '../model/fields/field.ts';
import { keyOf, MAX_UNSHELVED, shelved, stemOf } from '../model/location.ts';
import type { Kind } from '../model/records.ts';
import { type Body, readBody } from '../store/body.ts';
import { decodeFile, type FileContent } from '../store/codec/decodeFile.ts';
import { type OpenFile, openFile } from '../store/codec/editFile.ts';
import { encodeFile } from '../store/codec/encodeFile.ts';
import { FileError } from '../store/codec/fileError.ts';
import { formatOf } from '../store/codec/formats.ts';
import { type JsonObject, sameJson } from '../store/codec/json.ts';
import { toFileValue } from '../store/fileValue.ts';
import { bodyFieldOf, schemasIn, type TextBefore, takeBody } from '../store/placeBody.ts';
import { withServedIds } from '../store/servedIds.ts';
import type { Draft } from './action.ts';
import type { Present } from './present.ts';

/** One file of a write. */
export interface PlannedFile {
  readonly kind: Kind;
  readonly path: string;
  /** Blob id of the version the plan was made against; null: the file must not be there. */
  readonly before: string | null;
  readonly bytes: Uint8Array | null;
  /** Where the record was, if it moves. */
  readonly movesFrom?: string;
  /** When the record was made; empty for a file that goes. */
  readonly createdAt: string;
  /** What the new bytes say. */
  readonly value: JsonObject | null;
  /** Its text, if it is Markdown. */
  readonly body?: Body | undefined;
}

/**
 * Decides which bytes a draft makes of which files: one for most, two for a rename, none when nothing changes. A file
 * that moves says when it was made, for git knows only the new path's own beginning.
 */
export function planFiles(draft: Draft, files: Present): readonly PlannedFile[] {
  const { kind, before, after } = draft;
  const removal = before && { kind, path: before.path, before: before.rev, bytes: null, value: null, createdAt: '' };
  if (after === null) return removal ? [removal] : [];
  const source = before && readSource(draft, files);
  const known = source && identify(source, draft);
  const path = before && stemOf(kind, before.data) === stemOf(kind, after.data) ? before.path : newPath(draft, files);
  if (path !== before?.path) requireFree(path, draft, files);
  const present = known && (path === before!.path ? known.value : { createdAt: before!.createdAt, ...known.value });
  // Record data is JSON: it came from a file or a JSON body.
  const short = toFileValue({ kind, ...after }, present) as JsonObject;
  const value = known ? keepNoted(short, known, kind) : short;
  const content = formatOf(path) === 'md' ? takeBody(value, ...bodyFields(draft, source, files)) : { value };
  if (source && path === before.path && sameContent(content, source)) return [];
  const bytes = writeBytes(path, content, known, entityOf(kind).order);
  const written = {
    kind,
    path,
    bytes,
    value: content.value,
    body: readBody(content.body),
    createdAt: after.createdAt,
    before: path === before?.path ? before.rev : null,
  };
  return removal && path !== removal.path ? [removal, { ...written, movesFrom: removal.path }] : [written];
}

/** A value that has become its default is spelled out where a comment stands beside it, which would go with it. */
function keepNoted(value: JsonObject, file: OpenFile, kind: Kind): JsonObject {
  const { properties } = entityOf(kind).schema;
  const noted = Object.keys(file.value)
    .filter((key) => !Object.hasOwn(value, key) && properties[key]?.['default'] !== undefined && file.hasNote(key))
    .map((key) => [key, properties[key]!['default']] as const);
  return noted.length === 0 ? value : { ...value, ...(Object.fromEntries(noted) as JsonObject) };
}

const sameContent = (a: FileContent, b: FileContent): boolean => a.body === b.body && sameJson(a.value, b.value);

/** The field that a record's text is to be, and what the file says so far. */
function bodyFields(
  { kind, before, after }: Draft,
  source: OpenFile | null,
  { lookup }: Present,
): [Field | undefined, TextBefore | null] {
  const schemaOf = schemasIn(lookup);
  const present = before && source && { content: source, field: bodyFieldOf(kind, before.data, schemaOf) };
  return [bodyFieldOf(kind, after!.data, schemaOf), present];
}

/** The present file of a record. Where it is not the one that is served (it changed on disk meanwhile) this is a conflict. */
function readSource({ kind, before }: Draft, files: Present): OpenFile {
  const { path, rev } = before!;
  const bytes = readPresent(files, kind, path);
  if (!bytes) throw conflict(`${path} has been removed by somebody else, or put out of reach`, [path]);
  if (blobId(bytes) !== rev)
    throw conflict(`${path} has been changed by somebody else, and ${stateOf(path, bytes)}`, [path]);
  return openFile(formatOf(path)!, bytes);
}

/** A file that is no record, as a broken one of which no good version is known, stands where it is all the same. */
function requireFree(path: string, { kind, after }: Draft, files: Present): void {
  const isKnown = files.filesFor(kind, keyOf(kind, after!.data)).length > 0;
  const bytes = isKnown ? null : readPresent(files, kind, path);
  if (bytes) throw conflict(`${path} is there already, and ${stateOf(path, bytes)}`, [path]);
}

function readPresent(files: Present, kind: Kind, path: string): Uint8Array | null {
  try {
    return files.read(kind, path);
  } catch (error) {
    if (!isNotAllowed(error)) throw error;
    const message = `${path} cannot be read: the server lacks permission`;
    throw new CmsError('SERVICE_UNAVAILABLE', message, { path: [path], cause: error, retryAfterSeconds: 60 });
  }
}

/** Why a file is not served as it is. */
function stateOf(path: string, bytes: Uint8Array): string {
  try {
    decodeFile(formatOf(path)!, bytes);
    return 'is not served as it is now';
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const place = error.line === undefined ? '' : ` (line ${error.line})`;
    return `cannot be read: ${error.message}${place}`;
  }
}

/** The file with its nested records' ids in it. */
function identify(source: OpenFile, { before }: Draft): OpenFile {
  const value = withServedIds(source.value, before!.data);
  if (value === source.value) return source;
  return openFile(
    formatOf(before!.path)!,
    withinLimits(() => source.edit(value)),
  );
}

/** A file keeps its format through a rename; new records of a full folder go to its shelves. */
function newPath({ kind, before, after }: Draft, files: Present): string {
  const stem = stemOf(kind, after!.data);
  const isFull = files.countIn(posix.dirname(stem)) >= MAX_UNSHELVED && stem.includes('/');
  const extension = before ? posix.extname(before.path) : '.yaml';
  return `${isFull ? shelved(kind, stem, after!.data) : stem}${extension}`;
}

/** The file's bytes, which pass the limits that they will be read under (SECURITY, 7). */
function writeBytes(
  path: string,
  { value, body }: FileContent,
  source: OpenFile | null,
  order: readonly string[],
): Uint8Array {
  const format = formatOf(path)!;
  return withinLimits(() => {
    if (source) return source.edit(value, { order, body });
    const bytes = encodeFile(format, value, body);
    decodeFile(format, bytes);
    return bytes;
  });
}

function withinLimits<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof FileError && error.code === 'LIMIT')
      throw new CmsError('PAYLOAD_TOO_LARGE', `The file would be too large: ${error.message}`);
    throw error;
  }
}
