import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../src/git/durableFs.ts';
import { createRepository } from '../../src/git/repository.ts';
import { edit, git, makeRepository, NO_TROUBLES, removeFolders, request, snapshot, troubles } from './sandbox.ts';

afterAll(removeFolders);

const CALLS = Object.keys(durableFs) as (keyof DurableFs)[];
const ASYNC: ReadonlySet<string> = new Set(['writeSynced', 'syncFolder', 'discard']);

/** The real file system, whose call number `failing` fails (none: never); counts calls and fsyncs. */
function countingFs(failing: number, code = 'ENOSPC') {
  const count = { calls: 0, failed: '' };
  const wrap =
    (name: keyof DurableFs) =>
    (...args: unknown[]) => {
      if (++count.calls !== failing) return (durableFs[name] as (...all: unknown[]) => unknown)(...args);
      count.failed = `${name} ${String(args[0])}`;
      const error = Object.assign(new Error(`${code}: made to fail`), { code });
      if (ASYNC.has(name)) return Promise.reject(error);
      throw error;
    };
  return { fs: Object.fromEntries(CALLS.map((name) => [name, wrap(name)])) as unknown as DurableFs, count };
}

const FILES = { 'a/b': 'b\n', c: 'c\n', 'd/e': 'e\n' };
const EDITS = [edit('a/b', null, 'b\n'), edit('a', 'a\n'), edit('c', '2\n', 'c\n'), edit('n/e/w', 'w\n')];

async function publishWith(dir: string, fs: DurableFs) {
  const repo = await createRepository({ contentDir: dir, fs });
  const outcome = await repo.publish(await repo.head(), [request(EDITS)]).then(
    () => null,
    (error: unknown) => error,
  );
  await repo.close();
  return outcome;
}

const foldersOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.parentPath.includes('.git') && entry.name !== '.git')
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length))
    .sort();

describe('publish', () => {
  it('leaves everything as it was when any one call fails before the commit point, and nothing half done after it', async () => {
    const untouched = makeRepository(FILES);
    const [before, folders] = [snapshot(untouched), foldersOf(untouched)];
    const outcomes = { failed: 0, published: 0 };
    for (let failing = 1; ; failing++) {
      const dir = makeRepository(FILES);
      const { fs, count } = countingFs(failing);
      const error = await publishWith(dir, fs);
      if (count.failed === '') break;
      const isPublished = git(dir, 'log', '-1', '--format=%s') === 'Change something';
      outcomes[isPublished ? 'published' : 'failed']++;
      if (!isPublished) {
        expect(error, count.failed).toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
        expect(snapshot(dir), count.failed).toEqual(before);
        expect(foldersOf(dir), count.failed).toEqual(folders);
      } else expect(troubles(dir), count.failed).toEqual(NO_TROUBLES);
    }
    expect(outcomes.failed).toBeGreaterThan(25);
    expect(outcomes.published).toBeGreaterThan(3);
  });

  it('stays read-only after an input/output error', async () => {
    const dir = makeRepository(FILES);
    const { fs } = countingFs(3, 'EIO');
    const repo = await createRepository({ contentDir: dir, fs });
    const attempt = async () => repo.publish(await repo.head(), [request(EDITS)]);
    await expect(attempt()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(/until the server is restarted/),
    });
    await expect(attempt()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });
});
