import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../../git/format/commit.ts';
import type { History } from '../../git/history/history.ts';
import { HeadMoved, type Placed, type PublishedCommit } from '../../git/publish/request.ts';
import type { Repo } from '../../git/repo.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import { createBreath } from '../../lib/turn/createBreath.ts';
import type { Actor } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Change, Entry } from '../../model/entry.ts';
import { CmsError, unavailable } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import { type ReadRecord, toRecordValue } from '../../store/file/fileRecord.ts';
import { toKnownFile } from '../../store/file/knownFile.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { findBytes } from '../../store/file/readBytes.ts';
import { locateFile } from '../../store/file/scan.ts';
import { HOMES, type Home } from '../../store/home.ts';
import type { Ids } from '../../store/id/ids.ts';
import { createDecideFile } from '../../store/record/decideFiles.ts';
import type { Store } from '../../store/store.ts';
import type { Announcements } from '../../sync/announcements.ts';
import type { Indexer } from '../../sync/indexer.ts';
import { recordName } from '../../sync/version/recordNames.ts';
import type { HeadFollower } from '../../sync/watch/followHead.ts';
import type { Action, Draft } from '../action.ts';
import { createValidate } from '../validate/validate.ts';
import { explainConflict } from './explainConflict.ts';
import { createGroups } from './groups.ts';
import type { Caller } from './lateSave.ts';
import { findBlocked, findRepeats, type PlannedWrite, planWrite } from './planWrite.ts';
import { type Present, presentOf, withAhead } from './present.ts';

/** Where the records of one home are written. */
interface WriterHome {
  readonly repo: Repo;
  readonly indexer: Indexer;
  readonly cache: ParseCache;
}

interface WriterParts {
  readonly store: Store;
  readonly ids: Ids;
  readonly homes: Readonly<Record<Home, WriterHome>>;
  readonly history: History;
  readonly follower: HeadFollower;
  readonly announcements: Announcements;
  readonly readRecord: ReadRecord;
  readonly clock: () => Date;
  /** Throws INSUFFICIENT_STORAGE while there is too little space to write safely. */
  requireSpace(): void;
  /** Told of each write that leaves no commit: the records of the private home have no history. */
  audit(entry: AuditedWrite): Promise<void>;
}

/** One record's part of a write: `user/1`, `user.update`, `user/2`. */
interface AuditedWrite {
  readonly actor: string;
  readonly action: string;
  readonly record: string;
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
  write(action: Action, actor: Caller): Promise<Written>;
  /** Runs something that changes the store from outside in turn with the writes. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is being written or waits. */
  idle(): Promise<void>;
}

/** How often a group is planned again because somebody else moved HEAD or holds uncommitted changes. */
const MAX_ATTEMPTS = 10;
/** After this many HEAD is held still while a group is planned: somebody moves it faster than that. */
const FREE_ATTEMPTS = 3;

/** A write somebody waits for. */
interface Job {
  readonly action: Action;
  readonly actor: Caller;
  resolve(written: Written): void;
  reject(reason: unknown): void;
}

interface Planned extends PlannedWrite {
  readonly job: Job;
}

