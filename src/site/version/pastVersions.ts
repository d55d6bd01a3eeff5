import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { blobId } from '../../lib/text/blobId.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { EntityDef } from '../../model/entity.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { unavailable } from '../../model/errors.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { hashedId } from '../../store/id/randomId.ts';
import { createSchemaLookup, insertBody } from '../../store/record/insertBody.ts';
import type { FindPast, RecordHistory, VersionName } from './past.ts';
import { createReadVersion } from './readVersion.ts';

interface Parts {
  readonly repo: Pick<ReadableRepository, 'objects' | 'readAt'>;
  readonly records: Pick<RecordHistory, 'revisionsOf'>;
  readonly readRecord: ReadRecord;
  /** Has the schemas that decide which field the text of an old Markdown file is today. */
  readonly lookup: Pick<Lookup, 'byKey'>;
  isReady(): boolean;
  /** Whether saves replace commits here: then a version may be in no history any more, though git still has its bytes. */
  readonly hasAmended?: boolean;
}

/** A version of a file. */
interface VersionBlob {
  readonly path: string;
  readonly blob: string;
  /** Whether no history says that these are bytes of the record. */
  readonly isGuess?: true;
}

/** Opens everything that reads past versions of records. */
export function createFindPast({ repo, records, readRecord, lookup, isReady, hasAmended = false }: Parts): FindPast {
  const readVersion = createReadVersion(repo.objects, readRecord);

  /** Newest first: a client has usually read one of the last versions. */
  function* versionsOf({ path }: Entry): Iterable<VersionBlob> {
    const revisions = records.revisionsOf(path);
    for (let index = 0; index < revisions.length; index += 1) yield revisions.at(index);
  }

  /**
   * Takes the oldest of the latest versions with these bytes: a rename keeps the bytes, and a client that sends the old
   * slug must not undo it.
   */
  function findByRev(
    present: Entry,
    { rev, path }: Extract<VersionName, { readonly rev: string }>,
  ): VersionBlob | undefined {
    if (path !== undefined) return { path, blob: rev };
    let found: VersionBlob | undefined;
    for (const version of versionsOf(present)) {
      if (version.blob === rev) found = version;
      else if (found) return found;
    }
    return found ?? (hasAmended ? { path: present.path, blob: rev, isGuess: true } : undefined);
  }

  async function findByCommit(present: Entry, commit: string): Promise<VersionBlob | undefined> {
    const versions = [...versionsOf(present)];
    for (const path of new Set(versions.map((one) => one.path))) {
      const bytes = await repo.readAt(commit, path);
      const blob = bytes && blobId(bytes);
      // Another record may have been at this path.
      const found = versions.find((one) => one.path === path && one.blob === blob);
      if (found) return found;
    }
    return undefined;
  }

  return async <T>(present: Entry<T>, past: VersionName): Promise<Entry<T> | undefined> => {
    if (entityOf(present.kind).home !== 'content') return undefined;
    if (!isReady()) throw unavailable('The history is still being read', 5);
    try {
      const found = 'rev' in past ? findByRev(present, past) : await findByCommit(present, past.commit);
      return found && (await read(present, found));
    } catch (error) {
      if (error instanceof UnreadableObject) return undefined;
      throw error;
    }
  };

  async function read<T>(present: Entry<T>, { path, blob, isGuess }: VersionBlob): Promise<Entry<T> | undefined> {
    const record = await readVersion(path, blob, present);
    if (!record || (isGuess && record.id !== present.id)) return undefined;
    const { kind, key, rev, createdAt, updatedAt } = record;
    const placed = insertBody(record, record.data, createSchemaLookup(lookup));
    // A past version of a record is of the same kind.
    const { withIds } = entityOf(kind) as EntityDef<unknown>;
    const data = withIds?.(placed, (counter, at, stored) => stored ?? hashedId(counter, path, at)) ?? placed;
    return { kind, id: present.id, key, path, rev, createdAt, updatedAt, data: data as T };
  }
}
