import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHistory } from '../../src/git/history.ts';
import type { HistoryCommit } from '../../src/git/historyState.ts';
import { findNativeGit, type NativeGit } from '../../src/git/native.ts';
import { createNativeLog, type ReadLog } from '../../src/git/nativeLog.ts';
import { createObjectLog } from '../../src/git/objectLog.ts';
import { createRepository } from '../../src/git/repository.ts';
import { ADA, AT, edit, git, makeFolder, makeRepository, removeFolders, request, rev, writeFiles } from './sandbox.ts';

afterAll(removeFolders);

let nativeGit: NativeGit | null;
beforeAll(async () => {
  nativeGit = await findNativeGit();
});

const SECONDS = (n: number): string => `2026-02-01T00:00:${String(n).padStart(2, '0')}+00:00`;

/** A developer's commit of everything, by that author at that second. */
function commitAll(dir: string, author: string, second: number, message = 'Work'): string {
  git(dir, 'add', '-A');
  git(dir, '-c', `user.name=${author}`, 'commit', '-q', '--allow-empty', `--date=${SECONDS(second)}`, '-m', message);
  return git(dir, 'rev-parse', 'HEAD');
}

async function openHistory(dir: string, how: 'native' | 'objects', cacheFile = join(makeFolder(), 'history.ndjson')) {
  const repo = await createRepository({ contentDir: dir });
  const history = await createHistory({ repo, cacheFile, nativeGit: how === 'native' ? nativeGit : null });
  return { repo, history, cacheFile };
}

async function readAll(dir: string, how: 'native' | 'objects') {
  const { repo, history } = await openHistory(dir, how);
  await history.extend(await repo.head());
  const paths = git(dir, 'ls-files', '-z', '.').split('\0').filter(Boolean);
  return Object.fromEntries(paths.map((path) => [path, history.lastChange(path)]));
}

/** The commits that changed something, each with its files sorted. */
async function listCommits(readLog: ReadLog, head: string) {
  const commits: HistoryCommit[] = [];
  for await (const commit of (await readLog(head, null)) ?? []) {
    const files = commit.files.toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (files.length > 0) commits.push({ ...commit, files });
  }
  return commits;
}

