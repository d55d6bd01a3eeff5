import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sizesByPath } from '../../../src/lib/disk/readFileSizes.ts';
import { packWalk, unpackWalk } from '../../../src/store/file/packedWalk.ts';
import { numbersOf, readStampAt } from '../../../src/store/file/stamp.ts';
import { walkAhead } from '../../../src/store/file/walkAhead.ts';
import { type Sighting, walkHome } from '../../../src/store/file/walkHome.ts';

function makeFolder(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'quire-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
  return root;
}

const PATHS = ['site.yaml', 'pages/en/a.yaml', 'pages/en/_3f/two\nlines.yaml', 'pages/ja/日本.yaml', 'notes/x.yaml'];

/** The sightings, ordered by path. */
const sorted = (sightings: Iterable<Sighting>): readonly Sighting[] =>
  [...sightings]
    .map(({ path, stamp, problem }) => ({
      path,
      ...(stamp && { stamp: readStampAt(Float64Array.from(numbersOf(stamp)), 0) }),
      ...(problem && { problem }),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

function makeSeen() {
  const root = makeFolder(...PATHS);
  symlinkSync('a.yaml', join(root, 'pages/en/link.yaml'));
  return { root, seen: sorted(walkHome(root, 'content')) };
}

it('lists files with their stamps, and everything else as a problem, in the folders of records', () => {
  const { seen } = makeSeen();
  expect(seen.map(({ path, stamp, problem }) => [path, stamp?.size ?? problem?.code])).toEqual([
    ['pages/en/_3f/two\nlines.yaml', 27],
    ['pages/en/a.yaml', 15],
    ['pages/en/link.yaml', 'NOT_A_FILE'],
    ['pages/ja/日本.yaml', 20],
    ['site.yaml', 9],
  ]);
});

it('is the same after packing', () => {
  const { root, seen } = makeSeen();
  expect(sorted(unpackWalk(packWalk(walkHome(root, 'content'))))).toEqual(seen);
});

it('is the same in another thread', async () => {
  const { root, seen } = makeSeen();
  expect(sorted(unpackWalk((await walkAhead(root).walk)!))).toEqual(seen);
});

it('finds nothing in a folder that is empty or missing', async () => {
  const root = makeFolder();
  for (const folder of [root, join(root, 'none')]) expect([...unpackWalk((await walkAhead(folder).walk)!)]).toEqual([]);
});

it('lists the sizes of files in another folder, in the same thread', async () => {
  const other = makeFolder('a.json', 'lists/en/日本.json', '.hidden/b.json');
  symlinkSync('a.json', join(other, 'link.json'));
  const { walk: walked, sizes } = walkAhead(makeFolder('site.yaml'), other);
  expect([...unpackWalk((await walked)!)]).toHaveLength(1);
  expect([...sizesByPath((await sizes)!)].sort()).toEqual([
    ['a.json', 6],
    ['lists/en/日本.json', 20],
  ]);
});

it('reports that another folder could not be read', async () => {
  const { walk: walked, sizes } = walkAhead(makeFolder('site.yaml'), join(makeFolder(), 'none'));
  expect(await walked).not.toBeNull();
  expect(await sizes).toBeNull();
  expect(await walkAhead(makeFolder()).sizes).toBeNull();
});
