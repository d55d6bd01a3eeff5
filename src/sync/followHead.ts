import type { History } from '../git/history.ts';
import type { Repo } from '../git/repo.ts';
import type { Change } from '../model/entry.ts';
import type { Indexer } from './indexer.ts';

/** Keeps the store at the repository's present commit. Its callers stand in the write queue. */
export interface HeadFollower {
  /** The commit that the store shows. */
  readonly head: string | null;
  /** Reads the paths that differ between the commit shown and the present one, if HEAD has moved. */
  follow(): Promise<readonly Change[]>;
  /** Notes that the store shows this commit already: our own. */
  advance(commit: string): void;
}

export interface FollowedParts {
  readonly repo: Repo;
  readonly indexer: Indexer;
  readonly history: History;
  /** The commit the store was loaded at. */
  readonly head: string | null;
}

export function createHeadFollower({ repo, indexer, history, head: loadedAt }: FollowedParts): HeadFollower {
  let head = loadedAt;
  return {
    get head() {
      return head;
    },
    async follow() {
      const present = await repo.head();
      if (present === null || present === head) return [];
      const differences = await repo.diff(head, present);
      await history.extend(present);
      const changes = await indexer.reindex(differences.map(({ path }) => path));
      head = present;
      return changes;
    },
    advance(commit) {
      head = commit;
    },
  };
}
