import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../git/history.ts';
import { HeadMoved, type PublishedCommit, type Repo } from '../git/repo.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { Actor } from '../model/access.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Change, Entry } from '../model/entry.ts';
import { CmsError, unavailable } from '../model/errors.ts';
import type { Kind } from '../model/records.ts';
import type { ReadRecord } from '../store/fileRecord.ts';
import type { Ids } from '../store/ids.ts';
import type { ParseCache } from '../store/parseCache.ts';
import type { Home } from '../store/scan.ts';
import type { Store } from '../store/store.ts';
import type { HeadFollower } from '../sync/followHead.ts';
import type { Indexer } from '../sync/indexer.ts';
import type { Action, Draft } from './action.ts';
import { createGroups } from './groups.ts';
import { type PlannedWrite, planWrite } from './planWrite.ts';
import { type Present, presentOf, withAhead } from './present.ts';
import { createValidate } from './validate.ts';

/** Where the records of one home are written. */
export interface WriterHome {
  readonly repo: Repo;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

export interface WriterParts {
  readonly store: Store;
  readonly ids: Ids;
  readonly homes: Readonly<Record<Home, WriterHome>>;
  readonly history: History;
  readonly follower: HeadFollower;
  readonly readRecord: ReadRecord;
  readonly clock: () => Date;
  /** Told of each write that leaves no commit: the records of the private home have no history. */
  audit(action: Action, drafts: readonly Draft[], actor: Actor): Promise<void>;
}

/** What a write has done. */
export interface Written {
  /** The commit made; null when nothing changed or the home keeps no history. */
  readonly commit: string | null;
  /** The record of each draft as it now is; null where it was removed. */
  readonly entries: readonly (Entry | null)[];
  /** Those of them that were not there before. */
  readonly created: readonly Entry[];
  readonly changes: readonly Change[];
}

/** The only way a record changes from inside. */
export interface Writer {
  /**
   * Plans the action against the present content and publishes it as one commit; durable when it resolves. Writes that
   * queue up while others are published are published together, each its own commit.
   *
   * @throws CmsError in the caller's words; nothing has changed then
   */
  write(action: Action, actor: Actor): Promise<Written>;
  /** Runs something that changes the store from outside in turn with the writes. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is being written or waits. */
  idle(): Promise<void>;
}

/** How often a group is planned again because somebody else moved HEAD or holds uncommitted changes. */
const MAX_ATTEMPTS = 10;

/** A write somebody waits for. */
interface Job {
  readonly action: Action;
  readonly actor: Actor;
  resolve(written: Written): void;
  reject(reason: unknown): void;
}

interface Planned extends PlannedWrite {
  readonly job: Job;
}

export function createWriter(parts: WriterParts): Writer {
  const { store, homes, history, follower, clock } = parts;
  const planParts = { ids: parts.ids, readRecord: parts.readRecord, validate: createValidate() };
  const readFile = (kind: Kind, path: string) => readIfThere(join(homes[entityOf(kind).home].repo.root, path));
  const groups = createGroups<Job>(publishGroup);

  /** Plans jobs in order, each against what the ones before it will leave; a job that cannot be planned fails alone. */
  function planAll(jobs: readonly Job[]): readonly Planned[] {
    const planned: Planned[] = [];
    let present: Present = presentOf(store, readFile);
    for (const job of jobs) {
      try {
        const write = { ...planWrite({ ...job, now: clock() }, present, planParts), job };
        planned.push(write);
        if (write.files.length > 0) present = withAhead(present, write);
      } catch (error) {
        job.reject(error);
      }
    }
    return planned;
  }

  /** Publishes jobs until each is answered; what stands in the way of one is no reason to fail the others. */
  async function publishGroup(jobs: readonly Job[]): Promise<void> {
    let open = jobs;
    for (let left = MAX_ATTEMPTS; open.length > 0 && left > 0; left -= 1) open = await attempt(open);
    for (const job of open) job.reject(unavailable('The repository is changing too quickly', 5));
  }

  /** One try; answers the jobs that must be planned again. */
  async function attempt(jobs: readonly Job[]): Promise<readonly Job[]> {
    try {
      await follower.follow();
      const planned = planAll(jobs);
      const again = await publishHome('private', planned);
      return again.length > 0 ? withoutAnswered(jobs, again) : publishHome('content', planned);
    } catch (error) {
      for (const job of jobs) job.reject(error);
      return [];
    }
  }
