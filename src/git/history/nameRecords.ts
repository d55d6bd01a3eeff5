import { compareText } from '../../lib/text/compareText.ts';
import { QUIRE } from '../format/commit.ts';
import { exactTime, readCommitMessage } from '../format/commitMessage.ts';
import type { FileDiff } from '../format/tree.ts';
import type { ReadBlobs } from '../read/readBlobs.ts';
import type { CommittedVersion, HistoryCommit } from './historyCommit.ts';
import type { LoggedCommit } from './historyLog.ts';

/** A record as its file names it. */
export interface FileName {
  readonly record: string;
  /** Whether the file gives the name itself; else the path does, and another file may get the name once this one is gone. */
  readonly isGiven: boolean;
}

/** The record that a blob holds at a path; undefined if that is not known. */
export type FindName = (path: string, blob: string) => FileName | undefined;

/** Says which record a file holds: git itself knows paths, bytes and messages, nothing of content. */
export interface RecordNames {
  /** Whether there may be a record at a path. */
  mayHold(path: string): boolean;
  /** The record that these bytes hold at this path, judged by the path alone if they cannot be read (null); null for none. */
  ofFile(path: string, bytes: Uint8Array | null): FileName | null;
  /** Resolves once the files that are read anyway have been read, and names those: git need not be asked for their bytes. */
  readonly ofReadFiles?: () => Promise<FindName>;
  /** The records that trailers name, and which of them is at a path. */
  ofTrailers(values: readonly string[]): TrailerNames;
}

export interface TrailerNames {
  readonly records: readonly string[];
  at(path: string): string | undefined;
}

/** How far a commit's trailers are believed, since anybody can write them (SECURITY, 38). */
export interface Belief {
  /** Whether the commit was made here: then its trailers say which record each file holds, and the file need not be read. */
  isSealed(commit: LoggedCommit): boolean;
  /** Whether somebody has recreated a commit that was made here, with the same change and message. */
  isSealedChange(commit: LoggedCommit): boolean;
  /** Whether the commits lead to one made here before there were seals: then trailers say what was done, and by whom. */
  readonly isOld: boolean;
}

/** A commit with what its message alone says. */
interface ParsedCommit {
  readonly commit: LoggedCommit;
  readonly files: readonly NamedDiff[];
  readonly trailer: (key: string) => readonly string[];
  /** Whether its action and actor are believed. */
  readonly isBelieved: boolean;
  readonly seal: HistoryCommit['seal'];
  /** The records that it names. */
  readonly named: TrailerNames;
}

interface NamedDiff extends FileDiff {
  /** The record that its commit says it holds; undefined if the file must be read for that. */
  readonly named: string | undefined;
}

/** The most files that are read at once, and the most commits that they may be from. */
const FILES_AT_ONCE = 2_000;
const COMMITS_AT_ONCE = 2_000;

interface Naming {
  readonly names: RecordNames;
  readonly readBlobs: ReadBlobs;
  readonly belief: Belief;
}

/** Turns commits from git's log into commits for the index. */
export async function* nameRecords(
  log: AsyncIterable<LoggedCommit>,
  { names, readBlobs, belief }: Naming,
): AsyncIterable<HistoryCommit> {
  let waiting: ParsedCommit[] = [];
  let files = 0;
  for await (const commit of log) {
    const read = parseCommitTrailers(commit, names, belief);
    waiting.push(read);
    files += blobsOf(read).length;
    if (files < FILES_AT_ONCE && waiting.length < COMMITS_AT_ONCE) continue;
    yield* await nameAll(waiting, names, readBlobs);
    waiting = [];
    files = 0;
  }
  yield* await nameAll(waiting, names, readBlobs);
}

const OWN: Belief = { isSealed: () => true, isSealedChange: () => false, isOld: false };

/** A commit just made here. @param records the records in its files, by path, as far as its message does not name them */
export function nameOwn(
  commit: LoggedCommit,
  names: RecordNames,
  records: ReadonlyMap<string, string> = new Map(),
): HistoryCommit {
  const known = commit.files.flatMap((file) => {
    const named = records.get(file.path);
    return named === undefined ? [] : [{ ...file, named }];
  });
  const unknown = commit.files.filter(({ path }) => !records.has(path));
  const read = parseCommitTrailers({ ...commit, files: unknown }, names, OWN);
  return toHistoryCommit({ ...read, commit, files: [...known, ...read.files] }, () => undefined);
}

