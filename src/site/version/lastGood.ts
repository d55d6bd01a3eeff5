import { posix } from 'node:path';
import { finderInTree, isFileMode, isFolderMode } from '../../git/format/tree.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import type { ReadVersion } from './readVersion.ts';

/** The record of the newest valid committed version of each file; files without one are left out. */
export type FindLastGood = (paths: readonly string[]) => Promise<readonly FileRecord[]>;

/** A file that has been broken for more commits than this is not served after a restart. */
const MAX_COMMITS = 500;

/** A folder with broken files. */
interface BrokenFolder {
  /** From the root of the repository. */
  readonly path: string;
  /** The files without a record so far, by name, with the blob that was tried last. */
  readonly open: Map<string, TriedBlob>;
  /** Its tree in the commit looked at before. */
  seen: string | null;
}

interface TriedBlob {
  readonly path: string;
  readonly blob: string | null;
}

/** Looks back from HEAD along first parents, once for all paths. */
export function createLastGood(
  repo: Pick<ReadableRepository, 'objects' | 'location' | 'head'>,
  readVersion: ReadVersion,
): FindLastGood {
  const { objects, location } = repo;

  return async (paths) => {
    const found: FileRecord[] = [];
    const yieldIfBusy = createYieldIfBusy();
    let folders = groupBrokenFiles(paths, location.prefix);
    let commit = await repo.head();
    for (let left = MAX_COMMITS; commit !== null && folders.length > 0 && left > 0; left -= 1) {
      const made = await objects.findCommit(commit);
      if (!made) break;
      const at = made.committer.at.toISOString();
      for (const folder of folders) {
        for (const { path, blob } of await findUntried(folder, made.tree, objects.readTree)) {
          await yieldIfBusy();
          const record = await readVersion(path, blob, { createdAt: at, updatedAt: at });
          if (!record) continue;
          found.push(record);
          folder.open.delete(posix.basename(path));
        }
        await yieldIfBusy();
      }
      folders = folders.filter(({ open }) => open.size > 0);
      commit = made.parents[0] ?? null;
    }
    return found;
  };
}

function groupBrokenFiles(paths: readonly string[], prefix: string): readonly BrokenFolder[] {
  const folders = new Map<string, BrokenFolder>();
  for (const path of paths) {
    const parent = posix.dirname(`${prefix}${path}`);
    const folder = folders.get(parent) ?? { path: parent === '.' ? '' : parent, open: new Map(), seen: null };
    folders.set(parent, folder);
    folder.open.set(posix.basename(path), { path, blob: null });
  }
  return [...folders.values()];
}

/** The versions of a folder's files in a tree that have not been tried. Most commits do not change most folders. */
async function findUntried(
  folder: BrokenFolder,
  tree: string,
  readTree: ReadableRepository['objects']['readTree'],
): Promise<readonly { readonly path: string; readonly blob: string }[]> {
  const at = await findAtPath(readTree, tree, folder.path);
  if (!at || !isFolderMode(at.mode) || at.id === folder.seen) return [];
  folder.seen = at.id;
  const find = finderInTree(await readTree(at.id), folder.open.size);
  return [...folder.open].flatMap(([name, { path, blob }]) => {
    const entry = find(name);
    if (!entry || !isFileMode(entry.mode) || entry.id === blob) return [];
    folder.open.set(name, { path, blob: entry.id });
    return [{ path, blob: entry.id }];
  });
}
