import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { namedObject } from '../../../src/git/format/object.ts';
import { encodePackIndex } from '../../../src/git/format/pack/packIndex.ts';
import { encodePack, type PackFile } from '../../../src/git/format/pack/packWrite.ts';
import { mergePacks, type SourcePack } from '../../../src/git/objects/mergePacks.ts';
import { runs } from '../../effort.ts';
import { long } from '../../long.ts';
import { runProgram } from '../../run/runProgram.ts';
import { git, makeFolder, makeRepository, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

const IDENTITY = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
const packDir = (dir: string): string => join(dir, '.git/objects/pack');

/** Makes a pack of objects of the repository, as git does with these options. */
function packOf(dir: string, ids: readonly string[], ...options: readonly string[]): SourcePack {
  const out = makeFolder();
  const args = ['pack-objects', '-q', '--window=10', ...options, join(out, 'p')];
  const name = runProgram('git', args, { cwd: dir, input: `${ids.join('\n')}\n` })
    .toString()
    .trim();
  const path = join(out, `p-${name}`);
  return { bytes: readFileSync(`${path}.pack`), index: readFileSync(`${path}.idx`) };
}

/** What git reads from a repository with the merged pack and nothing else: each object with its type and size. */
function readBack(merged: PackFile): string[] {
  const dir = makeFolder();
  git(dir, 'init', '-q');
  mkdirSync(packDir(dir), { recursive: true });
  const path = join(packDir(dir), `pack-${merged.checksum.toString('hex')}`);
  writeFileSync(`${path}.pack`, merged.bytes);
  writeFileSync(`${path}.idx`, encodePackIndex(merged));
  // Inflates every object and compares it with its id.
  git(dir, 'verify-pack', `${path}.pack`);
  runProgram('git', ['index-pack', '-o', join(dir, 'made.idx'), `${path}.pack`], { cwd: dir, stdio: 'ignore' });
  expect(readFileSync(join(dir, 'made.idx')).equals(readFileSync(`${path}.idx`))).toBe(true);
  return objectsOf(dir);
}

const objectsOf = (dir: string): string[] =>
  git(dir, 'cat-file', '--batch-all-objects', '--batch-check').split('\n').sort();

/** A repository in which a folder of many files has changed with every commit. */
function makeVersions(commits: number): { readonly dir: string; readonly ids: readonly string[][] } {
  const dir = makeRepository({ a: 'a\n' });
  mkdirSync(join(dir, 'pages'));
  for (let file = 0; file < 200; file += 1) writeFileSync(join(dir, 'pages', `page-${file}`), `${file}\n`);
  git(dir, 'add', '.');
  git(dir, ...IDENTITY, 'commit', '-qm', 'all');
  const ids: string[][] = [];
  for (let number = 0; number < commits; number += 1) {
    const before = new Set(objectsOf(dir));
    writeFileSync(join(dir, 'pages', `page-${(number * 37) % 200}`), `changed ${number}\n`);
    git(dir, ...IDENTITY, 'commit', '-qam', `change ${number}`);
    ids.push(
      objectsOf(dir)
        .filter((line) => !before.has(line))
        .map((line) => line.slice(0, 40)),
    );
  }
  return { dir, ids };
}

describe('packs that are merged', () => {
  const { dir, ids } = makeVersions(60);
  const all = ids.flat();
  const wanted = objectsOf(dir).filter((line) => all.includes(line.slice(0, 40)));

  it('hold every object once, whatever deltas and objects they have in common', async () => {
    const kinds = [
      ['--delta-base-offset'],
      [],
      ['--no-reuse-delta', '--depth=3'],
      ['--index-version=1'],
      ['--depth=0'],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.subarray(all, { minLength: 1 }), fc.constantFrom(...kinds)), {
          minLength: 1,
          maxLength: 4,
        }),
        async (parts) => {
          const merged = await mergePacks(parts.map(([some, options]) => packOf(dir, some, ...options)));
          const chosen = new Set(parts.flatMap(([some]) => some));
          expect(readBack(merged)).toEqual(wanted.filter((line) => chosen.has(line.slice(0, 40))));
        },
      ),
      { numRuns: runs(15, 2) },
    );
  });

  long.it('hold the versions of a folder as deltas against one another, again and again', async () => {
    const packs = ids.map((some) => packOf(dir, some));
    const whole = packs.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const merged = await mergePacks(packs);
    expect(readBack(merged)).toEqual(wanted);
    // The first version and one more, since no chain has more than fifty deltas: some 6 KB each.
    expect(merged.bytes.length).toBeLessThan(whole / 8);
    const again = await mergePacks([
      { bytes: merged.bytes, index: encodePackIndex(merged) },
      packOf(dir, [git(dir, 'rev-parse', 'HEAD^{tree}')]),
    ]);
    expect(readBack(again)).toEqual(wanted);
    expect(again.bytes.length).toBeLessThan(merged.bytes.length + 2000);
  });

  it('deflate what a write has stored as it was', async () => {
    const tree = git(dir, 'rev-parse', 'HEAD:pages');
    const content = runProgram('git', ['cat-file', 'tree', tree], { cwd: dir });
    const pack = await encodePack([namedObject('tree', content)]);
    expect(pack.bytes.length).toBeGreaterThan(content.length);
    const merged = await mergePacks([{ bytes: pack.bytes, index: encodePackIndex(pack) }]);
    expect(readBack(merged)).toEqual([`${tree} tree ${content.length}`]);
    expect(merged.bytes.length).toBeLessThan(content.length);
  });

  it.each([1, 2])(
    'are refused if one is damaged, or its index belongs to another (index version %i)',
    async (version) => {
      const sound = packOf(dir, all, `--index-version=${version}`);
      for (const name of ['bytes', 'index'] as const) {
        for (let at = 0; at < sound[name].length; at += 197) {
          const damaged = Buffer.from(sound[name]);
          damaged[at]! ^= 0x10;
          await expect(mergePacks([{ ...sound, [name]: damaged }])).rejects.toThrow('damaged pack');
        }
      }
      const { index } = packOf(dir, all.slice(1));
      await expect(mergePacks([{ ...sound, index }])).rejects.toThrow('damaged pack');
      await expect(mergePacks([{ ...sound, bytes: Buffer.alloc(0) }])).rejects.toThrow('damaged pack');
    },
  );
});
