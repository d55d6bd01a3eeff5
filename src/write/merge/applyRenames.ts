import { replaceAt } from '../../lib/json/replaceAt.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup } from '../../model/entry.ts';
import type { ReferenceRenames } from '../../model/record/referenceRename.ts';
import { referenceName } from '../../model/reference.ts';
import { openFile } from '../../store/codec/editFile.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { JsonObject } from '../../store/codec/json/json.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { BODY_WRITERS } from '../../store/record/body.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { bodyFieldOf, createSchemaLookup, insertBody } from '../../store/record/insertBody.ts';
import { referencesOf } from '../../store/referrers.ts';
import { isListReference, moveLists, renamed } from '../follow/references.ts';
import type { SideFile } from './matchFiles.ts';

interface RenameScope {
  readonly moves: ReferenceRenames;
  readonly lookup: Lookup;
  readonly readRecord: ReadRecord;
  /** The content folder within the repository. */
  readonly prefix: string;
}

type StoredFields = Readonly<Record<string, unknown>> | null | undefined;

/** A record's file with the new names of what has been renamed; unchanged if it cannot be read. */
export function applyRenames(bytes: Uint8Array, { path, located }: SideFile, scope: RenameScope): Uint8Array {
  const { moves, lookup, readRecord, prefix } = scope;
  if (!located || moves.size === 0) return bytes;
  try {
    const { kind } = located;
    const read = decodeRecord({ located, path: path.slice(prefix.length), bytes }, readRecord);
    if (!('data' in read)) return bytes;
    const data = insertBody({ kind, ...(read.body && { body: read.body }) }, read.data, createSchemaLookup(lookup));
    const moving = referencesOf({ kind, data }, lookup).filter((reference) => moves.has(referenceName(reference)));
    if (moving.length === 0) return bytes;
    const file = openFile(formatOf(path)!, bytes);
    const moved = <T>(value: T): T =>
      moving
        .filter((reference) => !isListReference(kind, reference))
        .reduce<unknown>((now, reference) => {
          const move = moves.get(referenceName(reference))!;
          return replaceAt(now, reference.path, (present) => renamed(present, move));
        }, value) as T;
    const lists = moveLists(kind, data, moves, lookup) as JsonObject;
    const value = { ...moved(file.value), ...pickNewValues(data as JsonObject, lists) };
    const field = bodyFieldOf(kind, data, createSchemaLookup(lookup));
    const stored = field && ((moved(data) as JsonObject)['fields'] as StoredFields)?.[field.name];
    const isText = field !== undefined && read.body !== undefined && stored !== undefined;
    const body = isText ? (BODY_WRITERS[field.type]?.(stored, file.body ?? '') ?? file.body) : file.body;
    return file.edit(value, { order: entityOf(kind).order, body });
  } catch (error) {
    if (error instanceof FileError) return bytes;
    throw error;
  }
}

/** The keys whose values have changed, with the new values. */
const pickNewValues = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => !sameJson(value, before[key])));
