import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import { stageFile } from '../../../src/git/disk/stagedFile.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { stride } from '../../effort.ts';
import { someOf } from '../../long.ts';
import {
  edit,
  git,
  leftovers,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  snapshot,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

const CALLS = Object.keys(durableFs) as (keyof DurableFs)[];
/** A long run makes every call fail, a short one every seventh. */
const STEP = stride(15);
const ASYNC: ReadonlySet<string> = new Set(['writeSynced', 'writeAhead', 'copySynced', 'sync', 'discard']);

/** The real file system, except that call number `failing` fails (none: never); counts calls and fsyncs. */
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
const ONE = [request(EDITS)];
/** Enough requests to become a pack. */
const FIVE = [...ONE, ...[0, 1, 2, 3].map((n) => request([edit(`n/${n}`, `${n}\n`)]))];

/** A staged file. */
const PHOTO = join(makeFolder(), 'photo.jpg');
writeFileSync(PHOTO, randomBytes(100_000));
const STAGED = [request([...EDITS, { path: 'files/photo.jpg', before: null, bytes: await stageFile(PHOTO) }])];

async function publishWith(dir: string, fs: DurableFs, requests = ONE) {
  const repo = await createRepository({ contentDir: dir, fs });
  const outcome = await repo.publish(await repo.head(), requests).then(
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

/** What each error of the operating system becomes. */
const CODES = {
  ENOSPC: 'INSUFFICIENT_STORAGE',
  EIO: 'SERVICE_UNAVAILABLE',
  EMFILE: 'SERVICE_UNAVAILABLE',
  EACCES: 'SERVICE_UNAVAILABLE',
} as const;
type Fault = keyof typeof CODES;

const untouched = () => {
  const dir = makeRepository(FILES);
  return { files: snapshot(dir), folders: foldersOf(dir) };
};

const FAULTS: readonly (readonly [Fault, string, typeof ONE])[] = [
  ['ENOSPC', 'one commit', ONE],
  ['ENOSPC', 'a commit with a staged file', STAGED],
  ['ENOSPC', 'a pack of five', FIVE],
  ['EIO', 'a pack of five', FIVE],
  ['EMFILE', 'one commit', ONE],
  ['EACCES', 'a pack of five', FIVE],
];

describe.each(someOf(FAULTS, 2))('any one call that fails with %s while %s is published', (code, _, requests) => {
  it('leaves everything as it was before the commit point, and nothing half done after it', async () => {
    const before = untouched();
    const outcomes = { failed: 0, published: 0 };
    for (let failing = 1; ; failing += STEP) {
      const dir = makeRepository(FILES);
      const { fs, count } = countingFs(failing, code);
      const error = await publishWith(dir, fs, requests);
      if (count.failed === '') break;
      const isPublished = git(dir, 'rev-list', '--count', 'HEAD') !== '1';
      outcomes[isPublished ? 'published' : 'failed']++;
      if (!isPublished) {
        expect(error, count.failed).toMatchObject({ code: CODES[code] });
        expect({ files: snapshot(dir), folders: foldersOf(dir) }, count.failed).toEqual(before);
        expect(leftovers(join(dir, '.git')), count.failed).toEqual([]);
      } else {
        await (await createRepository({ contentDir: dir })).close();
        expect(troubles(dir), count.failed).toEqual(NO_TROUBLES);
        // A lock and a `.keep` file name their owner, and this process is alive.
        const left = leftovers(join(dir, '.git')).filter((path) => !/\.(keep|lock)$/.test(path));
        expect(left, count.failed).toEqual([]);
      }
    }
    expect(outcomes.failed).toBeGreaterThan(25 / STEP);
    expect(outcomes.published).toBeGreaterThanOrEqual(3 / STEP);
  });
});

describe('publish', () => {
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
