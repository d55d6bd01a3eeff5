import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_CODE } from '../src/fields/kinds.ts';
import { discoverRepository } from '../src/git/read/discover.ts';
import { openReadable } from '../src/git/read/readable.ts';
import { createReadRecord } from '../src/store/file/fileRecord.ts';
import { mergeCommits } from '../src/write/merge/mergeCommits.ts';
import { median, type Result, timeEach } from './measure.ts';

const ROUNDS = 9;
/** The number of pages that each side has changed; the other side has changed half of them too. */
const CHANGED = 100;

interface Branches {
  readonly dir: string;
  readonly ours: string;
  readonly theirs: string;
  /** A page that both sides have changed. */
  readonly file: string;
}

/** Merges of two branches of the site, and of one of its files by the driver. */
export async function benchMergeTrees(contentDir: string, pages: number): Promise<readonly Result[]> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-bench-merge-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--shared', contentDir, dir]);
    const files = git(dir, 'ls-files', 'pages/*.yaml').split('\n');
    const ours = branchOff(dir, files.slice(0, CHANGED), (text) => text.replace(/^title: .*/m, 'title: Ours'));
    const theirs = branchOff(dir, files.slice(CHANGED / 2, CHANGED * 1.5), withAnotherStatus);
    const branches = { dir, ours, theirs, file: files[CHANGED - 1]! };
    return [await treeRow(branches, pages), driverRow(branches)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const git = (dir: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], {
    cwd: dir,
    encoding: 'utf8',
  }).trim();

function branchOff(dir: string, files: readonly string[], change: (text: string) => string): string {
  git(dir, 'checkout', '--quiet', '--detach', 'origin/HEAD');
  for (const file of files) writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')));
  git(dir, 'commit', '--quiet', '--all', '--message', 'Edit');
  return git(dir, 'rev-parse', 'HEAD');
}

const withAnotherStatus = (text: string): string =>
  text.replace(/^status: (.*)/m, (_, status) => `status: ${status === 'draft' ? 'archived' : 'draft'}`);

/** The CPU time of the merge alone, without git's own comparison. */
async function treeRow({ dir, ours, theirs }: Branches, pages: number): Promise<Result> {
  const { objects, location } = openReadable(discoverRepository(dir)!);
  const parts = { objects, prefix: location.prefix, readRecord: createReadRecord(), code: BUILT_IN_CODE };
  const compared = await timeEach(ROUNDS, () => {
    for (const commit of [ours, theirs]) git(dir, 'diff-tree', '-r', `${ours}~`, commit);
  });
  const merged: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    const { edits, clashes } = await mergeCommits({ ours, theirs }, parts);
    const { user, system } = process.cpuUsage(before);
    merged.push((user + system) / 1000);
    if (edits.length < 0.9 * CHANGED || clashes.length > 0)
      throw new Error(`${edits.length} edits, ${clashes.length} clashes`);
  }
  return {
    what: `merge two branches of ${pages} pages, ${CHANGED} changed on each side, CPU`,
    value: median(merged),
    unit: 'ms',
    reference: { what: 'git diff-tree of both sides', value: median(compared) },
  };
}

/** Runs the driver as git starts it, in turns with a process that does nothing. */
function driverRow({ dir, ours, theirs, file }: Branches): Result {
  const versions = { base: `${ours}~`, ours, theirs };
  const write = (): void => {
    for (const [name, commit] of Object.entries(versions))
      writeFileSync(join(dir, `.${name}`), `${git(dir, 'show', `${commit}:${file}`)}\n`);
  };
  const run = (...args: readonly string[]): number => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: dir, encoding: 'utf8' });
    if (status !== 0) throw new Error(`node ended with ${status}: ${stderr}`);
    return performance.now() - start;
  };
  const main = join(import.meta.dirname, '../dist/main.js');
  const taken = Array.from({ length: ROUNDS * 3 }, () => {
    write();
    return { nothing: run('-e', '0'), driver: run(main, 'merge-driver', '.base', '.ours', '.theirs', file) };
  });
  const reference = { what: 'node -e 0', value: median(taken.map(({ nothing }) => nothing)) };
  const value = median(taken.map(({ driver, nothing }) => driver - nothing));
  return { what: 'merge one file by the driver, beyond a process that does nothing', value, unit: 'ms', reference };
}