async function nameAll(
  all: readonly ParsedCommit[],
  names: RecordNames,
  readBlobs: ReadBlobs,
): Promise<readonly HistoryCommit[]> {
  const files = all.flatMap(blobsOf);
  const ofReadFile = (files.length > 0 && (await names.ofReadFiles?.())) || (() => undefined);
  const wanted = files.filter(({ path, blob }) => !ofReadFile(path, blob));
  const found = new Map<string, FileName>();
  const take = (path: string, blob: string, bytes: Uint8Array | null): void => {
    const name = names.ofFile(path, bytes);
    if (name) found.set(nameKey(path, blob), name);
  };
  const pathsOf = new Map<string, Set<string>>();
  for (const { path, blob } of wanted) pathsOf.set(blob, (pathsOf.get(blob) ?? new Set()).add(path));
  const unread = new Set(pathsOf.keys());
  // One commit may hold a whole site: its bytes are never in memory all at once.
  await readBlobs(unread, (blob, bytes) => {
    unread.delete(blob);
    for (const path of pathsOf.get(blob)!) take(path, blob, bytes);
  });
  for (const blob of unread) for (const path of pathsOf.get(blob)!) take(path, blob, null);
  const findName: FindName = (path, blob) => ofReadFile(path, blob) ?? found.get(nameKey(path, blob));
  return all.map((read) => toHistoryCommit(read, findName));
}

function parseCommitTrailers(commit: LoggedCommit, names: RecordNames, belief: Belief): ParsedCommit {
  // A rewritten commit has another committer, and its message need not be true any more.
  const looksOwn = commit.committer.email === QUIRE.email;
  const written =
    looksOwn || commit.message.includes('\nQuire-Change: ') ? readCommitMessage(commit.message).trailers : [];
  const isOwn = looksOwn && written.length > 0 && belief.isSealed(commit);
  const isSealed = isOwn || (written.length > 0 && belief.isSealedChange(commit));
  const trailers = looksOwn || isSealed ? written : [];
  const trailer = (key: string): readonly string[] =>
    trailers.flatMap(([name, value]) => (name === key ? [value] : []));
  const change = trailer('Quire-Change').at(-1);
  const named = names.ofTrailers(trailer('Quire-Record'));
  return {
    ...{ commit, trailer, named },
    files: commit.files.flatMap((file) =>
      names.mayHold(file.path) ? [{ ...file, named: isSealed ? named.at(file.path) : undefined }] : [],
    ),
    isBelieved: isSealed || belief.isOld,
    seal: change !== undefined && isSealed ? { text: change, isCopied: !isOwn } : null,
  };
}

interface WantedBlob {
  readonly path: string;
  readonly blob: string;
}

const nameKey = (path: string, blob: string): string => `${blob} ${path}`;
const blobOf = ({ before, after }: FileDiff): string => (after ?? before)!;

/** The blobs that must be read to name a commit's records. */
const blobsOf = ({ files }: ParsedCommit): readonly WantedBlob[] =>
  files.flatMap((file) => (file.named === undefined ? [{ path: file.path, blob: blobOf(file) }] : []));

function toHistoryCommit(read: ParsedCommit, findName: FindName): HistoryCommit {
  const { commit, isBelieved, trailer } = read;
  const versions = (commit.files.length > 0 ? nameFileVersions(read, findName) : versionsWithoutFiles(read)).toSorted(
    (a, b) => compareText(a.record, b.record) || compareText(a.path ?? '', b.path ?? ''),
  );
  const claim = (key: string): string | null => (isBelieved && trailer(key).at(-1)) || null;
  return {
    id: commit.id,
    parents: commit.parents,
    at: exactTime(commit.seconds * 1000, trailer('Quire-Time').at(-1)),
    author: commit.author,
    action: claim('Quire-Action'),
    actor: claim('Quire-Actor'),
    seal: read.seal,
    isChange: commit.files.length > 0 || versions.length > 0,
    versions,
  };
}

/** A commit that only mentions records and leaves their files as they are cannot hide a change: it needs no seal. */
const versionsWithoutFiles = ({ named }: ParsedCommit): readonly CommittedVersion[] =>
  named.records.map((record) => ({ record, path: null, blob: null }));

/** Names every file that has changed: by the trailers of our own commits, else by its content. */
function nameFileVersions({ files }: ParsedCommit, findName: FindName): readonly CommittedVersion[] {
  const nameOf = (file: NamedDiff): FileName | undefined =>
    file.named === undefined ? findName(file.path, blobOf(file)) : { record: file.named, isGiven: true };
  const gone = files.filter(({ after }) => after === null);
  return withoutRenamed(
    files.flatMap((file): readonly CommittedVersion[] => {
      const { path, before, after } = file;
      const name = nameOf(file);
      if (!name) return [];
      const version = { record: name.record, path, blob: after };
      if (name.isGiven || before !== null) return [version];
      const source = gone.find((other) => other.before === after);
      return [{ ...version, origin: (source && nameOf(source)?.record) ?? null }];
    }),
  );
}

/** A file that is removed while its record stays has been renamed. */
function withoutRenamed(versions: readonly CommittedVersion[]): readonly CommittedVersion[] {
  const staying = new Set(versions.flatMap(({ record, blob }) => (blob === null ? [] : [record])));
  return versions.filter(({ record, blob }) => blob !== null || !staying.has(record));
}
