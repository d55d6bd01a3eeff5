import { entityOf } from '../../model/entities/index.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { parseRecordKey, type RecordLocation as RecordPlace, shelved, stemOf } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { EXTENSIONS } from '../../store/codec/formats.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { fileAt, type MergeSource, type TreeVersion } from './treeVersion.ts';

/** Records of a version that is not in memory, read on demand. */
export interface LoadedRecords {
  /** Finds nothing for a record that has not been read yet, and notes it for `settle`. */
  readonly byKey: Lookup['byKey'];
  /** Runs `work`, again and again, until all records that it asks for have been read; gives its last result. */
  settle<T>(work: () => T): Promise<T>;
}

interface Parts extends MergeSource {
  readonly readRecord: ReadRecord;
}

/** @param version may change, but not in the files of records that somebody has asked for */
export function loadRecords({ objects, prefix, readRecord }: Parts, version: TreeVersion): LoadedRecords {
  const known = new Map<string, Entry | undefined>();
  const asked = new Map<string, readonly [kind: Kind, key: string]>();

  async function read(kind: Kind, key: string): Promise<Entry | undefined> {
    const file = await findRecordFile({ kind, key }, { objects, prefix }, version);
    const located = file && locateFile('content', file.path);
    return located ? decode(located.kind, { ...file, located }, file.id) : undefined;
  }

  function decode(kind: Kind, found: Parameters<typeof decodeRecord>[0], rev: string): Entry | undefined {
    try {
      const value = decodeRecord(found, readRecord);
      if (!('data' in value)) return undefined;
      const { path, located } = found;
      return { kind, id: value.id ?? 0, key: located.key, path, rev, createdAt: '', updatedAt: '', data: value.data };
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  return {
    byKey(kind, key) {
      const name = `${kind} ${key}`;
      if (!known.has(name)) asked.set(name, [kind, key]);
      // The record was read at a path of this kind.
      return known.get(name) as never;
    },
    async settle(work) {
      for (;;) {
        try {
          const result = work();
          if (asked.size === 0) return result;
        } catch (error) {
          // It may have failed because records were missing that are read now.
          if (asked.size === 0) throw error;
        }
        for (const [name, [kind, key]] of asked) known.set(name, await read(kind, key));
        asked.clear();
      }
    },
  };
}

/** A record's file in a version; its path is within the content folder. Undefined if there is none. */
export async function findRecordFile(
  { kind, key }: RecordPlace,
  { objects, prefix }: MergeSource,
  version: TreeVersion,
): Promise<{ readonly path: string; readonly id: string; readonly bytes: Uint8Array } | undefined> {
  for (const path of possibleRecordPaths(kind, key)) {
    const file = await fileAt(objects, version, `${prefix}${path}`);
    const bytes = file && (file.bytes ?? (await objects.findBlob(file.id)));
    if (file && bytes) return { path, id: file.id, bytes };
  }
  return undefined;
}

/** The possible paths of a record's file; none if the key is not valid. */
function possibleRecordPaths(kind: Kind, key: string): readonly string[] {
  const values = parseRecordKey(kind, key);
  const stem = values && stemOf(kind, values);
  if (!values || stem === undefined || locateFile('content', `${stem}.yaml`)?.kind !== kind) return [];
  const stems = entityOf(kind).file.includes('/') ? [stem, shelved(kind, stem, values)] : [stem];
  return stems.flatMap((one) => Object.values(EXTENSIONS).map(([extension]) => `${one}${extension}`));
}
