import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../lib/disk/nullIfMissing.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { createTaskQueue, type TaskQueue } from '../lib/turn/createTaskQueue.ts';
import type { Actor } from '../model/access.ts';
import { CmsError } from '../model/errors.ts';
import { because } from '../model/reason.ts';
import type { Kind } from '../model/records.ts';
import { makePrivateFolder, writePrivateFile } from '../store/privateFolder.ts';

/** What is being edited: a record that exists or a new one, in a change or in what is live. */
export interface WorkTarget {
  readonly kind: Kind;
  /** Null for a record that is not made yet. */
  readonly id: number | null;
  /** Tells apart records that are not made yet; null for others. */
  readonly key: string | null;
  /** The name of the change that the record is edited in; null outside of changes. */
  readonly change: string | null;
}

/** One person's unfinished values of a record. */
export interface UnfinishedWork extends WorkTarget {
  /** What the values are based on: the version of the record, and whatever the client needs to go on. */
  readonly base: WorkBase;
  readonly values: object;
  /** ISO 8601, UTC, with milliseconds. */
  readonly savedAt: string;
}

export interface WorkBase {
  /** The `rev` of the record's file; null for a record that is not made yet. */
  readonly rev: string | null;
  readonly values?: object | undefined;
}

/** Work without what was typed, for lists. */
export type WorkHead = Omit<UnfinishedWork, 'values' | 'base'> & { readonly base: Pick<WorkBase, 'rev'> };

type WorkOwner = Pick<Actor, 'type' | 'id'>;

/** The unfinished work of everybody; each person reaches their own alone. */
export interface UnfinishedWorkStore {
  /** Newest first. */
  list(person: WorkOwner): Promise<readonly WorkHead[]>;
  find(person: WorkOwner, place: WorkTarget): Promise<WorkHead | undefined>;
  read(person: WorkOwner, place: WorkTarget): Promise<UnfinishedWork | undefined>;
  /**
   * Keeps work unless newer work is kept already; durable when it resolves.
   *
   * @returns what is kept now
   * @throws CmsError INSUFFICIENT_STORAGE if the person keeps too much already, or the disk is full
   */
  keep(person: WorkOwner, work: UnfinishedWork): Promise<WorkHead>;
  /** Forgets work, unless it was saved after `until`. */
  forget(person: WorkOwner, place: WorkTarget, until?: string): Promise<void>;
}

interface Options {
  readonly privateDir: string;
  readonly clock: () => Date;
  /** Throws if the disk is nearly full: work must not take the room that git needs. */
  requireSpace(): void;
  onError(error: unknown): void;
}

/** How long work is kept after it was last touched (contract, section 14). */
const KEPT_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
/** So that a broken client cannot fill the disk. */
const MAX_FOR_EACH = 500;

/** What is known of one person's folder. */
interface Folder {
  readonly path: string;
  readonly inTurn: TaskQueue;
  /** By file name; read when its person first asks, or by the first sweep. */
  heads?: Map<string, WorkHead>;
}

interface WorkState {
  readonly options: Options;
  /** By the name of the folder. */
  readonly folders: Map<string, Folder>;
  /** When the old work of everybody was last removed, in milliseconds since 1970. */
  sweptAt: number;
}

export function openWork(options: Options): UnfinishedWorkStore {
  const state: WorkState = { options, folders: new Map(), sweptAt: Number.NEGATIVE_INFINITY };
  const own = <T>(person: WorkOwner, act: ActOnWork<T>): Promise<T> => {
    sweepDaily(state);
    return actInFolder(state, `${person.type}-${person.id}`, act);
  };
  return {
    list: (person) =>
      own(person, async (_, heads) => [...heads.values()].sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))),
    find: (person, place) => own(person, async (_, heads) => heads.get(workFileName(place))),
    read: (person, place) =>
      own(person, async (folder, heads) =>
        heads.has(workFileName(place)) ? readWork(join(folder, workFileName(place))) : undefined,
      ),
    keep: (person, work) =>
      own(person, (folder, heads) => {
        options.requireSpace();
        return saveWork(folder, heads, work);
      }),
    forget: (person, place, until) =>
      own(person, async (folder, heads) => {
        const found = heads.get(workFileName(place));
        if (found && (until === undefined || found.savedAt <= until))
          await removeWork(folder, heads, workFileName(place));
      }),
  };
}

