import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeals, type Seals } from '../../../src/git/format/seals.ts';
import { createHistory, type HeadHistory } from '../../../src/git/history/history.ts';
import type { KnownChange } from '../../../src/git/history/historyCommit.ts';
import type { LoggedCommit, MadeCommit, ReadLog } from '../../../src/git/history/historyLog.ts';
import type { RecordNames } from '../../../src/git/history/nameRecords.ts';
import { createNativeLog } from '../../../src/git/history/nativeLog.ts';
import { createObjectLog } from '../../../src/git/history/objectLog.ts';
import { findNativeGit, type NativeGit } from '../../../src/git/read/native.ts';
import { createRepository, type GitRepository } from '../../../src/git/repository.ts';
import { runs } from '../../effort.ts';
import {
  ADA,
  AT,
  edit,
  type Files,
  git,
  makeFolder,
  makeRepository,
  removeFolders,
  request,
  rev,
  writeFiles,
} from '../sandbox.ts';

afterAll(removeFolders);

let nativeGit: NativeGit | null;
beforeAll(async () => {
  nativeGit = await findNativeGit();
});

/** Files that begin with `id <name>` are that record, others are named by their path. */
const names: RecordNames = {
  mayHold: (path) => !path.endsWith('.png'),
  ofFile(path, bytes) {
    const id = /^id (\w+)\n/.exec(Buffer.from(bytes ?? '').toString())?.[1];
    return { record: id ?? path, isGiven: id !== undefined };
  },
  ofTrailers: (values) => ({
    records: values.map((value) => value.split(' ')[0]!),
    at: (path) => values.find((value) => value.split(' ')[1] === path)?.split(' ')[0],
  }),
};

const SEALS = createSeals(Buffer.alloc(32, 'key'));

type How = 'native' | 'objects';

async function openHistory(
  dir: string,
  how: How,
  cacheFile = join(makeFolder(), 'history.bin'),
  using: RecordNames = names,
  seals: Seals = SEALS,
) {
  const repo = await createRepository({ contentDir: dir, seals });
  const findGit = async () => (how === 'native' ? nativeGit : null);
  const history = await createHistory({ repo, cacheFile, names: using, findGit, few: 0 });
  return { repo, history, cacheFile };
}

async function readAll(dir: string, how: How) {
  const { repo, history } = await openHistory(dir, how);
  await history.extend(await repo.head());
  return history;
}

const SECONDS = (n: number): string => `2026-02-01T00:00:${String(n).padStart(2, '0')}+00:00`;

/** A developer's commit of these files (null: removed) and all other changes, at that second. */
function commit(dir: string, files: Readonly<Record<string, string | null>>, second = 0, author = 'Dev'): string {
  for (const [path, text] of Object.entries(files))
    if (text === null) git(dir, 'rm', '-q', '--cached', '--ignore-unmatch', path);
  const gone = Object.keys(files).filter((path) => files[path] === null);
  for (const path of gone) git(dir, 'clean', '-qfd', path);
  writeFiles(dir, Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null)) as Files);
  git(dir, 'add', '-A');
  withDate(
    dir,
    second,
    'commit',
    '-q',
    '--allow-empty',
    `--author=${author} <${author.toLowerCase()}@example.org>`,
    '-m',
    'Work',
  );
  return git(dir, 'rev-parse', 'HEAD');
}

/** Runs git with a committer's date, for which there is no option. */
function withDate(dir: string, second: number, ...args: string[]): void {
  const date = SECONDS(second);
  git(dir, '-c', `alias.dated=!GIT_COMMITTER_DATE=${date} GIT_AUTHOR_DATE=${date} git`, 'dated', ...args);
}

/** The index's answer for a record, newest first: commit, path and author of each revision. */
const revisionsOf = (history: HeadHistory, record: string): readonly string[] => {
  const found = history.revisions(record);
  return Array.from({ length: found.length }, (_, index) => {
    const { commit: id, path, author } = found.at(index);
    return `${id} ${path} ${author.name}`;
  });
};

