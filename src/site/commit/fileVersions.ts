import { LRUCache } from 'lru-cache';
import type { ObjectStore } from '../../git/objects/objects.ts';
import type { Problem } from '../../model/entry.ts';
import type { ParsedLocation } from '../../model/location.ts';
import { FileError } from '../../store/codec/fileError.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { isBroken, type ReadFile, toKnownFile } from '../../store/file/knownFile.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { fileErrorProblem } from '../../store/file/parseFile.ts';
import { createDecodeRecord } from '../../store/record/decodeRecords.ts';

/** Reads a version of a content file. Parsed versions are kept for all versions of the site. */
export type ReadFileVersion = (located: ParsedLocation, path: string, rev: string) => ReadFile | Promise<ReadFile>;

interface Parts {
  readonly objects: Pick<ObjectStore, 'findBlob'>;
  readonly readRecord: ReadRecord;
  /** The parsed files of the working folder. */
  readonly cache: Pick<ParseCache, 'get'>;
  /** The limit for other versions that are kept. */
  readonly maxBytes: number;
}

/** What a version takes in addition to its data. */
const OVERHEAD_BYTES = 2000;

export function createFileVersions({ objects, readRecord, cache, maxBytes }: Parts): ReadFileVersion {
  const decodeRecord = createDecodeRecord(readRecord);
  const versions = new LRUCache<string, ReadFile>({
    maxSize: maxBytes,
    sizeCalculation: (file) => OVERHEAD_BYTES + (isBroken(file) ? 0 : file.json.length),
  });

  async function read(located: ParsedLocation, path: string, rev: string): Promise<ReadFile> {
    const broken = (problem: Problem): ReadFile => ({ path, rev, problems: [problem] });
    const bytes = await objects.findBlob(rev);
    if (!bytes) return broken({ path, code: 'UNREADABLE', message: 'cannot be read from git' });
    try {
      const value = await decodeRecord({ located, path, bytes });
      return 'data' in value ? toKnownFile({ ...located, path, rev }, value) : { path, rev, problems: value };
    } catch (error) {
      if (error instanceof FileError) return broken(fileErrorProblem(path, error));
      throw error;
    }
  }

  return (located, path, rev) => {
    const present = cache.get(path);
    if (present?.rev === rev) return present;
    const name = `${rev} ${path}`;
    const known = versions.get(name);
    if (known) return known;
    return read(located, path, rev).then((file) => {
      versions.set(name, file);
      return file;
    });
  };
}