export function createWriter(parts: WriterParts): Writer {
  const { store, homes, follower, clock } = parts;
  const { prepareReferences } = store;
  const { ids, readRecord } = parts;
  const validate = createValidate();
  const planParts = { ids, readRecord, validate, decideFile: createDecideFile(), prepareReferences };
  const readFile = (kind: Kind, path: string) => findBytes(homes[entityOf(kind).home].repo.root, path);
  const take = createTake(parts);
  const groups = createGroups<Job>(publishGroup);

  /** Plans jobs in order, each against what the ones before it will leave; a job that cannot be planned fails alone. */
  async function planAll(jobs: readonly Job[]): Promise<readonly Planned[]> {
    const planned: Planned[] = [];
    const failed: { readonly job: Job; readonly error: unknown }[] = [];
    let present: Present = presentOf(store, readFile);
    parts.ids.settle();
    const breath = createBreath();
    for (const job of jobs) {
      try {
        const plan = () => planWrite({ now: clock(), ...job }, present, planParts);
        const write = { job, ...(await parts.ids.planning(plan)) };
        planned.push(write);
        if (write.files.length > 0) present = withAhead(present, write);
      } catch (error) {
        failed.push({ job, error: explainConflict(error, homes.content.repo) });
      }
      await breath();
    }
    await showChangedFiles(failed.map(({ error }) => error));
    for (const { job, error } of failed) job.reject(error);
    return planned;
  }

  /** What a conflict says is on disk in place of what was planned against is served before the conflict is told. */
  async function showChangedFiles(errors: readonly unknown[]): Promise<void> {
    const conflicts = errors.filter((error) => error instanceof CmsError && error.code === 'CONFLICT');
    const paths = new Set(conflicts.flatMap((error) => (error as CmsError).details.flatMap(({ path }) => path)));
    for (const home of HOMES) {
      const changed = [...paths].filter((path) => locateFile(home, path));
      if (changed.length > 0) await homes[home].indexer.reindex(changed);
    }
  }

  /** Publishes jobs until each is answered; what stands in the way of one is no reason to fail the others. */
  async function publishGroup(jobs: readonly Job[]): Promise<void> {
    let open = jobs;
    for (let tries = 0; open.length > 0 && tries < MAX_ATTEMPTS; tries += 1)
      open = await attempt(open, tries >= FREE_ATTEMPTS);
    for (const job of open) job.reject(unavailable('The repository is changing too quickly', 5));
  }

  /** One try; answers the jobs that must be planned again. */
  async function attempt(jobs: readonly Job[], holdsHead: boolean): Promise<readonly Job[]> {
    try {
      parts.requireSpace();
      return await (holdsHead ? homes.content.repo.holdHead(() => planAndPublish(jobs)) : planAndPublish(jobs));
    } catch (error) {
      for (const job of jobs) job.reject(error);
      return [];
    }
  }

  /** The two homes know nothing of each other. */
  async function planAndPublish(jobs: readonly Job[]): Promise<readonly Job[]> {
    await follower.follow();
    const planned = await planAll(jobs);
    return [...(await publishHome('private', planned)), ...(await publishHome('content', planned))];
  }

  async function publishHome(home: Home, planned: readonly Planned[]): Promise<readonly Job[]> {
    const writes = planned.filter((write) => write.home === home);
    const breath = createBreath();
    const placed = await placeAll(home, writes).catch((error: unknown) => ({ error }));
    if ('error' in placed) return settleFailure(home, writes, placed.error);
    const commits = [...placed.commits];
    for (const write of writes) {
      await breath();
      const { durable } = placed;
      await answer(write, write.publishes ? { published: commits.shift()!, durable } : null);
    }
    return [];
  }

  /** What holds somebody's uncommitted changes is not written, and not said to be written either. */
  async function placeAll(home: Home, writes: readonly Planned[]): Promise<Placed> {
    const parent = home === 'content' ? follower.head : null;
    const repeats = findRepeats(writes);
    if (repeats.length > 0) await homes[home].repo.requireCommitted(parent, repeats);
    const publishing = writes.filter((write) => write.publishes);
    if (publishing.length === 0) return { commits: [], durable: Promise.resolve() };
    const requests = publishing.map(({ files, attachments, message, now, job: { actor } }) => {
      return { edits: [...files, ...attachments], message, author: toPerson(actor), at: now };
    });
    return homes[home].repo.place(parent, requests);
  }

  /** A path that cannot be written now fails the write to it alone; a moved HEAD fails none. */
  async function settleFailure(home: Home, writes: readonly Planned[], error: unknown): Promise<readonly Job[]> {
    if (error instanceof HeadMoved) return writes.map(({ job }) => job);
    const blocked = error instanceof CmsError ? findBlocked(writes, error) : undefined;
    const failed = blocked ? [blocked] : writes;
    // What is on disk is not what was planned against: show it before answering.
    if (blocked) await homes[home].indexer.reindex(blocked.files.map(({ path }) => path));
    for (const { job } of failed) job.reject(error);
    return writes.filter((write) => !failed.includes(write)).map(({ job }) => job);
  }

  async function answer(write: Planned, placed: Pick<PlacedWrite, 'published' | 'durable'> | null): Promise<void> {
    const { job, drafts } = write;
    const knew = store.knowsReferences();
    const changes = placed ? await take({ ...write, ...placed }, toPerson(job.actor)) : [];
    // Whoever shows the result of a changed schema asks what mentions it, which the schema has a say in.
    const isSchema = changes.some(({ kind }) => kind === 'contentType' || kind === 'blockType');
    if (isSchema || (knew && !store.knowsReferences())) await store.prepareReferences();
    const entries = drafts.map(findWritten);
    const created = entries.flatMap((entry, index) => (entry && drafts[index]?.before === null ? [entry] : []));
    if (placed && write.home === 'private') await auditAll(write);
    job.resolve({ commit: placed?.published.commit ?? null, entries, created, changes });
  }

  const findWritten = ({ kind, after }: Draft): Entry | null => (after && store.get(kind, after.id)) ?? null;

  async function auditAll({ drafts, job: { action, actor } }: Planned): Promise<void> {
    for (const { kind, before, after } of drafts) {
      const record = `${kind}/${(after ?? before)?.id}`;
      await parts.audit({ actor: `${actor.type}/${actor.id}`, action: action.name, record });
    }
  }

  return {
    write: (action, actor) =>
      new Promise((resolve, reject) => {
        groups.push({ action, actor, resolve, reject });
      }),
    inTurn: groups.inTurn,
    idle: groups.idle,
  };
}

