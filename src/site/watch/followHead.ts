import type { FileDiff } from '../../git/format/tree.ts';
import type { HeadHistory } from '../../git/history/history.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { EntryChange } from '../../model/entry.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import { locateInContent } from '../../store/file/inspectSightings.ts';
import type { Store } from '../../store/store.ts';
import type { Announcements } from '../announcements.ts';
import type { Indexer } from '../folder/indexer.ts';
import { type CommittedChanges, type FindRecord, saysSomethingNew } from '../version/committedChanges.ts';

/** Keeps the store at the repository's present commit. Its callers must be in the write queue. */
export interface HeadFollower {
  /** The commit that the store serves. */
  readonly head: string | null;
  /**
   * If HEAD has moved, reads the paths that differ between the served commit and the present one, and announces the
   * changes between them. Returns the paths it has read.
   */
  follow(): Promise<ReadonlySet<string>>;
  /** Notes that the store already serves this commit, which is our own. */
  advance(commit: string): void;
}

export interface FollowedParts {
  readonly repo: GitRepository;
  readonly store: Store;
  readonly indexer: Indexer;
  readonly history: HeadHistory;
  readonly committed: CommittedChanges;
  readonly announcements: Announcements;
  /** The commit that the store was loaded at. */
  readonly head: string | null;
}

/** The changes of larger commits are worked out in slices, so that others are served meanwhile. */
const MAX_AT_ONCE = 200;

const NONE: ReadonlySet<string> = new Set();

/** The result of following HEAD to another commit. */
interface HeadMove {
  readonly changes: readonly EntryChange[];
  readonly paths: ReadonlySet<string>;
}

export function createHeadFollower(parts: FollowedParts): HeadFollower {
  const { repo, store, indexer, history, committed, announcements } = parts;
  let head = parts.head;
  /** The last commit that was announced: a branch without commits is not announced. */
  let announced = parts.head;

  async function moveTo(commit: string): Promise<HeadMove> {
    const differences = await differencesTo(commit);
    // Writes do not wait for a history that is being read for the first time; it is brought up to date once it is read.
    const touched = history.isReady ? await history.extend(commit) : [];
    if (differences === null) return { changes: await indexer.load(), paths: NONE };
    const find = remember(differences);
    const wasCommitted = differences.length <= MAX_AT_ONCE && isServed(differences, 'before');
    // An amended commit may have the same bytes and new times, hence `touched`.
    const paths = new Set([...differences.map(({ path }) => path), ...touched]);
    const served = await indexer.reindex([...paths]);
    // The served records have changed as the commits have, unless there are uncommitted or broken files.
    if (wasCommitted && isServed(differences, 'after')) return { changes: served.filter(saysSomethingNew), paths };
    return { changes: await committed.of(differences, commit, find), paths };
  }

  /** Whether the store has each differing file as it is on one side. */
  const isServed = (differences: readonly FileDiff[], side: 'before' | 'after'): boolean =>
    differences.every(
      (diff) => (store.fileAt(diff.path)?.rev ?? null) === diff[side] || locateInContent(diff.path) === null,
    );

  /** The differences from the last commit; null if git has removed it, or the commits cannot be compared. */
  async function differencesTo(commit: string): Promise<readonly FileDiff[] | null> {
    try {
      return await repo.diff(announced, commit);
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      repo.objects.miss(error);
      return null;
    }
  }

  /** Remembers the present records, to find them after they have been replaced. */
  function remember(differences: readonly FileDiff[]): FindRecord {
    const records = new Map<string, FileRecord | undefined>(differences.map(({ path }) => [path, store.fileAt(path)]));
    return (path, rev) => {
      const record = records.get(path);
      return record?.rev === rev ? record : undefined;
    };
  }

  return {
    get head() {
      return head;
    },
    async follow() {
      // Follows the end of a rebase, not its steps.
      if (repo.operation()?.isMerging) return NONE;
      const present = await repo.head();
      if (present === null || present === announced) {
        head = present;
        return NONE;
      }
      const { changes, paths } = await moveTo(present);
      announced = present;
      head = present;
      announcements.announce(changes, { commit: present, origin: 'outside' });
      return paths;
    },
    advance(commit) {
      head = commit;
      announced = commit;
    },
  };
}
