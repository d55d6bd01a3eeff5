import { compareText } from '../../lib/text/compareText.ts';
import { QUIRE } from '../format/commit.ts';
import { exactTime, readCommitMessage } from '../format/commitMessage.ts';
import type { FileDiff } from '../format/tree.ts';
import type { ReadBlobs } from '../read/readBlobs.ts';
import type { HistoryCommit, RecordVersion } from './historyCommit.ts';
import type { LoggedCommit } from './historyLog.ts';

/** A record as its file names it. */
export interface FileName {
  readonly record: string;
  /** Whether the file says so itself; else the name is its path's, and another file's once this one is gone. */
  readonly isGiven: boolean;
}

/** The record that a blob is at a path; undefined where that is not known. */
export type FindName = (path: string, blob: string) => FileName | undefined;

/** Tells which record a file holds: git knows paths, bytes and messages, nothing of content. */
export interface RecordNames {
  /** Whether there may be a record at a path. */
  mayHold(path: string): boolean;
  /** The record that these bytes are at this path, by the path alone where nobody can read them; null for none. */
  ofFile(path: string, bytes: Uint8Array | null): FileName | null;
  /** Finds the names of files that are read anyway, once they are: git need not be asked for their bytes. */
  readonly ofReadFiles?: () => Promise<FindName>;
  /** The records that trailers name, as it is to be found out by path which of them stands where. */
  ofTrailers(values: readonly string[]): TrailerNames;
}

export interface TrailerNames {
  readonly records: readonly string[];
  at(path: string): string | undefined;
}

/** How far a commit's trailers are believed, which anybody can write (SECURITY, 38). */
export interface Belief {
  /** Whether the commit was made here: then they say which record each of its files holds, without a look at it. */
  isSealed(commit: LoggedCommit): boolean;
  /** Whether somebody has made anew a commit that was made here, and left what it does and says. */
  isSealedChange(commit: LoggedCommit): boolean;
  /** Whether it leads to what was made here before there were seals: then they say what was done, and by whom. */
  readonly isOld: boolean;
}

/** A commit with what its message alone tells. */
interface Read {
  readonly commit: LoggedCommit;
  readonly files: readonly NamedDiff[];
  readonly trailer: (key: string) => readonly string[];
  /** Whether what it says of who did what is believed. */
  readonly isBelieved: boolean;
  readonly seal: HistoryCommit['seal'];
  /** The records that it names. */
  readonly named: TrailerNames;
}

interface NamedDiff extends FileDiff {
  /** The record that its commit says it holds; undefined where the file must be asked. */
  readonly named: string | undefined;
}

/** So many files are read at once, of so many commits. */
const FILES_AT_ONCE = 2_000;
const COMMITS_AT_ONCE = 2_000;

interface Naming {
  readonly names: RecordNames;
  readonly readBlobs: ReadBlobs;
  readonly belief: Belief;
}

/** Makes commits as the index takes them in of commits as git has them. */
export async function* nameRecords(
  log: AsyncIterable<LoggedCommit>,
  { names, readBlobs, belief }: Naming,
): AsyncIterable<HistoryCommit> {
  let waiting: Read[] = [];
  let files = 0;
  for await (const commit of log) {
    const read = readMessage(commit, names, belief);
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

/** A commit just made here. @param records what its files hold, by path, as far as its message does not say it */
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
  const read = readMessage({ ...commit, files: unknown }, names, OWN);
  return toHistoryCommit({ ...read, commit, files: [...known, ...read.files] }, () => undefined);
}

async function nameAll(
  all: readonly Read[],
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
  // One commit may hold a whole site: never all of its bytes at once.
  await readBlobs(unread, (blob, bytes) => {
    unread.delete(blob);
    for (const path of pathsOf.get(blob)!) take(path, blob, bytes);
  });
  for (const blob of unread) for (const path of pathsOf.get(blob)!) take(path, blob, null);
  const findName: FindName = (path, blob) => ofReadFile(path, blob) ?? found.get(nameKey(path, blob));
  return all.map((read) => toHistoryCommit(read, findName));
}

function readMessage(commit: LoggedCommit, names: RecordNames, belief: Belief): Read {
  // A rewritten commit has another committer: what its message says need not be true of it.
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

/** What must be read to name a commit's records. */
const blobsOf = ({ files }: Read): readonly WantedBlob[] =>
  files.flatMap((file) => (file.named === undefined ? [{ path: file.path, blob: blobOf(file) }] : []));

function toHistoryCommit(read: Read, findName: FindName): HistoryCommit {
  const { commit, isBelieved, trailer } = read;
  const versions = (commit.files.length > 0 ? versionsOf(read, findName) : versionsWithoutFiles(read)).toSorted(
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

/** What only says something of records, and leaves their files as they are, hides nothing of any: it needs no seal. */
const versionsWithoutFiles = ({ named }: Read): readonly RecordVersion[] =>
  named.records.map((record) => ({ record, path: null, blob: null }));

/** Every file that has changed is named: by the trailers of our own commits, else by what stands in it. */
function versionsOf({ files }: Read, findName: FindName): readonly RecordVersion[] {
  const nameOf = (file: NamedDiff): FileName | undefined =>
    file.named === undefined ? findName(file.path, blobOf(file)) : { record: file.named, isGiven: true };
  const gone = files.filter(({ after }) => after === null);
  return withoutRenamed(
    files.flatMap((file): readonly RecordVersion[] => {
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

/** A file that goes while its record stays has been renamed. */
function withoutRenamed(versions: readonly RecordVersion[]): readonly RecordVersion[] {
  const staying = new Set(versions.flatMap(({ record, blob }) => (blob === null ? [] : [record])));
  return versions.filter(({ record, blob }) => blob !== null || !staying.has(record));
}