/** Names come from outside: one harmless line each in a commit (SECURITY, 5). */
const toPerson = ({ name, email }: Actor): Person => ({ name: cleanLine(name), email: cleanLine(email) });

type Parts = Pick<WriterParts, 'store' | 'homes' | 'history' | 'follower' | 'announcements'>;

/** A published write, and when it survives a power failure. */
export interface PlacedWrite extends PlannedWrite {
  readonly published: PublishedCommit;
  readonly durable: Promise<void>;
}

/** Takes a published write into history, parse cache and store, and announces what has changed once it is durable. */
type Take = (write: PlacedWrite, author: Person) => Promise<readonly Change[]>;

export function createTake({ store, homes, history, follower, announcements }: Parts): Take {
  return async ({ home, updates, changes: planned, now, durable, published }, author) => {
    const { cache, repo } = homes[home];
    const { commit, message, files } = published;
    const breath = createBreath();
    if (commit !== null) {
      const made = { id: commit, parent: follower.head, at: now, author, message, files };
      history.record({ ...made, records: recordsIn(planned) });
    }
    await breath();
    for (const { path, record } of updates) {
      const stats = record && lstatSync(join(repo.root, path), { throwIfNoEntry: false });
      if (record && stats) cache.set(toKnownFile(record, toRecordValue(record, now)), stats);
      else cache.drop(path);
      await breath();
    }
    // Nobody else changes what is served before it is told of: that is done in the write queue only.
    if (commit !== null) follower.advance(commit);
    const changes = store.apply(updates);
    await durable;
    announcements.announce(changes, { commit, origin: 'write' });
    return changes;
  };
}

/** The records by the paths that they have, and had where no other has come in their place. */
function recordsIn(changes: readonly Change[]): ReadonlyMap<string, string> {
  const entries = [...changes.map(({ before }) => before), ...changes.map(({ after }) => after)];
  return new Map(
    entries.flatMap((entry) => (entry ? [[entry.path, recordName(entry.kind, entry.id, entry.path)] as const] : [])),
  );
}