function changesOf(history: HeadHistory): readonly KnownChange[] {
  const found = history.changes();
  return Array.from({ length: found.length }, (_, index) => found.at(index));
}

/** All answers of an index, to compare two of them. */
function answersOf(history: HeadHistory, records: readonly string[], paths: readonly string[]) {
  return {
    head: history.head(),
    changes: changesOf(history).map(({ order: _, ...change }) => change),
    records: records.map((record) => [
      revisionsOf(history, record),
      history.firstVersion(record),
      paths.map((path) => [history.lastChange(record, path), history.cameAt(record, path)]),
    ]),
  };
}

describe.each(['native', 'objects'] as const)('history read from %s', (how) => {
  it('knows the last change and the first author of a record', async () => {
    const dir = makeRepository();
    const first = commit(dir, { a: 'id one\n1\n' }, 1, 'Ada');
    const second = commit(dir, { a: 'id one\n2\n', b: 'b\n' }, 2, 'Bob');
    const history = await readAll(dir, how);
    expect(history.lastChange('one', 'a')).toEqual({
      commit: second,
      at: '2026-02-01T00:00:02.000Z',
      author: { name: 'Bob', email: 'bob@example.org' },
      path: 'a',
      blob: rev('id one\n2\n'),
    });
    expect(history.changedAt('one', 'a', rev('id one\n1\n'))).toBe('2026-02-01T00:00:01.000Z');
    expect(history.changedAt('one', 'a', rev('never committed\n'))).toBeUndefined();
    expect(history.firstVersion('one')).toMatchObject({ commit: first, author: { name: 'Ada' } });
    expect(history.cameAt('one', 'a')).toBeLessThan(history.cameAt('b', 'b')!);
    expect(history.cameAt('one', 'b')).toBeUndefined();
    expect(history.lastChange('b', 'b')?.commit).toBe(second);
    expect(history.lastChange('c', 'c')).toBeUndefined();
  });

  it('takes a time that is too late for a timestamp as the latest possible', async () => {
    const dir = makeRepository();
    commit(dir, { a: 'a\n' }, 1);
    writeFiles(dir, { b: 'b\n' });
    git(dir, 'add', '-A');
    git(dir, '-c', "alias.dated=!GIT_COMMITTER_DATE='@99999999999999 +0000' git", 'dated', 'commit', '-q', '-m', 'Odd');
    const third = commit(dir, { a: '2\n' }, 2);
    const history = await readAll(dir, how);
    expect(history.lastChange('b', 'b')?.at).toBe('9999-12-31T23:59:59.999Z');
    expect(changesOf(history)[0]).toMatchObject({ commit: third, at: '2026-02-01T00:00:02.000Z' });
    expect(changesOf(history)).toHaveLength(3);
  });

  it('follows a record through renames, even with an edit or to another format', async () => {
    const dir = makeRepository();
    const ids = [
      commit(dir, { 'a.yaml': 'id one\n1\n' }, 1, 'Ada'),
      commit(dir, { 'a.yaml': null, 'b.yaml': 'id one\n1\n' }, 2, 'Bob'),
      commit(dir, { 'b.yaml': null, 'shelf/c.md': 'id one\nall of it is different\n' }, 3, 'Cem'),
    ];
    const history = await readAll(dir, how);
    expect(revisionsOf(history, 'one')).toEqual([
      `${ids[2]} shelf/c.md Cem`,
      `${ids[1]} b.yaml Bob`,
      `${ids[0]} a.yaml Ada`,
    ]);
    expect(history.firstVersion('one')?.author.name).toBe('Ada');
    expect(history.lastChange('one', 'a.yaml')?.commit).toBe(ids[0]);
  });

  it('gives a reused path to its new record, and finds the old record again by its id', async () => {
    const dir = makeRepository();
    const first = commit(dir, { a: 'id one\n' }, 1);
    const gone = commit(dir, { a: null }, 2);
    const other = commit(dir, { a: 'id two\n' }, 3);
    const back = commit(dir, { a: 'id two\n', b: 'id one\n' }, 4);
    const history = await readAll(dir, how);
    expect(revisionsOf(history, 'two')).toEqual([`${other} a Dev`]);
    expect(revisionsOf(history, 'one')).toEqual([`${back} b Dev`, `${first} a Dev`]);
    expect(changesOf(history).find((change) => change.commit === gone)?.records).toEqual(['one']);
  });

  it('follows a file without an id through a plain rename, and starts afresh for a new one at its path', async () => {
    const dir = makeRepository();
    const made = commit(dir, { old: 'same\n' }, 1, 'Ada');
    const moved = commit(dir, { old: null, new: 'same\n' }, 2, 'Bob');
    const again = commit(dir, { old: 'other\n' }, 3, 'Cem');
    const history = await readAll(dir, how);
    expect(revisionsOf(history, 'new')).toEqual([`${moved} new Bob`, `${made} old Ada`]);
    expect(history.firstVersion('new')?.author.name).toBe('Ada');
    expect(revisionsOf(history, 'old')).toEqual([`${again} old Cem`]);
  });

  it('reads no file from git whose record is already known', async () => {
    const dir = makeRepository();
    commit(dir, { a: 'id a\n1\n' });
    commit(dir, { a: 'id a\n2\n', b: 'no id\n' }, 1);
    const blobs = new Map(['a', 'b'].map((path) => [path, git(dir, 'rev-parse', `HEAD:${path}`).trim()]));
    const asked: string[] = [];
    const using: RecordNames = {
      ...names,
      ofFile(path, bytes) {
        asked.push(
          `${path} ${Buffer.from(bytes ?? '')
            .toString()
            .at(-2)}`,
        );
        return names.ofFile(path, bytes);
      },
      ofReadFiles: async () => (path, blob) =>
        blobs.get(path) === blob ? { record: path, isGiven: path === 'a' } : undefined,
    };
    const { repo, history } = await openHistory(dir, how, undefined, using);
    await history.extend(await repo.head());
    expect(asked).toEqual(['a 1']);
    const plain = await readAll(dir, how);
    const all = ['a', 'b'];
    expect(answersOf(history, all, all)).toEqual(answersOf(plain, all, all));
  });

  it('counts a change on a branch once, where it was made, and a merge only for its own changes', async () => {
    const dir = makeRepository();
    const base = commit(dir, { a: 'id a\n1\n', b: 'id b\n1\n' }, 1);
    git(dir, 'checkout', '-q', '-b', 'side');
    const side = commit(dir, { b: 'id b\n2\n', c: 'id c\n' }, 2, 'Side');
    git(dir, 'checkout', '-q', 'main');
    const main = commit(dir, { a: 'id a\n2\n' }, 3, 'Main');
    git(dir, 'merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    const history = await readAll(dir, how);
    expect(revisionsOf(history, 'a')).toEqual([`${main} a Main`, `${base} a Dev`]);
    expect(revisionsOf(history, 'b')).toEqual([`${side} b Side`, `${base} b Dev`]);
    expect(history.firstVersion('c')?.author.name).toBe('Side');
    expect(changesOf(history).map((change) => change.commit)).toEqual([main, side, base]);
    expect(history.head()).toBe(git(dir, 'rev-parse', 'HEAD'));
  });

  it('counts the merge that settles a conflict', async () => {
    const dir = makeRepository();
    commit(dir, { a: 'id a\n1\n' });
    git(dir, 'checkout', '-q', '-b', 'side');
    const side = commit(dir, { a: 'id a\nside\n' }, 1, 'Side');
    git(dir, 'checkout', '-q', 'main');
    const main = commit(dir, { a: 'id a\nmain\n' }, 2, 'Main');
    expect(() => git(dir, 'merge', '-q', 'side')).toThrow();
    const merge = commit(dir, { a: 'id a\nboth\n' }, 3, 'Merger');
    const history = await readAll(dir, how);
    expect(revisionsOf(history, 'a').slice(0, 3)).toEqual([`${merge} a Merger`, `${main} a Main`, `${side} a Side`]);
  });

  it('knows the version of a file that a merge took, though the other one is newer', async () => {
    const dir = makeRepository();
    commit(dir, { a: 'id a\n1\n' });
    git(dir, 'checkout', '-q', '-b', 'side');
    commit(dir, { a: 'id a\nside\n' }, 9, 'Side');
    git(dir, 'checkout', '-q', 'main');
    commit(dir, { a: 'id a\nmain\n' }, 2, 'Main');
    git(dir, 'merge', '-q', '-s', 'ours', '-m', 'Ours', 'side');
    const history = await readAll(dir, how);
    expect(history.changedAt('a', 'a', rev('id a\nmain\n'))).toBe('2026-02-01T00:00:02.000Z');
  });

  it('SEC-38 believes the trailers of our own commits, and of others neither who nor what nor when', async () => {
    const dir = makeRepository({ a: 'id a\n1\n' });
    const time = '2020-01-01T00:00:00.123Z';
    const message = `Change\n\nQuire-Action: page.update\nQuire-Record: x a\nQuire-Actor: user/1\nQuire-Time: ${time}`;
    writeFiles(dir, { a: 'id a\n2\n' });
    git(dir, 'commit', '-q', '-a', '-m', message);
    for (const email of ['dev@example.org', 'quire@quire.invalid']) {
      git(dir, '-c', `user.email=${email}`, 'commit', '-q', '--amend', '--no-edit');
      const forged = await readAll(dir, how);
      expect(forged.lastChange('a', 'a')?.at).toMatch(/^(?!2020).*\.000Z$/);
      expect(forged.lastChange('x', 'a')).toBeUndefined();
      expect(changesOf(forged)[0]).toMatchObject({ action: null, actor: null, records: ['a'] });
    }
    const repo = await createRepository({ contentDir: dir, seals: SEALS });
    const at = new Date(time);
    await repo.publish(await repo.head(), [
      { edits: [edit('a', 'id a\n3\n', 'id a\n2\n'), edit('b', 'id b\n')], message, author: ADA, at },
    ]);
    await repo.close();
    const own = await readAll(dir, how);
    expect(own.lastChange('x', 'a')?.at).toBe(time);
    expect(changesOf(own)[0]).toMatchObject({ action: 'page.update', actor: 'user/1', records: ['b', 'x'] });
  });

  it('SEC-38 reads everything again with another key', async () => {
    const dir = makeRepository({ a: 'id a\n' });
    const { history, repo, cacheFile } = await openHistory(dir, how);
    await history.extend(await repo.head());
    await history.save();
    expect((await openHistory(dir, how, cacheFile)).history.head()).toBe(await repo.head());
    for (const other of [
      createSeals(Buffer.alloc(32, 'other')),
      createSeals(Buffer.alloc(32, 'key'), [(await repo.head())!]),
    ])
      expect((await openHistory(dir, how, cacheFile, names, other)).history.head()).toBeNull();
    await repo.close();
  });

  it('knows only paths in the content folder, relative to it, and all commits', async () => {
    const dir = makeRepository({ 'site/content/ü/a.yaml': 'id a\n', 'site/b': 'id b\n' });
    commit(dir, { 'site/b': 'id b\n2\n' }, 1);
    const history = await readAll(join(dir, 'site/content'), how);
    expect(history.lastChange('a', 'ü/a.yaml')?.author.name).toBe('Dev');
    expect(history.lastChange('b', 'site/b')).toBeUndefined();
    expect(changesOf(history)).toHaveLength(1);
    expect(history.head()).toBe(git(dir, 'rev-parse', 'HEAD'));
  });

  it('starts at the boundary of a shallow clone, and further back once the clone is deepened', async () => {
    const dir = makeRepository();
    const first = commit(dir, { a: 'id a\n1\n', b: 'id b\n' }, 1, 'Ada');
    const tip = commit(dir, { a: 'id a\n2\n' }, 2, 'Bob');
    const clone = join(makeFolder(), 'clone');
    git(dir, 'clone', '-q', '--depth=1', `file://${dir}`, clone);
    const { history, repo } = await openHistory(clone, how);
    await history.extend(await repo.head());
    expect(revisionsOf(history, 'b')).toEqual([`${tip} b Bob`]);
    git(clone, 'fetch', '-q', '--unshallow');
    await history.extend(await repo.head());
    expect(revisionsOf(history, 'b')).toEqual([`${first} b Ada`]);
    expect(revisionsOf(history, 'a')).toEqual([`${tip} a Bob`, `${first} a Ada`]);
  });

  it('forgets rewritten commits and reads only new ones', async () => {
    const dir = makeRepository();
    const first = commit(dir, { a: 'id a\n1\n' }, 1);
    commit(dir, { b: 'id b\n1\n' }, 2);
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    withDate(dir, 5, 'commit', '-q', '--amend', '--author=Eve <e@example.org>', '-m', 'Rewritten');
    const touched = await history.extend(await repo.head());
    expect([...touched]).toEqual(['b']);
    expect(revisionsOf(history, 'b')).toEqual([`${git(dir, 'rev-parse', 'HEAD')} b Eve`]);
    expect(history.lastChange('b', 'b')?.at).toBe('2026-02-01T00:00:05.000Z');
    git(dir, 'reset', '-q', '--hard', first);
    await history.extend(first);
    expect(revisionsOf(history, 'b')).toEqual([]);
    expect(revisionsOf(history, 'a')).toEqual([`${first} a Dev`]);
  });

  it('does without the old commits after git has removed them', async () => {
    const dir = makeRepository({ a: 'id a\n1\n' });
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    git(dir, 'commit', '-q', '--amend', '-m', 'Anew');
    git(dir, 'reflog', 'expire', '--expire=now', '--all');
    git(dir, 'gc', '-q', '--prune=now');
    await history.extend(await repo.head());
    expect(revisionsOf(history, 'a')).toEqual([`${git(dir, 'rev-parse', 'HEAD')} a Dev`]);
  });

  it('continues from its cache file, unless that is damaged or of another repository', async () => {
    const dir = makeRepository({ a: 'id a\n', odd: 'id odd\n' });
    const { history, repo, cacheFile } = await openHistory(dir, how);
    await history.extend(await repo.head());
    await history.save();
    const again = await openHistory(dir, how, cacheFile);
    expect(again.history.isReady).toBe(true);
    expect(answersOf(again.history, ['a', 'odd'], ['a'])).toEqual(answersOf(history, ['a', 'odd'], ['a']));
    expect((await openHistory(makeRepository({ a: '1\n' }), how, cacheFile)).history.head()).toBeNull();
    const bytes = readFileSync(cacheFile);
    const flipped = Buffer.from(bytes);
    flipped[100]! ^= 1;
    for (const damaged of [flipped, bytes.subarray(0, -10), bytes.subarray(0, 30), '', '\n\n', 'null\n']) {
      writeFileSync(cacheFile, damaged);
      const { history: fresh } = await openHistory(dir, how, cacheFile);
      expect([fresh.head(), fresh.isReady]).toEqual([null, false]);
    }
    appendFileSync(cacheFile, 'x');
    const rebuilt = await openHistory(dir, how, cacheFile);
    await rebuilt.history.extend(await repo.head());
    expect(answersOf(rebuilt.history, ['a', 'odd'], ['a'])).toEqual(answersOf(history, ['a', 'odd'], ['a']));
  });

  it('adds our own commits as it would read them', async () => {
    const dir = makeRepository({ a: 'id a\n' });
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    const requests = [
      request([edit('b', 'id b\n')], own('b b')),
      request([edit('b', null, 'id b\n'), edit('c', 'id b\n'), edit('a', 'id a\n2\n', 'id a\n')], own('b c', 'a a')),
      request([], own('b c')),
      request([edit('a', null, 'id a\n2\n')], own('a a')),
    ];
    for (const commitMade of await publish(repo, requests)) history.record(commitMade);
    const fresh = await readAll(dir, how);
    expect(answersOf(history, ['a', 'b'], ['a', 'b', 'c'])).toEqual(answersOf(fresh, ['a', 'b'], ['a', 'b', 'c']));
    expect(revisionsOf(history, 'b')).toHaveLength(3);
    expect(history.lastChange('b', 'c')).toMatchObject({ author: ADA, at: AT.toISOString(), blob: rev('id b\n') });
    await repo.close();
  });

  it('adds our own commits even if their message does not name all of their records', async () => {
    const dir = makeRepository({ a: 'id a\n', b: 'id b\n' });
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    const swapped = [edit('a', 'id b\n', 'id a\n'), edit('b', 'id a\n', 'id b\n'), edit('c', 'id c\n')];
    const [first] = await publish(repo, [request(swapped, own('c c'))]);
    history.record({ ...first!, records: new Map(Object.entries({ a: 'b', b: 'a' })) });
    const moved = [edit('c', null, 'id c\n'), edit('d', 'id c\n')];
    const [second] = await publish(repo, [request(moved, own())]);
    history.record({ ...second!, records: new Map(Object.entries({ c: 'c', d: 'c' })) });
    const fresh = await readAll(dir, how);
    const [records, paths] = [
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
    ];
    expect(answersOf(history, records, paths)).toEqual(answersOf(fresh, records, paths));
    expect(revisionsOf(history, 'c').map((line) => line.split(' ')[1])).toEqual(['d', 'c']);
    await repo.close();
  });

  it('answers for our own commits while it is still reading older ones', async () => {
    const dir = makeRepository({ a: 'id a\n1\n' });
    const { history, repo } = await openHistory(dir, how);
    const head = await repo.head();
    const [made] = await publish(repo, [request([edit('a', 'id a\n2\n', 'id a\n1\n')], own('a a'))]);
    const reading = Promise.all([history.extend(head), history.extend(head)]);
    expect(history.isReady).toBe(false);
    history.record(made!);
    expect(history.lastChange('a', 'a')).toMatchObject({ commit: made!.id, at: AT.toISOString(), author: ADA });
    await reading;
    await repo.close();
    expect(history.head()).toBe(made!.id);
    expect(history.firstVersion('a')?.author.name).toBe('Dev');
    expect(revisionsOf(history, 'a')).toHaveLength(2);
  });

  it('knows nothing about a branch without commits, and starts with its first', async () => {
    const dir = makeRepository();
    const { history, repo } = await openHistory(dir, how);
    await history.extend(await repo.head());
    expect([history.head(), history.isReady]).toEqual([null, true]);
    const [made] = await publish(repo, [request([edit('a', 'id a\n')], own('a a'))]);
    history.record(made!);
    expect(revisionsOf(history, 'a')).toHaveLength(1);
    await repo.close();
  });

  it('is after each step the same as if it were read from scratch, whatever happens to the history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        const dir = makeRepository({ a: 'id a\n', b: 'b\n' });
        const { history, repo, cacheFile } = await openHistory(dir, how);
        await history.extend(await repo.head());
        for (const [index, one] of steps.entries()) {
          take(dir, one, index);
          await history.extend(await repo.head());
        }
        await history.save();
        const fresh = await readAll(dir, how);
        expect(answersOf(history, RECORDS, PATHS)).toEqual(answersOf(fresh, RECORDS, PATHS));
        const { history: cached } = await openHistory(dir, how, cacheFile);
        expect(answersOf(cached, RECORDS, PATHS)).toEqual(answersOf(fresh, RECORDS, PATHS));
      }),
      { numRuns: how === 'native' ? runs(20, 3) : runs(8, 2) },
    );
  });
});

