import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import type { RepositoryOptions } from '../../../src/git/openWriter.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { long } from '../../long.ts';
import {
  edit,
  git,
  leftovers,
  makeRepository,
  NO_TROUBLES,
  publishOn,
  removeFolders,
  request,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

const packDir = (dir: string): string => join(dir, '.git/objects/pack');
const packsOf = (dir: string): string[] => readdirSync(packDir(dir)).filter((name) => name.endsWith('.pack'));
const objectsOf = (dir: string): string[] =>
  git(dir, 'cat-file', '--batch-all-objects', '--batch-check', '--unordered').split('\n').sort();

/** Publishes this many packs of four commits each. */
async function publishPacks(dir: string, name: string, count: number, options: Partial<RepositoryOptions>) {
  const repo = await createRepository({ contentDir: dir, maxPacks: 5, ...options });
  for (let group = 0; group < count; group++) {
    const requests = [0, 1, 2, 3].map((n) => request([edit(`${name}${group}/${n}`, `${group} ${n}\n`)]));
    await repo.publish(await repo.head(), requests);
  }
  await repo.close();
  return repo;
}

describe('many packs', () => {
  it('become fewer, and nothing is lost', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 5, { maxPacks: 100 });
    const before = objectsOf(dir);
    expect(packsOf(dir)).toHaveLength(5);
    const repo = await publishPacks(dir, 'h', 1, {});
    expect(packsOf(dir).length).toBeLessThan(5);
    expect(objectsOf(dir)).toEqual(expect.arrayContaining(before));
    expect((await repo.readAt(git(dir, 'rev-parse', 'HEAD~4'), 'g3/1'))?.toString()).toBe('3 1\n');
    expect(repo.reports()).toEqual([]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('keep unreferenced objects, guarded packs and loose objects', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 4, { maxPacks: 100 });
    const orphan = git(dir, 'rev-parse', 'HEAD');
    git(dir, 'update-ref', 'refs/heads/main', 'HEAD~4');
    git(dir, 'reset', '-q', '--hard');
    git(dir, 'reflog', 'expire', '--expire=now', '--all');
    const guarded = packsOf(dir)[0]!;
    writeFileSync(join(packDir(dir), guarded.replace('.pack', '.keep')), 'mine\n');
    const loose = git(dir, 'count-objects');
    const before = objectsOf(dir);
    await publishPacks(dir, 'h', 2, {});
    expect(packsOf(dir)).toContain(guarded);
    expect(packsOf(dir).length).toBeLessThan(6);
    expect(objectsOf(dir)).toEqual(expect.arrayContaining(before));
    expect(git(dir, 'cat-file', '-t', orphan)).toBe('commit');
    expect(git(dir, 'count-objects')).toBe(loose);
    expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('leave no guard behind when the new pack cannot be put in place', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 5, { maxPacks: 100 });
    let indexes = 0;
    const rename: typeof durableFs.rename = (from, to) => {
      // The first one belongs to the write.
      if (to.endsWith('.idx') && ++indexes > 1) throw Object.assign(new Error('made to fail'), { code: 'ENOSPC' });
      durableFs.rename(from, to);
    };
    const repo = await publishPacks(dir, 'h', 1, { fs: { ...durableFs, rename } });
    expect(indexes).toBe(2);
    expect(repo.reports()).toMatchObject([{ code: 'PACKS' }]);
    expect(packsOf(dir)).toHaveLength(6);
    expect(readdirSync(packDir(dir)).filter((name) => name.endsWith('.keep'))).toEqual([]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('stay as they are if git keeps an index of them all', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 5, { maxPacks: 100 });
    git(dir, 'multi-pack-index', 'write');
    await publishPacks(dir, 'h', 1, {});
    expect(packsOf(dir)).toHaveLength(6);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });
});

describe('packs that cannot be made fewer', () => {
  it('stay as they are if somebody guards all but the last one', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 6, { maxPacks: 100 });
    const guarded = packsOf(dir);
    for (const name of guarded) writeFileSync(join(packDir(dir), name.replace('.pack', '.keep')), 'mine\n');
    const repo = await publishPacks(dir, 'h', 1, {});
    expect(packsOf(dir)).toEqual(expect.arrayContaining(guarded));
    expect(packsOf(dir)).toHaveLength(7);
    expect(repo.reports()).toEqual([]);
  });

  long.it.each(['pack', 'idx'])(
    'stay and are reported if the %s of one is damaged, and the others become fewer',
    async (extension) => {
      const dir = makeRepository({ a: 'a\n' });
      await publishPacks(dir, 'f', 1, { maxPacks: 100 });
      const [name = ''] = packsOf(dir);
      const damaged = join(packDir(dir), name.replace('.pack', `.${extension}`));
      await publishPacks(dir, 'g', 5, { maxPacks: 100 });
      const sound = readFileSync(damaged);
      chmodSync(damaged, 0o644);
      writeFileSync(damaged, Buffer.concat([sound.subarray(0, 40), Buffer.alloc(20)]));
      const repo = await publishPacks(dir, 'h', 1, {});
      const told = repo.reports().filter(({ message }) => message.includes(name.slice(0, -5)));
      expect(told.map(({ code }) => code)).toContain('PACKS');
      expect(packsOf(dir)).toContain(name);
      expect(packsOf(dir).length).toBeLessThan(6);
      writeFileSync(damaged, sound);
      const mended = await publishPacks(dir, 'i', 5, { maxPacks: 4 });
      expect(mended.reports()).toEqual([]);
      expect(packsOf(dir)).not.toContain(name);
      expect(troubles(dir)).toEqual(NO_TROUBLES);
    },
  );
});

