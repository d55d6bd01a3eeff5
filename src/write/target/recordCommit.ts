import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { HeadHistory } from '../../git/history/history.ts';
import type { PublishedCommit } from '../../git/publish/request.ts';
import type { Repo } from '../../git/repo.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { EntryChange } from '../../model/entry.ts';
import type { Announcements } from '../../site/announcements.ts';
import { recordName } from '../../site/version/recordNames.ts';
import type { HeadFollower } from '../../site/watch/followHead.ts';
import { toRecordValue } from '../../store/file/fileRecord.ts';
import { toKnownFile } from '../../store/file/knownFile.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import type { Home } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';
import type { WritePlan } from '../queue/planWrite.ts';

/** What holds the live content, and learns of each commit. */
export interface RecordCommitParts {
  readonly store: Store;
  readonly homes: Readonly<Record<Home, { readonly repo: Pick<Repo, 'root'>; readonly cache: ParseCache }>>;
  readonly history: HeadHistory;
  readonly follower: HeadFollower;
  readonly announcements: Announcements;
}

/** Brings a published write into history, parse cache and store, and announces what has changed once it is durable. */
export async function recordCommit(
  { home, files, changes: planned, at, author }: WritePlan,
  published: PublishedCommit,
  { store, homes, history, follower, announcements }: RecordCommitParts,
): Promise<readonly EntryChange[]> {
  const { cache, repo } = homes[home];
  const { commit, message, durable } = published;
  const yieldIfBusy = createYieldIfBusy();
  if (commit !== null) {
    const records = recordNamesByPath(planned);
    await yieldIfBusy();
    history.record({ id: commit, parent: follower.head, at, author, message, files: published.files, records });
  }
  await yieldIfBusy();
  for (const { path, record } of files) {
    const stats = record && lstatSync(join(repo.root, path), { throwIfNoEntry: false });
    if (record && stats) cache.set(toKnownFile(record, toRecordValue(record, at)), stats);
    else cache.drop(path);
    await yieldIfBusy();
  }
  // Between here and the announcement nothing else changes what is served: only the write queue does.
  if (commit !== null) follower.advance(commit);
  const changes = store.apply(files);
  await yieldIfBusy();
  await durable;
  announcements.announce(changes, { commit, origin: 'write' });
  return changes;
}

/** The records by their new paths, and by their old ones if no other record has come there. */
function recordNamesByPath(changes: readonly EntryChange[]): ReadonlyMap<string, string> {
  const entries = [...changes.map(({ before }) => before), ...changes.map(({ after }) => after)];
  return new Map(
    entries.flatMap((entry) => (entry ? [[entry.path, recordName(entry.kind, entry.id, entry.path)] as const] : [])),
  );
}
