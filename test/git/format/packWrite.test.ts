import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { type NamedObject, namedObject } from '../../../src/git/format/object.ts';
import { encodePackIndex, parsePackIndex } from '../../../src/git/format/pack/packIndex.ts';
import { encodePack } from '../../../src/git/format/pack/packWrite.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { runs } from '../../effort.ts';
import { runProgram } from '../../run/runProgram.ts';
import {
  edit,
  git,
  leftovers,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  rev,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

const packDir = (dir: string): string => join(dir, '.git/objects/pack');
const packs = (dir: string): string[] =>
  existsSync(packDir(dir)) ? readdirSync(packDir(dir)).map((name) => name.replace(/^.*\./, '')) : [];
const looseObjects = (dir: string): string => git(dir, 'count-objects');

const blobs = fc.uniqueArray(fc.uint8Array({ maxLength: 300 }), { maxLength: 12, selector: String });

/** Each version is made from the one before by replacing some bytes. */
function versionsOf(first: Uint8Array, changes: readonly (readonly [number, number, Uint8Array])[]): NamedObject[] {
  const versions: NamedObject[] = [namedObject('blob', first)];
  for (const [place, length, bytes] of changes) {
    const { content, id } = versions.at(-1)!;
    const at = place % (content.length + 1);
    const next = Buffer.concat([content.subarray(0, at), bytes, content.subarray(at + length)]);
    versions.push({ ...namedObject('blob', next), base: id });
  }
  return [...new Map(versions.map((version) => [version.id, version])).values()];
}

describe('a pack', () => {
  it('has the index that git makes for it', async () => {
    const dir = makeFolder();
    await fc.assert(
      fc.asyncProperty(blobs, async (contents) => {
        const pack = await encodePack(contents.map((content) => namedObject('blob', content)));
        writeFileSync(join(dir, 'p.pack'), pack.bytes);
        runProgram('git', ['index-pack', '--strict', '-o', 'p.idx', 'p.pack'], { cwd: dir, stdio: 'ignore' });
        expect(encodePackIndex(pack).equals(readFileSync(join(dir, 'p.idx')))).toBe(true);
        runProgram('rm', ['-f', join(dir, 'p.idx')]);
      }),
      { numRuns: runs(25) },
    );
  });

  it('holds versions of one object as deltas that git can read', async () => {
    const dir = makeFolder();
    const piece = fc.uint8Array({ maxLength: 200 });
    const change = fc.tuple(fc.nat(), fc.nat({ max: 60 }), piece);
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 70_000 }),
        fc.array(change, { maxLength: 8 }),
        async (first, changes) => {
          const objects = versionsOf(first, changes);
          const pack = await encodePack(objects);
          writeFileSync(join(dir, 'p.pack'), pack.bytes);
          runProgram('git', ['index-pack', '--strict', '-o', 'p.idx', 'p.pack'], { cwd: dir, stdio: 'ignore' });
          expect(encodePackIndex(pack).equals(readFileSync(join(dir, 'p.idx')))).toBe(true);
          runProgram('rm', ['-f', join(dir, 'p.idx')]);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('stores a changed entry of a folder of 300 in a few bytes', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => createHash('sha1').update(`${i}`).digest());
    const tree = (changed: Buffer): Buffer =>
      Buffer.concat(
        ids.map((id, i) => Buffer.concat([Buffer.from(`100644 page-${i}.yaml\0`), i === 150 ? changed : id])),
      );
    const before = namedObject('tree', tree(ids[0]!));
    const after = { ...namedObject('tree', tree(ids[1]!)), base: before.id };
    const whole = (await encodePack([before])).bytes.length;
    expect((await encodePack([before, after])).bytes.length - whole).toBeLessThan(60);
  });

  it('holds objects of every type and size', async () => {
    const dir = makeFolder();
    const sizes = [0, 1, 15, 16, 2047, 2048, 70_000, 300_000];
    const objects: NamedObject[] = sizes.map((size) => namedObject('blob', Buffer.alloc(size, `${size} `)));
    objects.push(namedObject('tree', Buffer.alloc(0)));
    writeFileSync(join(dir, 'p.pack'), (await encodePack(objects)).bytes);
    git(dir, 'index-pack', '-o', 'p.idx', 'p.pack');
    const listed = git(dir, 'verify-pack', '-v', 'p.idx').split('\n').slice(0, objects.length);
    const expected = objects.map(({ id, type, content }) => `${id} ${type.padEnd(6)} ${content.length}`);
    expect(listed.map((line) => line.split(' ').slice(0, -2).join(' ')).sort()).toEqual(expected.sort());
  });

  it('may be larger than an offset of four bytes can say', () => {
    const objects = [0x1000, 0x80000000, 0x123456789].map((offset, n) => ({ id: rev(String(n)), offset, crc: n }));
    const index = parsePackIndex(encodePackIndex({ objects, checksum: Buffer.alloc(20) }));
    for (const { id, offset } of objects) expect(index.offsetOf(id)).toBe(offset);
  });
});

const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => request([edit(`d/${n}`, `${n}\n`), edit(`e/${n}`, `${n}\n`)], `Add ${n}`));

describe('publish', () => {
  it.each([1, 4])('makes one pack of %i commits', async (count) => {
    const dir = makeRepository({ a: 'a\n' });
    const before = looseObjects(dir);
    const repo = await createRepository({ contentDir: dir });
    const published = await repo.publish(await repo.head(), pages(count));
    await repo.close();
    expect(packs(dir).sort()).toEqual(['idx', 'pack']);
    expect(looseObjects(dir)).toBe(before);
    expect(git(dir, 'log', '--reverse', '--format=%H').split('\n').slice(1)).toEqual(
      published.map(({ commit }) => commit),
    );
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(leftovers(join(dir, '.git'))).toEqual([]);
  });

  it('reads what it has just packed', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const repo = await createRepository({ contentDir: dir });
    await repo.publish(await repo.head(), pages(5));
    await repo.publish(await repo.head(), [request([edit('d/1', null, '1\n')])]);
    expect((await repo.readAt((await repo.head())!, 'd/2'))?.toString()).toBe('2\n');
    await repo.close();
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('keeps its pack from a git gc that runs before the commit point', async () => {
    const dir = makeRepository({ a: 'a\n' });
    let isCollected = false;
    const repo = await createRepository({
      contentDir: dir,
      fs: {
        ...durableFs,
        link(from, path) {
          if (!path.endsWith('.lock')) return durableFs.link(from, path);
          if (!isCollected) {
            isCollected = true;
            for (const name of readdirSync(packDir(dir))) utimesSync(join(packDir(dir), name), 1, 1);
            git(dir, 'gc', '-q', '--prune=now');
          }
          durableFs.link(from, path);
        },
      },
    });
    await repo.publish(await repo.head(), pages(4));
    await repo.close();
    expect(isCollected).toBe(true);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(packs(dir)).not.toContain('keep');
  });

  it('refuses and changes nothing if somebody has removed its pack anyway', async () => {
    const dir = makeRepository({ a: 'a\n' });
    const repo = await createRepository({
      contentDir: dir,
      fs: {
        ...durableFs,
        link(from, path) {
          if (!path.endsWith('.lock')) return durableFs.link(from, path);
          runProgram('sh', ['-c', 'rm -f *.idx *.pack'], { cwd: packDir(dir) });
          durableFs.link(from, path);
        },
      },
    });
    await expect(repo.publish(await repo.head(), pages(4))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await repo.close();
    expect(packs(dir)).toEqual([]);
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });
});
