import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { conflict } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { findInIndex } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { isFileMode, isFolderMode, MODE, parseTree, type TreeTarget } from '../../format/tree.ts';
import type { ReadableRepository } from '../../read/readable.ts';
import { describeDifference } from '../treeEdit.ts';

/** A file as it is in the working tree. */
export interface FileRevision {
  readonly path: string;
  /** Its blob id. */
  readonly rev: string;
}

interface CommittedCheck extends Pick<ReadableRepository, 'location' | 'objects'> {
  /** Null before the first one. */
  readonly commit: string | null;
  /** Null if it cannot be read. */
  readonly index: GitIndex | null;
  readonly files: readonly FileRevision[];
}

/** Throws CONFLICT naming the path if a file is not the committed one, or another version of it is staged. */
export async function requireCommitted({ location, objects, commit, index, files }: CommittedCheck): Promise<void> {
  const root = commit === null ? null : (await objects.readCommit(commit)).tree;
  // An import repeats thousands of files of one folder.
  const folders = new Map<string, ReadonlyMap<string, TreeTarget>>();
  const yieldIfBusy = createYieldIfBusy();

  async function readFolder(id: string): Promise<ReadonlyMap<string, TreeTarget>> {
    const known = folders.get(id);
    if (known) return known;
    const folder = new Map(parseTree(await objects.readTree(id)).map((entry) => [entry.name, entry]));
    folders.set(id, folder);
    return folder;
  }

  async function find(path: string): Promise<string | null> {
    let found: TreeTarget | undefined = root === null ? undefined : { mode: MODE.folder, id: root };
    for (const name of path.split('/')) {
      if (!found || !isFolderMode(found.mode)) return null;
      found = (await readFolder(found.id)).get(name);
    }
    return found && isFileMode(found.mode) ? found.id : null;
  }

  for (const { path, rev } of files) {
    const full = `${location.prefix}${path}`;
    const difference = describeDifference(rev, await find(full));
    if (difference !== null) throw conflict(because('uncommitted', `${path} ${difference}`, { path }), [path]);
    const staged = index && findInIndex(index, full);
    if (staged && !(staged.length === 1 && staged[0]!.stage === 0 && staged[0]!.id === rev))
      throw conflict(because('uncommitted', `${path} has staged changes that are not committed`, { path }), [path]);
    await yieldIfBusy();
  }
}
