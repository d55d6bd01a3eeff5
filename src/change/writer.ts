import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../git/history.ts';
import { HeadMoved, type PublishedCommit, type Repo } from '../git/repo.ts';
import { createQueue } from '../lib/createQueue.ts';
import type { Actor } from '../model/access.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Change, Entry } from '../model/entry.ts';
import { CmsError, unavailable } from '../model/errors.ts';
import { type ReadRecord, type RecordValue, toFileRecord } from '../store/fileRecord.ts';
import type { Ids } from '../store/ids.ts';
import type { ParseCache } from '../store/parseCache.ts';
import { type Home, locateFile } from '../store/scan.ts';
import type { FileUpdate, Store } from '../store/store.ts';
import type { HeadFollower } from '../sync/followHead.ts';
import type { Indexer } from '../sync/indexer.ts';
import type { Action, Draft } from './action.ts';
import { writeMessage } from './message.ts';
import { overlay } from './overlay.ts';
import { type PlannedFile, planFiles } from './plan.ts';
import { withReferences } from './references.ts';
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
   * Plans the action against the present content and publishes it as one commit; durable when it resolves.
   *
   * @throws CmsError in the caller's words; nothing has changed then
   */
  write(action: Action, actor: Actor): Promise<Written>;
  /** Runs something that changes the store from outside in turn with the writes. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is being written or waits. */
  idle(): Promise<void>;
}

/** Waiting writes beyond this are turned away (SECURITY, 33). */
const MAX_WAITING = 500;
/** How often a write is planned again because somebody else moved HEAD meanwhile. */
const MAX_ATTEMPTS = 10;

interface Plan {
  readonly drafts: readonly Draft[];
  readonly files: readonly PlannedFile[];
  readonly message: string;
  readonly now: Date;
}

export function createWriter(parts: WriterParts): Writer {
  const { store, ids, homes, history, follower, readRecord, clock } = parts;
  const queue = createQueue({ limit: MAX_WAITING, whenFull: () => unavailable('Too many writes are waiting', 1) });
  const validate = createValidate();
  const present = {
    countIn: store.countIn,
    read: (kind: Draft['kind'], path: string) => readIfThere(join(homes[entityOf(kind).home].repo.root, path)),
  };

  function plan(action: Action, actor: Actor): Plan {
    const now = clock();
    const drafts = withReferences(action.plan({ lookup: store, now, actor, nextId: ids.next }), store);
    const lookup = overlay(store, drafts);
    const leaving = new Set(drafts.flatMap(({ before }) => before?.path ?? []));
    for (const draft of drafts) if (!draft.follows) validate(draft, { lookup, filesFor: store.filesFor, leaving });
    const files = drafts.flatMap((draft) => planFiles(draft, present));
    return { drafts, files, message: writeMessage(action, drafts, actor, now), now };
  }

  async function publish({ files, message, now, drafts }: Plan, actor: Actor): Promise<PublishedCommit> {
    const { repo, indexer } = homes[homeOf(drafts)];
    const parent = homeOf(drafts) === 'content' ? follower.head : null;
    const author = { name: actor.name, email: actor.email };
    try {
      const [published] = await repo.publish(parent, [{ edits: files, message, author, at: now }]);
      return published!;
    } catch (error) {
      // What is on disk is not what was planned against: show it before answering.
      if (error instanceof CmsError && error.code === 'CONFLICT') await indexer.reindex(files.map(({ path }) => path));
      throw error;
    }
  }

  /** Takes what was published into the store. */
  function take({ files, drafts, now }: Plan, { commit, files: revs }: PublishedCommit, actor: Actor): Written {
    const home = homes[homeOf(drafts)];
    if (commit !== null) {
      history.record(commit, now, actor, revs);
      follower.advance(commit);
    }
    const changes = store.apply(
      files.map((file) => toUpdate(home, file, revs.get(file.path) ?? null, now.toISOString())),
    );
    return { commit, changes, ...resultOf(drafts) };
  }

  function toUpdate(
    { repo, cache }: WriterHome,
    { path, value }: PlannedFile,
    rev: string | null,
    time: string,
  ): FileUpdate {
    if (value === null || rev === null) {
      cache.drop(path);
      return { path, record: null, problems: [] };
    }
    const located = locateFile(homeOfPath(repo), path)!;
    const read = requireRecord(readRecord(located, path, value));
    const stats = lstatSync(join(repo.root, path), { throwIfNoEntry: false });
    if (stats) cache.set({ path, rev, json: JSON.stringify(read) }, stats);
    const times = { createdAt: store.fileAt(path)?.createdAt ?? time, updatedAt: time };
    return { path, record: toFileRecord(located, { path, rev }, read, times), problems: [] };
  }

  const homeOfPath = (repo: Repo): Home => (repo === homes.private.repo ? 'private' : 'content');

  function resultOf(drafts: readonly Draft[]): Pick<Written, 'entries' | 'created'> {
    const entries = drafts.map(({ kind, after }): Entry | null => (after && store.get(kind, after.id)) ?? null);
    return {
      entries,
      created: entries.flatMap((entry, index) => (entry && drafts[index]?.before === null ? [entry] : [])),
    };
  }

  async function attempt(action: Action, actor: Actor): Promise<Written> {
    await follower.follow();
    const planned = plan(action, actor);
    if (planned.files.length === 0 && !action.alwaysCommits)
      return { commit: null, changes: [], ...resultOf(planned.drafts) };
    const written = take(planned, await publish(planned, actor), actor);
    if (written.commit === null) await parts.audit(action, planned.drafts, actor);
    return written;
  }

  async function write(action: Action, actor: Actor): Promise<Written> {
    for (let left = MAX_ATTEMPTS; left > 0; left -= 1) {
      try {
        return await attempt(action, actor);
      } catch (error) {
        if (!(error instanceof HeadMoved)) throw error;
      }
    }
    throw unavailable('The repository is changing too quickly', 5);
  }

  return {
    write: (action, actor) => queue.run(() => write(action, actor)),
    inTurn: queue.run,
    idle: queue.idle,
  };
}

/** All drafts of an action are of one home: no write can be half a commit. */
function homeOf(drafts: readonly Draft[]): Home {
  const found = [...new Set(drafts.map(({ kind }) => entityOf(kind).home))];
  if (found.length > 1) throw new Error('An action cannot write to two homes');
  return found[0] ?? 'content';
}

function requireRecord(read: ReturnType<ReadRecord>): RecordValue {
  if ('data' in read) return read;
  throw new Error(`A written file does not read back: ${read.map(({ message }) => message).join('; ')}`);
}

function readIfThere(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
