import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createRepository } from '../../../src/git/repository.ts';
import { stride } from '../../effort.ts';
import { failingFs } from '../failingFs.ts';
import {
  edit,
  git,
  leftovers,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  troubles,
  writeFiles,
} from '../sandbox.ts';

afterAll(removeFolders);

/** Two branches, and what a merge of them may do to files. */
function makeBranches() {
  const dir = makeRepository({
    'content/r': 'r\n',
    a: 'a\n',
    gone: 'gone\n',
    f: 'f\n',
    'd/x': 'x\n',
    'src/app.ts': 'app\n',
    both: '1\n',
    'node_modules/old.js': 'old\n',
  });
  symlinkSync('a', join(dir, 'link'));
  symlinkSync('a', join(dir, 'leaving'));
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '-m', 'Links');
  git(dir, 'switch', '-q', '-c', 'theirs');
  git(dir, 'rm', '-q', 'gone', 'f', 'd/x', 'leaving', 'link');
  symlinkSync('both', join(dir, 'link'));
  symlinkSync('src', join(dir, 'fresh'));
  writeFiles(dir, {
    a: 'theirs\n',
    'f/below': 'f\n',
    d: 'd\n',
    'src/app.ts': 'new app\n',
    'n/e/w': 'w\n',
    both: '2\n',
    'node_modules/old.js': 'theirs\n',
    'node_modules/new.js': 'theirs\n',
  });
  git(dir, 'add', '-A');
  git(dir, 'commit', '-q', '-m', 'Theirs');
  const theirs = git(dir, 'rev-parse', 'HEAD');
  git(dir, 'switch', '-q', 'main');
  return { dir, ours: git(dir, 'rev-parse', 'HEAD'), theirs };
}

/** Brings in their branch, then makes a merge with new bytes of a file, in a process that kills itself before a change to the disk. */
const CHILD = `
const [dist, dir, theirs, call] = process.argv.slice(1);
const { createRepository } = await import(dist + 'repository.js');
const { durableFs } = await import(dist + 'durableFs.js');
const { blobId } = await import(dist + 'blobId.js');
let calls = 0;
const fs = Object.fromEntries(Object.entries(durableFs).map(([name, real]) => [name, (...args) => {
  if (++calls === Number(call)) process.kill(process.pid, 'SIGKILL');
  return real(...args);
}]));
const file = (text) => ({ mode: '100644', id: blobId(Buffer.from(text)), bytes: Buffer.from(text) });
const person = { name: 'Ada', email: 'ada@example.org' };
const merged = { edits: [{ path: 'both', before: file('2\\n'), after: file('3\\n') }], joins: [], message: 'Both', author: person, at: new Date(0) };
const repo = await createRepository({ contentDir: dir + '/content', fs });
const head = await repo.head();
const moves = [{ commit: theirs }, merged];
const staged = await repo.stage(head, moves);
const commits = await repo.move(head, moves, staged);
await commits.at(-1).durable;
await staged.release();
await repo.close();
`;
const DIST = new URL('../../../dist-test/', import.meta.url).href;

it('leaves all or nothing wherever a process that brings in the work of others is killed', async () => {
  const outcomes = new Set<boolean>();
  for (let call = 1; ; call += stride(5)) {
    const { dir, ours, theirs } = makeBranches();
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', CHILD, DIST, dir, theirs, `${call}`]);
    if (child.signal !== 'SIGKILL') {
      expect([child.status, child.stderr.toString()]).toEqual([0, '']);
      break;
    }
    const repo = await createRepository({ contentDir: join(dir, 'content') });
    expect(repo.reports(), `call ${call}`).toEqual([]);
    const isOurs = git(dir, 'rev-parse', 'HEAD') === ours;
    outcomes.add(isOurs);
    if (!isOurs) expect(git(dir, 'rev-parse', 'HEAD~1')).toBe(theirs);
    expect(troubles(dir), `call ${call}`).toEqual(NO_TROUBLES);
    await repo.publish(await repo.head(), [request([edit('next', 'x\n')])]);
    await repo.close();
    expect(leftovers(join(dir, '.git')), `call ${call}`).toEqual([]);
    expect(troubles(dir), `call ${call}`).toEqual(NO_TROUBLES);
  }
  expect(outcomes.size).toBe(2);
});

it.each(['ENOSPC', 'EACCES'])('leaves all or nothing wherever the disk says %s', async (code) => {
  for (let call = 1; ; call += stride(5)) {
    const { dir, ours, theirs } = makeBranches();
    const { fs, count } = failingFs(call, code);
    const opened = await createRepository({ contentDir: `${dir}/content`, fs }).catch(() => null);
    if (opened) {
      const staged = await opened.stage(ours, [{ commit: theirs }]).catch(() => null);
      const placed = staged && (await opened.move(ours, [{ commit: theirs }], staged).catch(() => null));
      await placed?.at(-1)?.durable.catch(() => undefined);
      await staged?.release().catch(() => undefined);
      await opened.close().catch(() => undefined);
    }
    const isOver = count.calls < call;
    // The next start cleans up whatever is left.
    const repo = await createRepository({ contentDir: join(dir, 'content') });
    await repo.close();
    expect([ours, theirs], `call ${call}`).toContain(git(dir, 'rev-parse', 'HEAD'));
    expect(troubles(dir), `call ${call}`).toEqual(NO_TROUBLES);
    // A lock that could not be removed belongs to a process that still runs: this one.
    const left = leftovers(join(dir, '.git')).filter((path) => !path.endsWith('.lock'));
    expect(left, `call ${call}`).toEqual([]);
    if (isOver) break;
  }
});
