import type { FileDiff } from '../../git/format/tree.ts';
import type { PastHistory } from '../../git/history/history.ts';
import { exactCommitTime } from '../../git/read/ancestry/steps.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Problem } from '../../model/entry.ts';
import { type FileRecord, type FileTimes, fileRecordOf, type ReadRecord } from '../../store/file/fileRecord.ts';
import { locateInContent } from '../../store/file/inspectSightings.ts';
import { isBroken, type KnownFile, type ReadFile } from '../../store/file/knownFile.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { timesIn } from '../version/fileTimes.ts';
import { createLastGood } from '../version/lastGood.ts';
import { createReadVersion } from '../version/readVersion.ts';
import { recordName } from '../version/recordNames.ts';
import type { ReadFileVersion } from './fileVersions.ts';

/** What commits are read from. */
export interface CommitSource {
  readonly repo: Pick<GitRepository, 'objects' | 'location' | 'diff'>;
  /** The live records; equal ones are shared, not kept twice. All versions have the same code. */
  readonly live: Pick<Store, 'fileAt' | 'code'>;
  readonly readRecord: ReadRecord;
  readonly readFile: ReadFileVersion;
}

/** A commit to be read, and its history. */
export interface CommitToRead {
  readonly commit: string;
  readonly history: PastHistory;
}

/** How many records are taken in at a time. */
const RECORDS_PER_SLICE = 250;

/** Fills an empty store with the content of a commit, in slices, since nothing reads it yet. */
export async function fillStore(store: Pick<Store, 'apply'>, to: CommitToRead, source: CommitSource): Promise<void> {
  const broken: FileUpdate[] = [];
  let updates: FileUpdate[] = [];
  await readEach(null, to, source, (update) => {
    if (update.record === undefined) return void broken.push(update);
    updates.push(update);
    if (updates.length < RECORDS_PER_SLICE) return;
    store.apply(updates);
    updates = [];
  });
  store.apply([...updates, ...(await findLastGood(broken, to, source))]);
}

/** Reads what leads a store from its commit to one on top of that; nothing is applied yet. */
export async function readStep(
  store: Pick<Store, 'fileAt'>,
  from: string,
  to: CommitToRead,
  source: CommitSource,
): Promise<readonly FileUpdate[]> {
  const updates: FileUpdate[] = [];
  await readEach(from, to, source, (update) => updates.push(update));
  const isUnserved = ({ path, record }: FileUpdate): boolean => record === undefined && !store.fileAt(path);
  const good = await findLastGood(updates.filter(isUnserved), to, source);
  return [...updates.filter((update) => !isUnserved(update)), ...good];
}

/**
 * Reads what leads a store to any other commit; nothing is applied yet. Looks at all files, since those that are equal
 * may have other times in another history.
 */
export async function readOther(
  store: Pick<Store, 'fileAt' | 'paths' | 'broken'>,
  to: CommitToRead,
  source: CommitSource,
): Promise<readonly FileUpdate[]> {
  const updates: FileUpdate[] = [];
  await readEach(null, to, source, (update) => updates.push(update));
  const isBrokenFile = ({ record }: FileUpdate): boolean => record === undefined;
  const good = await findLastGood(updates.filter(isBrokenFile), to, source);
  const all = [...updates.filter((update) => !isBrokenFile(update)), ...good];
  const present = new Set(all.map(({ path }) => path));
  const gone = [...store.paths(), ...store.broken.keys()].filter((path) => !present.has(path));
  return [
    ...gone.map((path) => ({ path, record: null, problems: NONE })),
    ...all.filter((update) => !isServedBy(store, update)),
  ];
}

function isServedBy(
  { fileAt, broken }: Pick<Store, 'fileAt' | 'broken'>,
  { path, record, problems }: FileUpdate,
): boolean {
  const present = fileAt(path);
  if (problems.length > 0 || broken.has(path)) return false;
  return present === (record ?? undefined) || (!!present && !!record && isSameVersion(present, record));
}

const isSameVersion = (one: FileRecord, other: Pick<FileRecord, 'rev' | 'createdAt' | 'updatedAt'>): boolean =>
  one.rev === other.rev && one.createdAt === other.createdAt && one.updatedAt === other.updatedAt;

/** @param from null: reads all files */
async function readEach(
  from: string | null,
  { commit, history }: CommitToRead,
  source: CommitSource,
  take: (update: FileUpdate) => void,
): Promise<void> {
  const { repo } = source;
  const differences = await repo.diff(from, commit);
  const at = exactCommitTime(await repo.objects.readCommit(commit));
  const toUpdate = createToUpdate(source, history, { createdAt: at, updatedAt: at });
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  for (const difference of differences) {
    const read = toUpdate(difference);
    const update = read instanceof Promise ? await read : read;
    if (update) take(update);
    const turn = yieldIfBusy();
    if (turn) await turn;
  }
}

type ToUpdate = (difference: FileDiff) => FileUpdate | null | Promise<FileUpdate | null>;

/** @param others the times of files for which git has none: a shallow clone lacks some */
function createToUpdate({ live, readFile }: CommitSource, history: PastHistory, others: FileTimes): ToUpdate {
  /** The live record if it is the same, so that its data is parsed only once. */
  function toRecord(known: KnownFile): FileRecord {
    const times = timesIn(history, known, () => others);
    const present = live.fileAt(known.path);
    return present && isSameVersion(present, { rev: known.rev, ...times }) ? present : fileRecordOf(known, times);
  }

  const toFileUpdate = (file: ReadFile): FileUpdate =>
    isBroken(file)
      ? { path: file.path, record: undefined, problems: file.problems }
      : { path: file.path, record: toRecord(file), problems: NONE };

  return ({ path, after, isLink }) => {
    const present = live.fileAt(path);
    // Nearly all files are unchanged: for these not even the kind and key are computed.
    if (present?.rev === after && !isLink && history.isAlike(recordName(present.kind, present.id, path), path))
      return { path, record: present, problems: NONE };
    const located = locateInContent(path);
    if (!located) return null;
    if (after === null || isLink) return { path, record: null, problems: NONE };
    const file = readFile(located, path, after);
    return file instanceof Promise ? file.then(toFileUpdate) : toFileUpdate(file);
  };
}

const NONE: readonly Problem[] = Object.freeze([]);

/** As at a start, serves broken files as they were when they could last be read. */
async function findLastGood(
  broken: readonly FileUpdate[],
  { commit }: CommitToRead,
  { repo, readRecord }: CommitSource,
): Promise<readonly FileUpdate[]> {
  if (broken.length === 0) return broken;
  const find = createLastGood({ ...repo, head: async () => commit }, createReadVersion(repo.objects, readRecord));
  const good = new Map((await find(broken.map(({ path }) => path))).map((record) => [record.path, record]));
  return broken.map((update) => ({ ...update, record: good.get(update.path) }));
}
