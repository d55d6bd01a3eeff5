import { join } from 'node:path';
import { isObjectId } from '../../git/format/object.ts';
import { contentTree } from '../../git/read/readable.ts';
import { diffTrees } from '../../git/read/treeDiff.ts';
import type { GitRepository } from '../../git/repository.ts';
import { readFileIfExists } from '../../lib/disk/readFileIfExists.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { createReadVersion } from '../version/readVersion.ts';

interface Parts {
  readonly repo: Pick<GitRepository, 'head' | 'location' | 'objects'>;
  readonly store: Store;
  readonly cache: ParseCache;
  readonly readRecord: ReadRecord;
}

/**
 * Makes the store serve the last commit instead of the working files, for a start during a merge or rebase that has
 * left them half changed. Returns that commit. The cache forgets these files, so that they are read when the operation
 * ends.
 */
export async function serveCommitted({ repo, store, cache, readRecord }: Parts): Promise<string | null> {
  const { objects, location } = repo;
  const commit = (await beforeRebase(location.gitDir)) ?? (await repo.head());
  if (commit === null) return null;
  const at = (await objects.readCommit(commit)).committer.at.toISOString();
  const files = await diffTrees(objects.readTree, null, await contentTree({ objects, location }, commit));
  const committed = new Map(files.map(({ path, after }) => [path, after!]));
  const readVersion = createReadVersion(objects, readRecord);
  const updates: FileUpdate[] = [];
  const yieldIfBusy = createYieldIfBusy();
  for (const path of store.paths())
    if (entityOf(store.fileAt(path)!.kind).home === 'content' && !committed.has(path))
      updates.push({ path, record: null, problems: [] });
  for (const [path, rev] of committed) {
    await yieldIfBusy();
    if (!locateFile('content', path) || store.fileAt(path)?.rev === rev) continue;
    const record = await readVersion(path, rev, { createdAt: at, updatedAt: at });
    if (record) updates.push({ path, record, problems: [] });
  }
  for (const { path } of updates) cache.drop(path);
  store.apply(updates);
  return commit;
}

/** The commit of the branch before the current rebase, where git-rebase keeps it. */
async function beforeRebase(gitDir: string): Promise<string | undefined> {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const id = (await readFileIfExists(join(gitDir, folder, 'orig-head')))?.trim();
    if (id !== undefined && isObjectId(id)) return id;
  }
  return undefined;
}
