import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { discoverRepository } from '../../src/git/read/discover.ts';
import { openReadable } from '../../src/git/read/readable.ts';
import type { FoundBranch } from '../../src/proposal/branch/branches.ts';
import { findMentions } from '../../src/proposal/mentions.ts';
import { runGit } from '../git/remote/makeGitHost.ts';

/** A repository with two branches that name a file each. */
function makeBranches() {
  const dir = mkdtempSync(join(tmpdir(), 'quire-mentions-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const git = (...args: readonly string[]): string => runGit(dir, ...args);
  git('init', '--quiet', '--initial-branch=main', '--template=');
  git('commit', '--quiet', '--allow-empty', '--message=Begin');
  mkdirSync(join(dir, 'media'));
  for (const name of ['dawn', 'dusk']) {
    git('switch', '--quiet', '--create', name, 'main');
    mkdirSync(join(dir, 'media'), { recursive: true });
    writeFileSync(join(dir, `media/${name}.yaml`), `filename: ${name}.txt\n`);
    git('add', '--all');
    git('commit', '--quiet', '--message=Add');
  }
  git('switch', '--quiet', 'main');
  const location = discoverRepository(dir)!;
  const find = (sources: Readonly<Record<string, FoundBranch['source']>>) => {
    const found = Object.entries(sources).map(([name, source]) => ({ commit: git('rev-parse', name), source }));
    const repo = { ...openReadable(location), branches: { list: () => new Map() } };
    return findMentions(['dawn.txt', 'dusk.txt', 'noon.txt'], {
      repo: repo as unknown as Parameters<typeof findMentions>[1]['repo'],
      branches: { list: async () => found as unknown as readonly FoundBranch[] },
    });
  };
  const lose = (object: string): void => {
    const id = git('rev-parse', object);
    rmSync(join(dir, '.git/objects', id.slice(0, 2), id.slice(2)));
  };
  return { find, lose };
}

it('finds the file names in the media records of all changes', async () => {
  const { find } = makeBranches();
  expect(await find({ dawn: 'local', dusk: 'host' })).toEqual(new Set(['dawn.txt', 'dusk.txt']));
  expect(await find({})).toBeNull();
});

it.each(['dusk:media/dusk.yaml', 'dusk^{tree}'])('tells nothing if a change here lacks its %s', async (object) => {
  const { find, lose } = makeBranches();
  lose(object);
  await expect(find({ dawn: 'local', dusk: 'local' })).rejects.toThrow('the repository lacks');
  expect(await find({ dawn: 'local', dusk: 'host' })).toEqual(new Set(['dawn.txt']));
});
