import { clampTime } from '../../lib/turn/clampTime.ts';
import { cutMessage, MAX_NAME_BYTES, type Person } from '../format/commit.ts';
import type { FileDiff } from '../format/tree.ts';
import { MAX_OBJECT_BYTES } from '../objects/objects.ts';
import type { NativeGit } from '../read/native.ts';
import type { ReadableRepository } from '../read/readable.ts';
import { MAX_ENTRIES } from '../read/treeDiff.ts';
import type { LoggedCommit, ReadLog } from './historyLog.ts';

/** Id, tree, parents, committer's seconds, people, message; then the files in the raw format of git-diff-tree. */
const FORMAT = '--format=%H%x00%T%x00%P%x00%ct%x00%an%x00%ae%x00%cn%x00%ce%x00%B';
const LOG = [
  'log',
  '--reverse',
  '--date-order',
  // Every commit with its own parents, whether or not it touches the content: the table needs an unbroken graph.
  '--full-history',
  '--sparse',
  '-c',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-follow',
  '--no-relative',
  '-O/dev/null',
  '--root',
  '--ignore-submodules=none',
  '--no-show-signature',
  '--no-notes',
  '--no-color',
  '--no-mailmap',
  '--encoding=UTF-8',
  '--ignore-missing',
  FORMAT,
] as const;

/** Reads history in one pass of native git. */
export function createNativeLog({ location }: ReadableRepository, native: NativeGit): ReadLog {
  const { worktree, prefix } = location;
  const paths = ['--', ...(prefix === '' ? [] : [prefix])];
  return ({ to, after }) =>
    parseLog(native.stream([...LOG, to, ...after.map((known) => `^${known}`), ...paths], worktree), prefix);
}

const HEADER_TOKENS = 9;
/** One colon and one old version for each parent. */
const RAW = /^\n?:+((?:\d{6} )+)((?:[0-9a-f]{40} ?)+) [A-Z]+$/;
const NO_MODE = '000000';
const LINK_MODES: ReadonlySet<string> = new Set(['120000', '160000']);

type RawDiff = Omit<FileDiff, 'path'>;

/** Makes commits from NUL-separated tokens: nine for a commit's header, then two for each file (its raw line begins with a colon). */
async function* parseLog(output: AsyncIterable<Buffer>, prefix: string): AsyncIterable<LoggedCommit> {
  let header: string[] = [];
  let files: FileDiff[] = [];
  let versions: RawDiff | null = null;
  for await (const token of splitAtNul(output)) {
    if (versions) {
      if (token.startsWith(prefix)) files.push({ path: token.slice(prefix.length), ...versions });
      // A small commit can have the same folder in more places than there is memory for.
      if (files.length > MAX_ENTRIES) throw new Error('a commit differs in too many files');
      versions = null;
    } else if (header.length < HEADER_TOKENS) header.push(token);
    else {
      versions = parseRaw(token);
      if (versions || token === '') continue;
      yield toCommit(header, files);
      header = [token];
      files = [];
    }
  }
  if (header.length > 0) yield toCommit(header, files);
}

function parseRaw(token: string): RawDiff | null {
  const raw = RAW.exec(token);
  if (!raw) return null;
  const modes = raw[1]!.trim().split(' ');
  const ids = raw[2]!.trim().split(' ');
  const at = (index: number): string | null => (modes.at(index) === NO_MODE ? null : ids.at(index)!);
  return { before: at(0), after: at(-1), ...(LINK_MODES.has(modes.at(-1)!) ? { isLink: true } : {}) };
}

function toCommit(header: readonly string[], files: readonly FileDiff[]): LoggedCommit {
  const [id, tree, parents, seconds, name, email, committerName, committerEmail, message] = header;
  if (message === undefined) throw new Error('git log printed something unexpected');
  return {
    id: id!,
    tree: tree!,
    parents: parents!.split(' ').filter(Boolean),
    author: createLogPerson(name!, email!),
    committer: createLogPerson(committerName!, committerEmail!),
    seconds: clampTime(Number(seconds) * 1000) / 1000,
    message: message.length > MAX_NAME_BYTES ? cutMessage(Buffer.from(message)).toString() : message,
    files,
  };
}

const createLogPerson = (name: string, email: string): Person => ({
  name: truncateText(name, MAX_NAME_BYTES),
  email: truncateText(email, MAX_NAME_BYTES),
});

/** Cuts a text without keeping the rest in memory. */
const truncateText = (text: string, length: number): string =>
  text.length > length ? Buffer.from(text.slice(0, length)).toString() : text;

/** Longer tokens are cut: a message may be larger than memory. */
const MAX_TOKEN_BYTES = MAX_OBJECT_BYTES;

async function* splitAtNul(output: AsyncIterable<Buffer>): AsyncIterable<string> {
  let begun: Buffer[] = [];
  let size = 0;
  const take = (bytes: Buffer): void => {
    if (size < MAX_TOKEN_BYTES) begun.push(bytes);
    size += bytes.length;
  };
  for await (const chunk of output) {
    let from = 0;
    for (let nul = chunk.indexOf(0); nul >= 0; nul = chunk.indexOf(0, from)) {
      if (size === 0) yield chunk.toString('utf8', from, nul);
      else {
        take(chunk.subarray(from, nul));
        yield Buffer.concat(begun).toString('utf8', 0, Math.min(size, MAX_TOKEN_BYTES));
        begun = [];
        size = 0;
      }
      from = nul + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (size > 0) yield Buffer.concat(begun).toString('utf8', 0, MAX_TOKEN_BYTES);
}
