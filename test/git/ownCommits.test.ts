import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createOwnCommits } from '../../src/git/ownCommits.ts';
import { makeFolder, removeFolders } from './sandbox.ts';

afterAll(removeFolders);

const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)] as const;
const own = (commit: string) => ({ commit, heldBy: commit });

it('remembers the last commit of each branch, also when there are fewer of them than before', () => {
  const file = join(makeFolder(), 'own.json');
  const commits = createOwnCommits(file);
  commits.set('refs/heads/main', own(FIRST));
  commits.set('refs/heads/größer', own(FIRST));
  commits.set(null, own(FIRST));
  commits.set('refs/heads/main', own(SECOND));
  expect(createOwnCommits(file).all()).toEqual(commits.all());
  commits.delete('refs/heads/größer');
  commits.delete(null);
  expect(createOwnCommits(file).all()).toEqual([['refs/heads/main', own(SECOND)]]);
});

it('remembers nothing of a damaged file, and writes it anew', () => {
  const file = join(makeFolder(), 'own.json');
  for (const text of ['', '[["refs/heads/main", "', '{}', `${JSON.stringify([['refs/heads/main', FIRST]])}]]`]) {
    writeFileSync(file, text);
    const commits = createOwnCommits(file);
    expect(commits.all()).toEqual([]);
    commits.set('refs/heads/main', own(SECOND));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([['refs/heads/main', SECOND]]);
  }
});

it('fails no write where it cannot be kept', () => {
  const commits = createOwnCommits(join(makeFolder(), 'gone', 'own.json'));
  commits.set(null, own(FIRST));
  expect(commits.all()).toEqual([[null, own(FIRST)]]);
});
