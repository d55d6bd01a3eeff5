import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../lib/disk/hasErrorCode.ts';
import { syncFolder } from '../lib/disk/writeFileDurably.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { oneAtATime } from '../lib/turn/oneAtATime.ts';
import type { Actor } from '../model/access.ts';
import { CmsError } from '../model/errors.ts';
import type { Kind } from '../model/records.ts';
import { writePrivateFile } from '../store/privateFolder.ts';

/** What somebody writes: a record, or one that is not made yet, in a change or in what is live. */
export interface WorkPlace {
  readonly kind: Kind;
  /** Null for a record that is not made yet. */
  readonly id: number | null;
  /** Tells apart records that are not made yet; null for others. */
  readonly key: string | null;
  /** The name of the change that the record is edited in; null outside of changes. */
  readonly change: string | null;
}

/** One person's unfinished values of a record. */
export interface Work extends WorkPlace {
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
export type WorkHead = Omit<Work, 'values' | 'base'> & { readonly base: Pick<WorkBase, 'rev'> };

type Person = Pick<Actor, 'type' | 'id'>;

/** The unfinished work of everybody; each person reaches their own alone. */
export interface WorkStore {
  /** Newest first. */
  list(person: Person): Promise<readonly WorkHead[]>;
  find(person: Person, place: WorkPlace): Promise<WorkHead | undefined>;
  read(person: Person, place: WorkPlace): Promise<Work | undefined>;
  /**
   * Keeps work unless newer work is kept already; durable when it resolves.
   *
   * @returns what is kept now
   * @throws CmsError INSUFFICIENT_STORAGE if the person keeps too much already, or the disk is full
   */
  keep(person: Person, work: Work): Promise<WorkHead>;
  /** Forgets work, unless it was saved after `until`. */
  forget(person: Person, place: WorkPlace, until?: string): Promise<void>;
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
  readonly inTurn: (act: () => Promise<unknown>) => Promise<unknown>;
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

export function openWork(options: Options): WorkStore {
  const state: WorkState = { options, folders: new Map(), sweptAt: Number.NEGATIVE_INFINITY };
  const own = <T>(person: Person, act: ActOnWork<T>): Promise<T> => {
    sweepDaily(state);
    return inFolder(state, `${person.type}-${person.id}`, act);
  };
  return {
    list: (person) =>
      own(person, async (_, heads) => [...heads.values()].sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))),
    find: (person, place) => own(person, async (_, heads) => heads.get(fileOf(place))),
    read: (person, place) =>
      own(person, async (folder, heads) =>
        heads.has(fileOf(place)) ? readWork(join(folder, fileOf(place))) : undefined,
      ),
    keep: (person, work) =>
      own(person, (folder, heads) => {
        options.requireSpace();
        return keep(folder, heads, work);
      }),
    forget: (person, place, until) =>
      own(person, async (folder, heads) => {
        const found = heads.get(fileOf(place));
        if (found && (until === undefined || found.savedAt <= until)) await remove(folder, heads, fileOf(place));
      }),
  };
}

/** A name that every file system takes, whatever the change and the key are called. */
const fileOf = ({ kind, id, key, change }: WorkPlace): string =>
  `${createHash('sha256')
    .update(JSON.stringify([kind, id, key, change]))
    .digest('hex')
    .slice(0, 40)}.json`;

type ActOnWork<T> = (path: string, heads: Map<string, WorkHead>) => Promise<T>;

/** Acts on the work in one folder when its turn comes; folders do not wait for each other. */
async function inFolder<T>(state: WorkState, name: string, act: ActOnWork<T>): Promise<T> {
  const { options, folders } = state;
  const path = join(options.privateDir, 'work', name);
  const folder: Folder = folders.get(name) ?? { path, inTurn: oneAtATime((one) => one()) };
  folders.set(name, folder);
  // What a turn answers is what its act does.
  return (await folder.inTurn(async () => act(path, await headsIn(options, folder)))) as T;
}

async function headsIn(options: Options, folder: Folder): Promise<Map<string, WorkHead>> {
  folder.heads ??= await readFolder(options, folder.path);
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
  for (const name of await namesIn(join(state.options.privateDir, 'work')))
    await inFolder(state, name, async () => undefined);
}

async function readFolder({ onError }: Options, folder: string): Promise<Map<string, WorkHead>> {
  const heads = new Map<string, WorkHead>();
  for (const name of (await namesIn(folder)).filter((one) => one.endsWith('.json'))) {
    try {
      heads.set(name, headOf(await readWork(join(folder, name))));
    } catch (cause) {
      onError(new Error(`${join(folder, name)} cannot be read: somebody's unfinished work`, { cause }));
    }
  }
  return heads;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function readWork(path: string): Promise<Work> {
  const work: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (!isPlainObject(work) || typeof work['savedAt'] !== 'string' || !isPlainObject(work['base']))
    throw new Error('It holds no work');
  // Only `keep` writes these files.
  return work as unknown as Work;
}

const headOf = ({ values: _, base, ...place }: Work): WorkHead => ({ ...place, base: { rev: base.rev } });

async function keep(folder: string, heads: Map<string, WorkHead>, work: Work): Promise<WorkHead> {
  const name = fileOf(work);
  const present = heads.get(name);
  if (present && present.savedAt > work.savedAt) return present;
  if (!present && heads.size >= MAX_FOR_EACH)
    throw new CmsError('INSUFFICIENT_STORAGE', 'You have too much unfinished work: save or discard some of it');
  if (heads.size === 0) await makeFolder(folder);
  await writePrivateFile(join(folder, name), JSON.stringify(work));
  heads.set(name, headOf(work));
  return headOf(work);
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const above of [join(folder, '..'), join(folder, '..', '..')]) await syncFolder(above);
}

async function remove(folder: string, heads: Map<string, WorkHead>, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  heads.delete(name);
}

async function removeOld({ clock }: Options, folder: string, heads: Map<string, WorkHead>): Promise<void> {
  const oldest = new Date(clock().getTime() - KEPT_DAYS * DAY_MS).toISOString();
  for (const [name, { savedAt }] of heads) if (savedAt < oldest) await remove(folder, heads, name);
}
