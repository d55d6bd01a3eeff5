import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { plantRepository, writeFiles } from './plantRepository.ts';
import { runProgram } from './run/runProgram.ts';
import { SMALL_SITE } from './smallSite.ts';

const FILES = { ...SMALL_SITE, a: 'before the folder\n', 'a-b/c/d': '', a0: 'after it\n', 'ö/日本': 'names\n' };
const WHO = { NAME: 'A Developer', EMAIL: 'dev@example.org', DATE: '2026-01-01T00:00:00Z' };

function makeGround() {
  const folder = mkdtempSync(join(tmpdir(), 'quire-plant-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const people = Object.entries(WHO).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ]);
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: folder, ...Object.fromEntries(people) };
  const git = (dir: string, ...args: readonly string[]): string =>
    runProgram('git', args, { cwd: join(folder, dir), env, encoding: 'utf8' });
  return { folder, git };
}

it('a planted repository is sound, and the same as git makes from the same files', async () => {
  const { folder, git } = makeGround();
  const commit = await plantRepository(join(folder, 'planted'), FILES);
  writeFiles(join(folder, 'made'), FILES);
  git('made', 'init', '--quiet', '--initial-branch=main', '--template=');
  git('made', 'add', '--all');
  git('made', 'commit', '--quiet', '--message=Begin');
  for (const dir of ['planted', 'made']) {
    expect(git(dir, 'rev-parse', 'HEAD', 'main')).toBe(`${commit}\n${commit}\n`);
    expect(git(dir, 'diff-files') + git(dir, 'diff-index', '--cached', 'HEAD') + git(dir, 'fsck', '--strict')).toBe('');
    expect(git(dir, 'status', '--porcelain')).toBe('');
  }
  const [planted, made] = ['planted', 'made'].map((dir) => git(dir, 'ls-files', '--stage') + git(dir, 'reflog'));
  expect(planted).toBe(made);
  for (const file of ['HEAD', 'config', 'logs/HEAD', 'logs/refs/heads/main'])
    expect(readFileSync(join(folder, 'planted/.git', file), 'utf8')).toBe(
      readFileSync(join(folder, 'made/.git', file), 'utf8'),
    );
  expect(readdirSync(join(folder, 'planted/.git/objects'))).toEqual(['info', 'pack']);
});
