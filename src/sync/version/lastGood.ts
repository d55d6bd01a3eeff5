import { isFileMode } from '../../git/format/tree.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import type { ReadVersion } from './readVersion.ts';

/** The record of the newest valid committed version of each file; files without one are left out. */
export type FindLastGood = (paths: readonly string[]) => Promise<readonly FileRecord[]>;

/** A file that has been broken for more commits than this is not served after a restart. */
const MAX_COMMITS = 500;

/** Looks back from HEAD along first parents, once for all paths. */
export function createLastGood(
  repo: Pick<ReadableRepository, 'objects' | 'location' | 'head'>,
  readVersion: ReadVersion,
): FindLastGood {
  const { objects, location } = repo;

  return async (paths) => {
    const found: FileRecord[] = [];
    const open = new Map<string, string | null>(paths.map((path) => [path, null]));
    let commit = await repo.head();
    for (let left = MAX_COMMITS; commit !== null && open.size > 0 && left > 0; left -= 1) {
      const made = await objects.findCommit(commit);
      if (!made) break;
      const { tree, parents, committer } = made;
      const at = committer.at.toISOString();
      for (const [path, tried] of open) {
        const entry = await findAtPath(objects.readTree, tree, `${location.prefix}${path}`);
        if (!entry || !isFileMode(entry.mode) || entry.id === tried) continue;
        open.set(path, entry.id);
        const record = await readVersion(path, entry.id, { createdAt: at, updatedAt: at });
        if (!record) continue;
        found.push(record);
        open.delete(path);
      }
      commit = parents[0] ?? null;
    }
    return found;
  };
}
