import { type HistoryCommit, timeOf } from './historyState.ts';
import type { NativeGit } from './native.ts';
import type { GitRepository } from './repository.ts';

/** The commits along first parents, oldest first; null where `after` is not among them. */
export type ReadLog = (to: string, after: string | null) => Promise<AsyncIterable<HistoryCommit> | null>;

/** Id, committer's seconds, author's name, message; then the files as git-diff-tree's raw format has them. */
const FORMAT = '--format=%H%x00%ct%x00%an%x00%B';
const LOG = [
  'log',
  '--reverse',
  '--first-parent',
  '-m',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--root',
  '--full-history',
  '--ignore-submodules=none',
  '--no-show-signature',
  '--no-notes',
  '--no-color',
  '--encoding=UTF-8',
  FORMAT,
] as const;

/** Reads history by one pass of native git. */
export function createNativeLog({ location }: GitRepository, native: NativeGit): ReadLog {
  const { worktree, prefix } = location;
  const paths = prefix === '' ? [] : ['--', prefix];

  async function isFirstParent(after: string, to: string): Promise<boolean> {
    if (after === to) return true;
    const listed = await native.run(['rev-list', '--first-parent', '--boundary', `${after}..${to}`, '--'], worktree);
    return listed.toString().split('\n').includes(`-${after}`);
  }

  return async (to, after) => {
    if (after !== null && !(await isFirstParent(after, to))) return null;
    const range = after === null ? to : `${after}..${to}`;
    return parseLog(native.stream([...LOG, range, ...paths], worktree), prefix);
  };
}

const HEADER_TOKENS = 4;
const RAW = /^\n?:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]+) [A-Z]$/;

/** Makes commits of NUL-separated tokens: four of a commit's header, then two of each file (its raw line begins with a colon). */
async function* parseLog(output: AsyncIterable<Buffer>, prefix: string): AsyncIterable<HistoryCommit> {
  let header: string[] = [];
  let files: (readonly [string, string | null])[] = [];
  let blob: string | null | undefined;
  for await (const token of splitAtNul(output)) {
    if (blob !== undefined) {
      files.push([token.slice(prefix.length), blob]);
      blob = undefined;
    } else if (header.length < HEADER_TOKENS) header.push(token);
    else {
      const raw = RAW.exec(token);
      if (raw) blob = raw[1] === '000000' ? null : raw[2]!;
      else if (token !== '') {
        yield toCommit(header, files);
        header = [token];
        files = [];
      }
    }
  }
  if (header.length > 0) yield toCommit(header, files);
}

function toCommit([id, seconds, author, message]: readonly string[], files: HistoryCommit['files']): HistoryCommit {
  if (message === undefined) throw new Error('git log printed something unexpected');
  return { id: id!, at: timeOf(message, Number(seconds)), author: author!, files };
}

async function* splitAtNul(output: AsyncIterable<Buffer>): AsyncIterable<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let nul = bytes.indexOf(0); nul >= 0; nul = bytes.indexOf(0, from)) {
      yield bytes.toString('utf8', from, nul);
      from = nul + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest.toString();
}
