import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRepository } from '../../../src/git/repository.ts';
import { stride } from '../../effort.ts';
import { runProgram } from '../../run/runProgram.ts';
import { edit, git, leftovers, makeRepository, NO_TROUBLES, removeFolders, request, troubles } from '../sandbox.ts';

afterAll(removeFolders);

const FILES = { a: 'a\n', gone: 'gone\n', 'old/name': 'same\n', f: 'f\n', 'd/x': 'x\n', z: 'z\n' };
const FIRST: readonly [string, string | null][] = [
  ['a', '2\n'],
  ['gone', null],
  ['old/name', null],
  ['new/name', 'same\n'],
  ['n/e/w', 'w\n'],
  ['f', null],
  ['f/below', 'f\n'],
  ['d/x', null],
  ['d', 'd\n'],
];
/** More commits, each of which edits a file, adds one and removes the one that the commit before added. */
const NEXT = Array.from({ length: 5 }, (_, n): readonly [string, string | null][] => [
  ['a', `${n + 3}\n`],
  [`added/${n}`, `${n}\n`],
  [n === 0 ? 'z' : `added/${n - 1}`, null],
]);

/** A separate process, from the compiled code, that publishes and kills itself: after a step, or before a change to the disk. */
const CHILD = `
const [dist, dir, commits, step, call] = process.argv.slice(1);
const { createRepository } = await import(dist + 'repository.js');
const { durableFs } = await import(dist + 'durableFs.js');
const { blobId } = await import(dist + 'blobId.js');
const { readFileSync } = await import('node:fs');
const die = () => process.kill(process.pid, 'SIGKILL');
let calls = 0;
const fs = Object.fromEntries(Object.entries(durableFs).map(([name, real]) => [name, (...args) => {
  if (++calls === Number(call)) die();
  return real(...args);
}]));
const known = new Map(JSON.parse(readFileSync(0, 'utf8')).files);
const requests = JSON.parse(commits).map((changes, at) => ({
  message: 'Commit ' + at,
  author: { name: 'Ada', email: 'ada@example.org' },
  at: new Date(0),
  edits: changes.map(([path, text]) => {
    const before = known.get(path);
    known.set(path, text);
    const id = (value) => value === null || value === undefined ? null : blobId(Buffer.from(value));
    return { path, before: id(before), bytes: text === null ? null : Buffer.from(text) };
  }),
}));
const repo = await createRepository({ contentDir: dir, fs, onStep: (done) => { if (done === Number(step)) die(); } });
await repo.publish(await repo.head(), requests);
await repo.close();
`;

const DIST = new URL('../../../dist-test/', import.meta.url).href;

interface Death {
  readonly commits: readonly (typeof FIRST)[];
  readonly step?: number;
  readonly call?: number;
}

/** Returns whether the process was killed before its end. */
function publishAndDie(dir: string, { commits, step = 0, call = 0 }: Death): boolean {
  const args = ['--input-type=module', '-e', CHILD, DIST, dir, JSON.stringify(commits), `${step}`, `${call}`];
  try {
    runProgram(process.execPath, args, { input: JSON.stringify({ files: Object.entries(FILES) }) });
    return false;
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error;
    return true;
  }
}

/** Opens the repository again; everything must be as before the publish, or as after it. */
async function expectWhole(dir: string, commits: number): Promise<'before' | 'after'> {
  const repo = await createRepository({ contentDir: dir });
  await repo.close();
  expect(repo.reports()).toEqual([]);
  expect(leftovers(join(dir, '.git'))).toEqual([]);
  expect(troubles(dir)).toEqual(NO_TROUBLES);
  const made = git(dir, 'log', '--format=%s').split('\n').length - 1;
  expect([0, commits]).toContain(made);
  return made === 0 ? 'before' : 'after';
}

/** Both sides of the ninth, which is the commit point; every step in a long run. */
const STEPS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12].filter((_, index) => index % stride(3) === 0);

describe.each([
  ['one commit', [FIRST]],
  ['six commits, in a pack', [FIRST, ...NEXT]],
])('a process killed while it publishes %s', (_, commits) => {
  it.each(STEPS)('leaves all of it or nothing after step %i', async (step) => {
    const dir = makeRepository(FILES);
    expect(publishAndDie(dir, { commits, step })).toBe(true);
    expect(await expectWhole(dir, commits.length)).toBe(step < 9 ? 'before' : 'after');
  });
});

it('leaves all or nothing wherever it is killed, and a repository that can be written', async () => {
  const outcomes = { before: 0, after: 0 };
  // Trying every call takes a minute; the steps have a test of their own.
  for (let call = 1; ; call += stride(16)) {
    const dir = makeRepository(FILES);
    if (!publishAndDie(dir, { commits: [FIRST], call })) break;
    outcomes[await expectWhole(dir, 1)]++;
    const repo = await createRepository({ contentDir: dir });
    const path = `call${call}`;
    await repo.publish(await repo.head(), [request([edit(path, 'x\n')])]);
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  }
  expect(outcomes.before).toBeGreaterThan(2);
  expect(outcomes.after).toBeGreaterThan(0);
});
