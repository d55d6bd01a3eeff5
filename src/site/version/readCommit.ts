import { readCommitMessage } from '../../git/format/commitMessage.ts';
import { type FileDiff, isFileMode } from '../../git/format/tree.ts';
import type { CommitHistory } from '../../git/history/historyCommit.ts';
import { contentTree, type ReadableRepository } from '../../git/read/readable.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { Lookup } from '../../model/entry.ts';
import { conflict, invalidAt, notFound, unavailable } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { FileError } from '../../store/codec/fileError.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { mediaFileAt } from '../../store/home.ts';
import { createDecodeRecord } from '../../store/record/decodeRecords.ts';
import { createSchemaLookup, insertBody } from '../../store/record/insertBody.ts';
import type { PastRecord, RecordDiff, SiteHistory } from './past.ts';
import { recordName } from './recordNames.ts';

interface Parts {
  readonly repo: Pick<ReadableRepository, 'objects' | 'location' | 'diff' | 'head'>;
  readonly readRecord: ReadRecord;
  /** Has the schemas that decide which field the text of an old Markdown file is today. */
  readonly lookup: Pick<Lookup, 'byKey'>;
  /** The commits of the present branch. */
  commits(): Pick<CommitHistory, 'beginningWith' | 'firstVersion'>;
  isReady(): boolean;
}

/** Git accepts at least four digits. */
const COMMIT = /^[0-9a-f]{4,40}$/;
/** As many as the records that a request may name. */
const MAX_FILES = 10_000;
const ABBREVIATED = 10;

export function createReadCommit({
  repo,
  readRecord,
  lookup,
  commits,
  isReady,
}: Parts): Pick<SiteHistory, 'readCommit' | 'readBetween'> {
  const decodeRecord = createDecodeRecord(readRecord);

  function findCommit(id: string): string {
    if (!isReady()) throw unavailable('The history is still being read', 5);
    const prefix = id.toLowerCase();
    const found = COMMIT.test(prefix) ? commits().beginningWith(prefix) : [];
    if (found.length > 1) throw invalidAt(['commit'], `${found.length} commits begin with "${id}"`);
    const [commit] = found;
    if (commit === undefined) throw notFound('Commit');
    return commit;
  }

  async function readFile(path: string, rev: string, commit: string): Promise<PastRecord> {
    const located = locateFile('content', path)!;
    const bytes = await repo.objects.findBlob(rev);
    const { kind, key } = located;
    const read = bytes && (await readOr(() => decodeRecord({ located, path, bytes })));
    if (!read || !('data' in read))
      throw conflict(
        because('unreadableVersion', `${path} cannot be read as it was at ${commit.slice(0, ABBREVIATED)}`, {}),
        [path],
      );
    const data = insertBody({ kind, ...(read.body && { body: read.body }) }, read.data, createSchemaLookup(lookup));
    const knownSince = commits().firstVersion(recordName(kind, read.id, path))?.at;
    return { kind, key, path, rev, bytes, id: read.id, createdAt: read.createdAt, data, knownSince };
  }

  async function nowAt(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const head = paths.length > 0 ? await repo.head() : null;
    const tree = head && (await contentTree(repo, head));
    const found = new Map<string, string>();
    for (const path of tree ? paths : []) {
      const file = await findAtPath(repo.objects.readTree, tree!, path);
      if (file && isFileMode(file.mode)) found.set(path, file.id);
    }
    return found;
  }

  async function readDifference(parent: string, commit: string, isWanted?: (path: string) => boolean) {
    const all = await repo.diff(parent, commit);
    const diffs = isWanted ? all.filter(({ path }) => isWanted(path)) : all;
    if (diffs.length > MAX_FILES)
      throw invalidAt(
        ['commit'],
        because('tooManyFiles', `changed more than ${MAX_FILES} files`, { count: MAX_FILES }),
      );
    const inArea = (area: ReturnType<typeof areaOf>) => diffs.filter((diff) => areaOf(diff) === area);
    const ofMedia = inArea('media');
    const before: PastRecord[] = [];
    const after: PastRecord[] = [];
    const yieldIfBusy = createYieldIfBusy();
    for (const diff of inArea('record')) {
      if (diff.before !== null) before.push(await readFile(diff.path, diff.before, parent));
      if (diff.after !== null) after.push(await readFile(diff.path, diff.after, commit));
      await yieldIfBusy();
    }
    const now = await nowAt(ofMedia.map(({ path }) => path));
    return {
      records: pairRecords(before, after),
      mediaFiles: ofMedia.map((diff) => ({ ...diff, now: now.get(diff.path) ?? null })),
      others: inArea('other').map(({ path }) => path),
    };
  }

  return {
    async readCommit(id) {
      const commit = findCommit(id);
      const { parents, message } = await repo.objects.readCommit(commit);
      const [parent] = parents;
      if (parent === undefined)
        throw invalidAt(
          ['commit'],
          because('nothingToUndo', 'is the first commit: there is nothing before it to go back to', {}),
        );
      const difference = await readDifference(parent, commit);
      if (Object.values(difference).every((list) => list.length === 0))
        throw invalidAt(['commit'], because('nothingToUndo', 'changed nothing in the content', {}));
      return { commit, subject: readCommitMessage(message).subject, ...difference };
    },
    async readBetween(from, to, isWanted) {
      return { commit: to, subject: '', ...(await readDifference(from, to, isWanted)) };
    },
  };
}

function areaOf({ path, isLink }: FileDiff): 'record' | 'media' | 'other' {
  if (isLink) return 'other';
  if (locateFile('content', path)) return 'record';
  return mediaFileAt(path) !== null ? 'media' : 'other';
}

/** The result of `read`; undefined if the file is broken. */
async function readOr<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Pairs the versions of each record: by id, then by key. */
function pairRecords(before: readonly PastRecord[], after: readonly PastRecord[]): readonly RecordDiff[] {
  const free = new Set(after);
  const found = new Map<PastRecord, PastRecord>();
  const byId = new MultiMap<string, PastRecord>();
  const byKey = new MultiMap<string, PastRecord>();
  for (const one of after) {
    if (one.id !== undefined) byId.add(`${one.kind}/${one.id}`, one);
    byKey.add(`${one.kind} ${one.key}`, one);
  }
  const take = (one: PastRecord, candidates: readonly PastRecord[]): void => {
    const other = candidates.find((candidate) => free.has(candidate));
    if (found.has(one) || !other) return;
    found.set(one, other);
    free.delete(other);
  };
  for (const one of before) if (one.id !== undefined) take(one, byId.get(`${one.kind}/${one.id}`));
  for (const one of before) take(one, byKey.get(`${one.kind} ${one.key}`));
  return [
    ...before.map((one) => ({ before: one, after: found.get(one) ?? null })),
    ...[...free].map((one) => ({ before: null, after: one })),
  ];
}
