import type { FileDiff } from '../../git/format/tree.ts';
import type { History } from '../../git/history/history.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { Change } from '../../model/entry.ts';
import type { FileRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/scan.ts';
import { isLookedAt } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';
import type { Announcements } from '../announcements.ts';
import type { Indexer } from '../indexer.ts';
import { type CommittedChanges, type FindRecord, saysSomethingNew } from '../version/committedChanges.ts';

/** Keeps the store at the repository's present commit. Its callers stand in the write queue. */
export interface HeadFollower {
  /** The commit that the store shows. */
  readonly head: string | null;
  /**
   * Reads the paths that differ between the commit shown and the present one, if HEAD has moved, and announces what
   * has changed between these two commits. Gives the paths it has read.
   */
  follow(): Promise<ReadonlySet<string>>;
  /** Notes that the store shows this commit already: our own. */
  advance(commit: string): void;
}

export interface FollowedParts {
  readonly repo: GitRepository;
  readonly store: Store;
  readonly indexer: Indexer;
  readonly history: History;
  readonly committed: CommittedChanges;
  readonly announcements: Announcements;
  /** The commit the store was loaded at. */
  readonly head: string | null;
}

/** Of more differences it is found out in slices what they mean: others are served meanwhile. */
const MAX_AT_ONCE = 200;

const NONE: ReadonlySet<string> = new Set();

const holdsRecord = (path: string): boolean => isLookedAt('content', path) && locateFile('content', path) !== null;

/** What became of following HEAD to another commit. */
interface Move {
  readonly changes: readonly Change[];
  readonly paths: ReadonlySet<string>;
}

export function createHeadFollower(parts: FollowedParts): HeadFollower {
  const { repo, store, indexer, history, committed, announcements } = parts;
  let head = parts.head;
  /** The last commit there was: a branch without commits says nothing about any record. */
  let announced = parts.head;

  async function moveTo(commit: string): Promise<Move> {
    const differences = await differencesTo(commit);
    // No write waits for a history that is read for the first time: it is brought to the present when it is there.
    const touched = history.isReady ? await history.extend(commit) : [];
    if (differences === null) return { changes: await indexer.load(), paths: NONE };
    const find = remember(differences);
    const wasCommitted = differences.length <= MAX_AT_ONCE && isServed(differences, 'before');
    // Where a commit was only made anew the bytes are the same, and their times are not.
    const paths = new Set([...differences.map(({ path }) => path), ...touched]);
    const served = await indexer.reindex([...paths]);
    // What is served has changed as the commits have, unless somebody has saved files, or broken ones.
    if (wasCommitted && isServed(differences, 'after')) return { changes: served.filter(saysSomethingNew), paths };
    return { changes: await committed.of(differences, commit, find), paths };
  }

  /** Whether each record is served as it is in a commit. */
  const isServed = (differences: readonly FileDiff[], side: 'before' | 'after'): boolean =>
    differences.every((diff) => (store.fileAt(diff.path)?.rev ?? null) === diff[side] || !holdsRecord(diff.path));

  /** Null where git has removed the commit before, or something that is needed to compare them cannot be read. */
  async function differencesTo(commit: string): Promise<readonly FileDiff[] | null> {
    try {
      return await repo.diff(announced, commit);
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error;
      repo.objects.miss(error);
      return null;
    }
  }

  /** The records as they are now, for when others have taken their place. */
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
      // Of a rebase its end is followed, not the steps.
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
