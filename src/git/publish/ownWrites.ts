import type { TreeTarget } from '../format/tree.ts';
import type { PreparedFile } from './treeEdit.ts';

/** What our recent commits did to a path. */
export interface OwnWrite {
  /** Its blobs before them; null: no file. */
  readonly versions: ReadonlySet<string | null>;
  /** Its blob in the latest of them. */
  readonly target: TreeTarget | null;
}

/** The paths of our latest commits. */
export interface OwnWrites {
  record(files: readonly PreparedFile[]): void;
  recent(): ReadonlyMap<string, OwnWrite>;
}

interface RecentWrite extends OwnWrite {
  /** The oldest first. */
  readonly versions: Set<string | null>;
  readonly at: number;
}

/** A git command may keep the index that it has read in memory for about as long as a person looks at a prompt. */
const MEMORY_MS = 5 * 60 * 1000;
const MAX_PATHS = 5000;
const MAX_VERSIONS = 1000;

export function createOwnWrites(): OwnWrites {
  /** In the order they were written, oldest first. */
  const paths = new Map<string, RecentWrite>();

  function forget(): void {
    const since = performance.now() - MEMORY_MS;
    for (const [path, { at }] of paths) {
      if (at >= since && paths.size <= MAX_PATHS) return;
      paths.delete(path);
    }
  }

  return {
    record(files) {
      for (const { path, before, becomes } of files) {
        const versions = paths.get(path)?.versions ?? new Set();
        versions.delete(before);
        versions.add(before);
        const [oldest = null] = versions;
        if (versions.size > MAX_VERSIONS) versions.delete(oldest);
        paths.delete(path);
        paths.set(path, { versions, target: becomes, at: performance.now() });
      }
      forget();
    },
    recent() {
      forget();
      return paths;
    },
  };
}
