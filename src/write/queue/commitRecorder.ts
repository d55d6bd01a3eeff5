import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../../git/format/commit.ts';
import type { HeadHistory } from '../../git/history/history.ts';
import type { PublishedCommit } from '../../git/publish/request.ts';
import type { Repo } from '../../git/repo.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { EntryChange } from '../../model/entry.ts';
import type { Announcements } from '../../site/announcements.ts';
import type { Indexer } from '../../site/folder/indexer.ts';
import { recordName } from '../../site/version/recordNames.ts';
import type { HeadFollower } from '../../site/watch/followHead.ts';
import { type ReadRecord, toRecordValue } from '../../store/file/fileRecord.ts';
import { toKnownFile } from '../../store/file/knownFile.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import type { Home } from '../../store/home.ts';
import type { Ids } from '../../store/id/ids.ts';
import type { Store } from '../../store/store.ts';
import type { PlannedWrite } from './planWrite.ts';

/** Where the records of one home are written. */
interface WriterHome {
  readonly repo: Repo;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

export interface WriterParts {
  readonly store: Store;
  readonly ids: Ids;
  readonly homes: Readonly<Record<Home, WriterHome>>;
  readonly history: HeadHistory;
  readonly follower: HeadFollower;
  readonly announcements: Announcements;
  readonly readRecord: ReadRecord;
  readonly clock: () => Date;
  /** Throws INSUFFICIENT_STORAGE while there is too little space to write safely. */
  requireSpace(): void;
  /** Called for each write without a commit: the records of the private home have no history. */
  audit(entry: AuditedWrite): Promise<void>;
}

/** One record's part of a write: `user/1`, `user.update`, `user/2`. */
interface AuditedWrite {
  readonly actor: string;
  readonly action: string;
  readonly record: string;
}

type Parts = Pick<WriterParts, 'store' | 'homes' | 'history' | 'follower' | 'announcements'>;

/** A published write; `durable` resolves once it survives a power failure. */
export interface PublishedWrite extends PlannedWrite {
  readonly published: PublishedCommit;
  readonly durable: Promise<void>;
}

/** Takes a published write into history, parse cache and store, and announces what has changed once it is durable. */
export type CommitRecorder = (write: PublishedWrite, author: Person) => Promise<readonly EntryChange[]>;

export function createCommitRecorder({ store, homes, history, follower, announcements }: Parts): CommitRecorder {
  return async ({ home, updates, changes: planned, now, durable, published }, author) => {
    const { cache, repo } = homes[home];
    const { commit, message, files } = published;
    const yieldIfBusy = createYieldIfBusy();
    if (commit !== null) {
      const records = recordNamesByPath(planned);
      await yieldIfBusy();
      history.record({ id: commit, parent: follower.head, at: now, author, message, files, records });
    }
    await yieldIfBusy();
    for (const { path, record } of updates) {
      const stats = record && lstatSync(join(repo.root, path), { throwIfNoEntry: false });
      if (record && stats) cache.set(toKnownFile(record, toRecordValue(record, now)), stats);
      else cache.drop(path);
      await yieldIfBusy();
    }
    // Between here and the announcement nothing else changes what is served: only the write queue does.
    if (commit !== null) follower.advance(commit);
    const changes = store.apply(updates);
    await durable;
    announcements.announce(changes, { commit, origin: 'write' });
    return changes;
  };
}

/** The records by their new paths, and by their old ones if no other record has come there. */
function recordNamesByPath(changes: readonly EntryChange[]): ReadonlyMap<string, string> {
  const entries = [...changes.map(({ before }) => before), ...changes.map(({ after }) => after)];
  return new Map(
    entries.flatMap((entry) => (entry ? [[entry.path, recordName(entry.kind, entry.id, entry.path)] as const] : [])),
  );
}
