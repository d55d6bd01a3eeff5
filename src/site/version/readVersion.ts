import type { ObjectStore } from '../../git/objects/objects.ts';
import { FileError } from '../../store/codec/fileError.ts';
import { type FileRecord, type FileTimes, type ReadRecord, toFileRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { createDecodeRecord } from '../../store/record/decodeRecords.ts';

/** Reads the record of a version of a content file, by path and blob id; undefined if it is not a valid record. */
export type ReadVersion = (path: string, rev: string, times: FileTimes) => Promise<FileRecord | undefined>;

export function createReadVersion(objects: Pick<ObjectStore, 'findBlob'>, readRecord: ReadRecord): ReadVersion {
  const decodeRecord = createDecodeRecord(readRecord);
  return async (path, rev, times) => {
    const located = locateFile('content', path);
    const bytes = located && (await objects.findBlob(rev));
    if (!located || !bytes) return undefined;
    try {
      const value = await decodeRecord({ located, path, bytes });
      return 'data' in value ? toFileRecord(located, { path, rev }, value, times) : undefined;
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  };
}
