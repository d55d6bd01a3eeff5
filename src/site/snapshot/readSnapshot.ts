import type { FileDiff } from '../../git/format/tree.ts';
import type { PastHistory } from '../../git/history/history.ts';
import { exactCommitTime } from '../../git/read/ancestry/steps.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createTurns } from '../../lib/turn/createTurns.ts';
import type { Problem } from '../../model/entry.ts';
import { type FileRecord, type FileTimes, fileRecordOf, type ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { isBroken, type KnownFile, type ReadFile } from '../../store/file/knownFile.ts';
import { isLookedAt } from '../../store/home.ts';
import type { FileUpdate, Store } from '../../store/store.ts';
import { timesIn } from '../loadContent.ts';
import { createLastGood } from '../version/lastGood.ts';
import { createReadVersion } from '../version/readVersion.ts';
import { recordName } from '../version/recordNames.ts';
import type { ReadFileVersion } from './fileVersions.ts';

export interface SnapshotSource {
  readonly repo: Pick<GitRepository, 'objects' | 'location' | 'diff'>;
  /** The live records; equal ones are shared, not kept twice. */
  readonly live: Pick<Store, 'fileAt'>;
  readonly readRecord: ReadRecord;
  readonly readFile: ReadFileVersion;
}

interface CommitToRead {
  readonly commit: string;
  readonly history: PastHistory;
}

/** How many records are taken in at a time. */
const RECORDS_PER_SLICE = 250;

/**
 * Brings a store from one commit to another by reading what differs. From null it is filled in slices, since nobody
 * reads it yet; otherwise everything changes at once.
 */
export async function readInto(
  store: Pick<Store, 'apply' | 'fileAt'>,
  from: string | null,
  { commit, history }: CommitToRead,
  source: SnapshotSource,
): Promise<void> {
  const { repo } = source;
  const differences = await repo.diff(from, commit);
  const at = exactCommitTime(await repo.objects.readCommit(commit));
  const toUpdate = createToUpdate(source, history, { createdAt: at, updatedAt: at });
  const nextTurn = createTurns();
  let updates: FileUpdate[] = [];
  const broken: FileUpdate[] = [];
  for (const difference of differences) {
    const read = toUpdate(difference);
    const update = read instanceof Promise ? await read : read;
    if (!update) continue;
    if (update.record === undefined) broken.push(update);
    else updates.push(update);
    if (from === null && updates.length === RECORDS_PER_SLICE) {
      store.apply(updates);
      updates = [];
    }
    const turn = nextTurn();
    if (turn) await turn;
  }
  store.apply([...updates, ...(await replaceWithLastGood(broken, { commit, store, source }))]);
}

type ToUpdate = (difference: FileDiff) => FileUpdate | null | Promise<FileUpdate | null>;

/** @param others the times of files for which git has none: a shallow clone lacks some */
function createToUpdate({ live, readFile }: SnapshotSource, history: PastHistory, others: FileTimes): ToUpdate {
  /** The live record if it is the same, so that its data is parsed only once. */
  function toRecord(known: KnownFile): FileRecord {
    const times = timesIn(history, known, () => others);
    const present = live.fileAt(known.path);
    const isSame =
      present?.rev === known.rev && present.createdAt === times.createdAt && present.updatedAt === times.updatedAt;
    return isSame ? present : fileRecordOf(known, times);
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
    const located = isLookedAt('content', path) ? locateFile('content', path) : null;
    if (!located) return null;
    if (after === null || isLink) return { path, record: null, problems: NONE };
    const file = readFile(located, path, after);
    return file instanceof Promise ? file.then(toFileUpdate) : toFileUpdate(file);
  };
}

const NONE: readonly Problem[] = Object.freeze([]);

interface LastGoodSource {
  readonly commit: string;
  readonly store: Pick<Store, 'fileAt'>;
  readonly source: SnapshotSource;
}

/** As at a start, serves broken files as they were when they could last be read. */
async function replaceWithLastGood(
  broken: readonly FileUpdate[],
  { commit, store, source: { repo, readRecord } }: LastGoodSource,
): Promise<readonly FileUpdate[]> {
  const unserved = broken.filter(({ path }) => !store.fileAt(path));
  if (unserved.length === 0) return broken;
  const findLastGood = createLastGood(
    { ...repo, head: async () => commit },
    createReadVersion(repo.objects, readRecord),
  );
  const good = new Map((await findLastGood(unserved.map(({ path }) => path))).map((record) => [record.path, record]));
  return broken.map((update) => ({ ...update, record: good.get(update.path) }));
}
