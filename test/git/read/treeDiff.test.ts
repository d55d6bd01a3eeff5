import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectId } from '../../../src/git/format/object.ts';
import { MODE, serialiseTree } from '../../../src/git/format/tree.ts';
import { UnreadableObject } from '../../../src/git/objects/unreadableObject.ts';
import { diffTrees } from '../../../src/git/read/treeDiff.ts';
import { countTurns } from '../../countTurns.ts';

/** A folder: the text of each file, and the folders in it. */
interface Folder {
  readonly [name: string]: string | Folder;
}

/** Trees in memory, and how many were read. */
function createTrees() {
  const trees = new Map<string, Buffer>();
  let reads = 0;
  function add(entries: Readonly<Record<string, { readonly mode: string; readonly id: string }>>): string {
    const tree = serialiseTree(Object.entries(entries).map(([name, entry]) => ({ name, ...entry })));
    const id = objectId('tree', tree);
    trees.set(id, tree);
    return id;
  }
  const addFolder = (folder: Folder): string =>
    add(
      Object.fromEntries(
        Object.entries(folder).map(([name, value]) => [
          name,
          typeof value === 'string'
            ? { mode: MODE.file, id: objectId('blob', Buffer.from(value)) }
            : { mode: MODE.folder, id: addFolder(value) },
        ]),
      ),
    );
  async function readTree(id: string): Promise<Buffer> {
    reads += 1;
    return trees.get(id)!;
  }
  return { add, addFolder, readTree, reads: () => reads };
}

function filesIn(folder: Folder, at = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(folder).flatMap(([name, value]): (readonly [string, string])[] =>
      typeof value === 'string'
        ? [[`${at}${name}`, objectId('blob', Buffer.from(value))]]
        : [...filesIn(value, `${at}${name}/`)],
    ),
  );
}

const folders: fc.Arbitrary<Folder> = fc.letrec<{ folder: Folder; entry: string | Folder }>((tie) => ({
  folder: fc.dictionary(fc.constantFrom('a', 'b', 'ö'), tie('entry'), { maxKeys: 3 }),
  entry: fc.oneof({ maxDepth: 3 }, fc.constantFrom('x', 'y'), tie('folder')),
})).folder;

describe('the difference of two trees', () => {
  it('names every file that differs, or is on one side only, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(folders, folders, async (before, after) => {
        const { addFolder, readTree } = createTrees();
        const [old, fresh] = [filesIn(before), filesIn(after)];
        const expected = [...new Set([...old.keys(), ...fresh.keys()])]
          .map((path) => ({ path, before: old.get(path) ?? null, after: fresh.get(path) ?? null }))
          .filter((one) => one.before !== one.after);
        const found = await diffTrees(readTree, addFolder(before), addFolder(after));
        const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
        expect([...found].sort(byPath)).toEqual(expected.sort(byPath));
      }),
    );
  });

  it('reads no folder that is the same on both sides', async () => {
    const { addFolder, readTree, reads } = createTrees();
    const kept = { c: { d: 'x' } };
    expect(await diffTrees(readTree, addFolder({ a: 'x', kept }), addFolder({ a: 'y', kept }))).toHaveLength(1);
    expect(reads()).toBe(2);
  });

  it('gives up where a few folders stand for more paths than could be walked', async () => {
    const { add, readTree, reads } = createTrees();
    const file = { mode: MODE.file, id: objectId('blob', Buffer.from('x')) };
    let id = add({ file });
    for (let level = 0; level < 60; level += 1) {
      const below = { mode: MODE.folder, id };
      id = add({ a: below, b: below });
    }
    const refused = diffTrees(readTree, null, id, { maxEntries: 1000 });
    await expect(refused).rejects.toThrow(UnreadableObject);
    await expect(refused).rejects.toMatchObject({ reason: 'large' });
    expect(reads()).toBeLessThan(1000);
  });

  it('gives up beyond so many differences, without reading on', async () => {
    const { addFolder, readTree, reads } = createTrees();
    const names = Array.from({ length: 20 }, (_, index) => `f${index}`);
    const folder = (text: string): Folder => Object.fromEntries(names.map((name) => [name, { file: text }]));
    const [before, after] = [addFolder(folder('x')), addFolder(folder('y'))];
    expect(await diffTrees(readTree, before, after, { maxDifferences: 40 })).toHaveLength(20);
    const first = reads();
    await expect(diffTrees(readTree, before, after, { maxDifferences: 19 })).rejects.toMatchObject({ reason: 'large' });
    expect(reads() - first).toBe(2);
  });

  it('lets others have turns within a large folder', async () => {
    const { add, readTree } = createTrees();
    const id = objectId('blob', Buffer.from('x'));
    const entries = Array.from({ length: 20_000 }, (_, index) => [`file-${index}`, { mode: MODE.file, id }] as const);
    const tree = add(Object.fromEntries(entries));
    const { turns, value } = await countTurns(() => diffTrees(readTree, null, tree));
    expect(value).toHaveLength(20_000);
    expect(turns).toBeGreaterThan(5);
  });
});