/** A name that every file system takes, whatever the change and the key are called. */
const workFileName = ({ kind, id, key, change }: WorkTarget): string =>
  `${createHash('sha256')
    .update(JSON.stringify([kind, id, key, change]))
    .digest('hex')
    .slice(0, 40)}.json`;

type ActOnWork<T> = (path: string, heads: Map<string, WorkHead>) => Promise<T>;

/** Acts on the work in one folder when its turn comes; folders do not wait for each other. */
async function actInFolder<T>(state: WorkState, name: string, act: ActOnWork<T>): Promise<T> {
  const { options, folders } = state;
  const path = join(options.privateDir, 'work', name);
  const folder: Folder = folders.get(name) ?? { path, inTurn: createTaskQueue() };
  folders.set(name, folder);
  return folder.inTurn(async () => act(path, await headsIn(options, folder)));
}

async function headsIn(options: Options, folder: Folder): Promise<Map<string, WorkHead>> {
  folder.heads ??= await readWorkHeads(options, folder.path);
  await removeOld(options, folder.path, folder.heads);
  return folder.heads;
}

/** Also removes the old work of people who never come back. */
function sweepDaily(state: WorkState): void {
  const { clock, onError } = state.options;
  const now = clock().getTime();
  if (now - state.sweptAt < DAY_MS) return;
  state.sweptAt = now;
  sweep(state).catch(onError);
}

async function sweep(state: WorkState): Promise<void> {
  // Acting in a folder removes what is old in it.
  for (const name of (await nullIfMissing(readdir(join(state.options.privateDir, 'work')))) ?? [])
    await actInFolder(state, name, async () => undefined);
}

async function readWorkHeads({ onError }: Options, folder: string): Promise<Map<string, WorkHead>> {
  const heads = new Map<string, WorkHead>();
  for (const name of ((await nullIfMissing(readdir(folder))) ?? []).filter((one) => one.endsWith('.json'))) {
    try {
      heads.set(name, toWorkHead(await readWork(join(folder, name))));
    } catch (cause) {
      onError(new Error(`${join(folder, name)} cannot be read: somebody's unfinished work`, { cause }));
    }
  }
  return heads;
}

async function readWork(path: string): Promise<UnfinishedWork> {
  const work: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (!isPlainObject(work) || typeof work['savedAt'] !== 'string' || !isPlainObject(work['base']))
    throw new Error('It holds no work');
  // Only `saveWork` writes these files.
  return work as unknown as UnfinishedWork;
}

const toWorkHead = ({ values: _, base, ...place }: UnfinishedWork): WorkHead => ({ ...place, base: { rev: base.rev } });

async function saveWork(folder: string, heads: Map<string, WorkHead>, work: UnfinishedWork): Promise<WorkHead> {
  const name = workFileName(work);
  const present = heads.get(name);
  if (present && present.savedAt > work.savedAt) return present;
  if (!present && heads.size >= MAX_FOR_EACH)
    throw new CmsError(
      'INSUFFICIENT_STORAGE',
      because('tooMuchWork', 'You have too much unfinished work: save or discard some of it', {}),
    );
  if (heads.size === 0) await makePrivateFolder(folder);
  await writePrivateFile(join(folder, name), JSON.stringify(work));
  heads.set(name, toWorkHead(work));
  return toWorkHead(work);
}

async function removeWork(folder: string, heads: Map<string, WorkHead>, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  heads.delete(name);
}

async function removeOld({ clock }: Options, folder: string, heads: Map<string, WorkHead>): Promise<void> {
  const oldest = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString();
  for (const [name, { savedAt }] of heads) if (savedAt < oldest) await removeWork(folder, heads, name);
}