describe.each(['native', 'objects'] as const)('history read from %s', (how) => {
  it('knows the last change and the first author of each file, renamed or not', async () => {
    const dir = makeRepository();
    writeFiles(dir, { a: '1\n', old: 'same\n' });
    const first = commitAll(dir, 'Ada', 1, 'Begin\n\nQuire-Time: 2026-01-01T00:00:00.123Z');
    git(dir, 'mv', 'old', 'new');
    const second = commitAll(dir, 'Bob', 2, 'Move\n\nQuire-Time: 2026-01-02T00:00:00.456Z');
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    expect(history.lastChange('a')).toMatchObject({
      commit: first,
      at: '2026-01-01T00:00:00.123Z',
      author: 'Ada',
      firstAt: '2026-01-01T00:00:00.123Z',
    });
    expect(history.lastChange('new')).toMatchObject({
      commit: second,
      at: '2026-01-02T00:00:00.456Z',
      author: 'Ada',
      firstAt: '2026-01-01T00:00:00.123Z',
    });
    expect(history.lastChange('old')).toBeUndefined();
  });

  it("falls back to the committer's time", async () => {
    const dir = makeRepository({ a: '1\n' });
    const seconds = Number(git(dir, 'log', '-1', '--format=%ct'));
    writeFiles(dir, { a: '2\n' });
    commitAll(dir, 'Ada', 3, 'Not a time\n\nQuire-Time: soon');
    const { a } = await readAll(dir, how);
    expect(a!.firstAt).toBe(new Date(seconds * 1000).toISOString());
    expect(a!.at).toBe(new Date(Number(git(dir, 'log', '-1', '--format=%ct')) * 1000).toISOString());
  });

  it('says that what a merge brought in changed with the merge', async () => {
    const dir = makeRepository({ a: '1\n', b: '1\n' });
    git(dir, 'checkout', '-q', '-b', 'side');
    writeFiles(dir, { b: '2\n', c: 'c\n' });
    commitAll(dir, 'Side', 1);
    git(dir, 'checkout', '-q', 'main');
    writeFiles(dir, { a: '2\n' });
    const own = commitAll(dir, 'Main', 2);
    git(dir, '-c', 'user.name=Merger', 'merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    const merge = git(dir, 'rev-parse', 'HEAD');
    const all = await readAll(dir, how);
    expect([all['a']!.commit, all['b']!.commit, all['c']!.commit]).toEqual([own, merge, merge]);
    expect([all['a']!.author, all['b']!.author, all['c']!.author]).toEqual(['Dev', 'Dev', 'Merger']);
  });

  it('knows paths from the content folder only, relative to it', async () => {
    const dir = makeRepository({ 'site/content/ü/a.yaml': 'a\n', 'site/b': 'b\n' });
    const { history, repo } = await openHistory(join(dir, 'site/content'), how);
    await history.extend(await repo.head());
    expect(history.lastChange('ü/a.yaml')?.author).toBe('Dev');
    expect(history.lastChange('b')).toBeUndefined();
  });

  it('begins at the boundary of a shallow clone', async () => {
    const dir = makeRepository({ a: '1\n', b: 'b\n' });
    writeFiles(dir, { a: '2\n' });
    const tip = commitAll(dir, 'Ada', 1);
    const clone = join(makeFolder(), 'clone');
    git(dir, 'clone', '-q', '--depth=1', `file://${dir}`, clone);
    const all = await readAll(clone, how);
    expect([all['a']!.commit, all['b']!.commit]).toEqual([tip, tip]);
  });

  it('continues from its cache file, and reads again what was rewritten', async () => {
    const dir = makeRepository({ a: '1\n' });
    const { history, repo, cacheFile } = await openHistory(dir, how);
    await history.extend(await repo.head());
    await history.save();
    writeFiles(dir, { b: 'b\n' });
    commitAll(dir, 'Bob', 4);
    const again = await openHistory(dir, how, cacheFile);
    expect(again.history.lastChange('a')).toEqual(history.lastChange('a'));
    await again.history.extend(await repo.head());
    expect(again.history.lastChange('b')?.author).toBe('Bob');
    git(dir, 'commit', '-q', '--amend', '-m', 'Rewritten', '--author', 'Eve <e@example.org>');
    await again.history.extend(await repo.head());
    expect(again.history.lastChange('b')).toMatchObject({ author: 'Eve', commit: git(dir, 'rev-parse', 'HEAD') });
  });

  it('reads everything again when the cache file is damaged or of another home', async () => {
    const dir = makeRepository({ a: '1\n' });
    const { history, repo, cacheFile } = await openHistory(dir, how);
    await history.extend(await repo.head());
    await history.save();
    const other = makeRepository({ a: '1\n' });
    expect((await openHistory(other, how, cacheFile)).history.head()).toBeNull();
    const text = readFileSync(cacheFile, 'utf8');
    for (const damaged of [text.replace('"a"', '"b"'), text.slice(0, -10), text.slice(0, 30), '', '\n\n', 'null\n']) {
      writeFileSync(cacheFile, damaged);
      expect((await openHistory(dir, how, cacheFile)).history.head()).toBeNull();
    }
    appendFileSync(cacheFile, 'x');
    const again = await openHistory(dir, how, cacheFile);
    await again.history.extend(await repo.head());
    expect(again.history.lastChange('a')).toEqual(history.lastChange('a'));
  });

  it('takes in own commits as it would read them', async () => {
    const dir = makeRepository({ a: '1\n' });
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    const message = `Change\n\nQuire-Time: ${AT.toISOString()}`;
    const requests = [
      request([edit('b', 'b\n')], message),
      request([edit('b', null, 'b\n'), edit('c', 'b\n'), edit('a', '2\n', '1\n')], message),
    ];
    const reading = history.extend(await repo.head());
    for (const { commit, files } of await repo.publish(await repo.head(), requests))
      history.record(commit!, AT, ADA, files);
    await reading;
    await repo.close();
    const { history: fresh } = await openHistory(dir, how);
    await fresh.extend(await repo.head());
    expect(history.head()).toBe(fresh.head());
    for (const path of ['a', 'b', 'c']) expect(history.lastChange(path)).toEqual(fresh.lastChange(path));
    expect(history.lastChange('c')).toMatchObject({ author: ADA.name, blob: rev('b\n') });
  });

  it('answers for own commits while it is still reading older ones', async () => {
    const dir = makeRepository({ a: '1\n' });
    const { history, repo } = await openHistory(dir, how);
    const head = await repo.head();
    const [made] = await repo.publish(head, [request([edit('a', '2\n', '1\n'), edit('b', 'b\n')])]);
    const reading = Promise.all([history.extend(head), history.extend(head)]);
    history.record(made!.commit!, AT, ADA, made!.files);
    expect(history.lastChange('b')).toMatchObject({ commit: made!.commit, at: AT.toISOString(), author: ADA.name });
    await reading;
    await repo.close();
    expect(history.lastChange('b')).toMatchObject({ commit: made!.commit, author: ADA.name });
    expect(history.lastChange('a')).toMatchObject({ commit: made!.commit, author: 'Dev' });
    expect(history.head()).toBe(made!.commit);
  });

  it('knows nothing of a branch without commits', async () => {
    const { history, repo } = await openHistory(makeRepository(), how);
    await history.extend(await repo.head());
    expect(history.head()).toBeNull();
  });
});

it('gives the same answers with and without native git for any history', async () => {
  const step = fc.record({
    writes: fc.dictionary(fc.constantFrom('a', 'b', 'd/a', 'd/b', 'e/f/a'), fc.constantFrom('1\n', '2\n', '3\n'), {
      maxKeys: 3,
    }),
    removes: fc.uniqueArray(fc.constantFrom('a', 'b', 'd/a', 'd/b'), { maxLength: 2 }),
    author: fc.constantFrom('Ada', 'Bob', 'Çelik'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const dir = makeRepository({ keep: 'k\n' });
      for (const [second, { writes, removes, author }] of steps.entries()) {
        git(dir, 'rm', '-q', '-r', '--ignore-unmatch', '--', ...removes, 'nothing');
        writeFiles(dir, writes);
        commitAll(dir, author, second);
        if (second === 1) git(dir, 'branch', 'side');
      }
      if (steps.length > 2)
        git(dir, 'merge', '-q', '--no-ff', '-s', 'ours', '--allow-unrelated-histories', '-m', 'Merge', 'side');
      const repo = await createRepository({ contentDir: dir });
      const head = (await repo.head())!;
      const fromObjects = await listCommits(createObjectLog(repo), head);
      expect(await listCommits(createNativeLog(repo, nativeGit!), head)).toEqual(fromObjects);
      expect(fromObjects).not.toEqual([]);
    }),
    { numRuns: 10 },
  );
});