describe('a consolidation that failed', () => {
  it('is reported until one succeeds', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 6, { maxPacks: 100 });
    let isFull = true;
    const discard = async (path: string): Promise<void> => {
      if (isFull && path.endsWith('.idx')) throw Object.assign(new Error('made to fail'), { code: 'EIO' });
      return durableFs.discard(path);
    };
    const repo = await createRepository({ contentDir: dir, maxPacks: 5, fs: { ...durableFs, discard } });
    const codes = () => repo.reports().map(({ code }) => code);
    await publishOn(repo, edit('h', 'h\n'));
    await expect.poll(codes, { timeout: 10_000 }).toEqual(['PACKS']);
    isFull = false;
    await publishOn(repo, edit('i', 'i\n'));
    await expect.poll(codes, { timeout: 10_000 }).toEqual([]);
    await repo.close();
    expect(packsOf(dir).length).toBeLessThan(6);
  });
});

describe('a consolidation that was cut short', () => {
  /** Leaves what a process that died would: the pack made from the others is beside them, and is the largest. */
  async function cutShort(): Promise<{ readonly dir: string; readonly made: string[] }> {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 6, { maxPacks: 100 });
    const before = packsOf(dir);
    cpSync(packDir(dir), `${packDir(dir)}-before`, { recursive: true });
    await publishPacks(dir, 'h', 1, {});
    const made = packsOf(dir).filter((name) => !before.includes(name));
    cpSync(`${packDir(dir)}-before`, packDir(dir), { recursive: true, force: true });
    rmSync(`${packDir(dir)}-before`, { recursive: true });
    expect(packsOf(dir)).toEqual(expect.arrayContaining([...before, ...made]));
    return { dir, made: made.toSorted((a, b) => sizeOf(dir, b) - sizeOf(dir, a)) };
  }
  const sizeOf = (dir: string, name: string): number => readFileSync(join(packDir(dir), name)).length;

  it('is finished by the next write, so that no object is kept twice', async () => {
    const { dir, made } = await cutShort();
    const before = objectsOf(dir);
    await publishPacks(dir, 'i', 1, {});
    // The last write's own pack is one more; if the old ones were still there, all but the largest would become one.
    expect(packsOf(dir)).toEqual(expect.arrayContaining(made));
    expect(packsOf(dir)).toHaveLength(made.length + 1);
    expect(objectsOf(dir)).toEqual(expect.arrayContaining(before));
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  long.it.each(['pack', 'idx'])('loses nothing if the .%s file of the new pack is damaged', async (extension) => {
    const { dir, made } = await cutShort();
    const pack = join(packDir(dir), made[0]!);
    const path = pack.replace(/pack$/, extension);
    const bytes = readFileSync(path);
    const files = [pack, pack.replace(/pack$/, 'idx')].map((file) => [file, readFileSync(file)] as const);
    for (const [file] of files) rmSync(file);
    // The last write's own pack went into the new one; a process that dies leaves the packs that it was made from.
    execFileSync('git', ['unpack-objects', '-q'], { cwd: dir, input: files[0]![1] });
    const before = objectsOf(dir);
    bytes[bytes.length >> 1]! ^= 1;
    for (const [file, content] of files) writeFileSync(file, file === path ? bytes : content);
    await publishPacks(dir, 'i', 1, {});
    for (const file of [pack, pack.replace(/pack$/, 'idx')]) rmSync(file, { force: true });
    expect(objectsOf(dir)).toEqual(expect.arrayContaining(before));
  });

  long.it('leaves no pack without an index for longer than an hour', async () => {
    const dir = makeRepository({ a: 'a\n' });
    await publishPacks(dir, 'g', 2, { maxPacks: 100 });
    const [old, fresh] = ['1', '2'].map((digit) => `pack-${digit.repeat(40)}.pack`) as [string, string];
    for (const name of [old, fresh]) writeFileSync(join(packDir(dir), name), 'PACK');
    const hours = Date.now() / 1000 - 2 * 60 * 60;
    utimesSync(join(packDir(dir), old), hours, hours);
    await publishPacks(dir, 'h', 0, {});
    expect(packsOf(dir)).toContain(fresh);
    expect(packsOf(dir)).not.toContain(old);
    expect(packsOf(dir)).toHaveLength(3);
  });
});