const PATHS = ['a', 'b', 'd/a', 'd/b'];
const RECORDS = ['a', 'b', 'one', 'two', 'd/a', 'd/b'];

const text = fc.constantFrom('id one\n', 'id one\n2\n', 'id two\n', 'id a\n', 'no id\n', 'no id\n2\n');
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit' as const), path: fc.constantFrom(...PATHS), text }) },
  fc.record({ do: fc.constant('remove' as const), path: fc.constantFrom(...PATHS) }),
  fc.record({ do: fc.constant('move' as const), path: fc.constantFrom(...PATHS), to: fc.constantFrom(...PATHS) }),
  fc.record({ do: fc.constantFrom('amend', 'reset', 'branch', 'merge', 'revert') }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One thing that a developer does; ignores what git refuses. */
function take(dir: string, one: Step, second: number): void {
  const at = (second * 7) % 20;
  const tryTo = (...args: string[]): void => {
    try {
      git(dir, ...args);
    } catch {
      git(dir, 'reset', '-q', '--hard');
    }
  };
  if (one.do === 'commit') commit(dir, { [one.path]: one.text }, at);
  if (one.do === 'remove') commit(dir, { [one.path]: null }, at);
  if (one.do === 'move') {
    tryTo('mv', '-f', one.path, one.to);
    commit(dir, {}, at);
  }
  if (one.do === 'amend') commitAmend(dir, second);
  if (one.do === 'reset') tryTo('reset', '-q', '--hard', 'HEAD~1');
  if (one.do === 'branch') tryTo('checkout', '-q', '-B', 'side', 'HEAD~1');
  if (one.do === 'merge') {
    const other = git(dir, 'branch', '--show-current') === 'main' ? 'side' : 'main';
    tryTo('merge', '-q', '--no-ff', '-X', 'theirs', '-m', 'Merge', other);
  }
  if (one.do === 'revert') tryTo('revert', '--no-edit', 'HEAD');
}

const commitAmend = (dir: string, second: number): void =>
  withDate(dir, 30 + second, 'commit', '-q', '--amend', '--allow-empty', '-m', `Amended ${second}`);

const own = (...records: readonly string[]): string =>
  [
    'Change',
    [
      'Quire-Action: page.update',
      ...records.map((record) => `Quire-Record: ${record}`),
      `Quire-Time: ${AT.toISOString()}`,
    ].join('\n'),
  ].join('\n\n');

async function publish(repo: GitRepository, requests: readonly ReturnType<typeof request>[]): Promise<MadeCommit[]> {
  let parent = await repo.head();
  const published = await repo.publish(parent, requests);
  return published.map(({ commit: id, message, files }) => {
    const made = { id: id!, parent, at: AT, author: ADA, message, files };
    parent = id;
    return made;
  });
}

it.each([
  ['a few new commits and files without starting git', 2, 0],
  ['more commits by git', 1, 1],
  ['a commit of more files by git', 2, 1, { c: '1', d: '2' }],
] as const)('reads %s', async (_, few, starts, others: Files = {}) => {
  const dir = makeRepository();
  commit(dir, { a: 'id one\n1\n' }, 1, 'Ada');
  const repo = await createRepository({ contentDir: dir });
  let started = 0;
  const findGit = async () => {
    started++;
    return nativeGit;
  };
  const cacheFile = join(makeFolder(), 'history.bin');
  const history = await createHistory({ repo, cacheFile, names, findGit, few });
  await history.extend(await repo.head());
  started = 0;
  const last = commit(dir, { a: 'id one\n2\n', ...others }, 2, 'Bob');
  await history.extend(last);
  expect(history.lastChange('one', 'a')?.commit).toBe(last);
  expect(started).toBe(starts);
});

it('reads the same commits from any history with and without native git', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const dir = makeRepository({ a: 'id a\n', b: 'b\n' });
      for (const [index, one] of steps.entries()) take(dir, one, index);
      const repo = await createRepository({ contentDir: dir });
      const head = (await repo.head())!;
      const fromObjects = await listCommits(createObjectLog(repo), head);
      expect(await listCommits(createNativeLog(repo, nativeGit!), head)).toEqual(fromObjects);
      expect(fromObjects).not.toEqual([]);
    }),
    { numRuns: runs(10, 2) },
  );
});

/** All commits by id, each with its files sorted. */
async function listCommits(readLog: ReadLog, to: string): Promise<readonly LoggedCommit[]> {
  const commits: LoggedCommit[] = [];
  for await (const one of readLog({ to, after: [], isKnown: () => false })) {
    const files = one.files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    commits.push({ ...one, files });
  }
  return commits.sort((a, b) => (a.id < b.id ? -1 : 1));
}
