import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectId } from '../../../src/git/format/object.ts';
import { MODE, serialiseTree } from '../../../src/git/format/tree.ts';
import { UnreadableObject } from '../../../src/git/objects/unreadableObject.ts';
import { diffTrees } from '../../../src/git/read/treeDiff.ts';

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
    const refused = diffTrees(readTree, null, id, 1000);
    await expect(refused).rejects.toThrow(UnreadableObject);
    await expect(refused).rejects.toMatchObject({ reason: 'large' });
    expect(reads()).toBeLessThan(1000);
  });
});
