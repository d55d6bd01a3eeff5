import { createBreath } from '../lib/createBreath.ts';
import { unavailable } from '../model/errors.ts';
import type { FileDiff } from './repo.ts';
import { isFolderMode, parseTree, type TreeEntry } from './tree.ts';

type ReadTree = (id: string) => Promise<Buffer>;

/** Finds what stands at a path of a tree, reading only the folders on the way. */
export async function findAtPath(readTree: ReadTree, root: string, path: string): Promise<TreeEntry | null> {
  let found: TreeEntry = { mode: '40000', name: '', id: root };
  for (const name of path.split('/').filter(Boolean)) {
    if (!isFolderMode(found.mode)) return null;
    const next = parseTree(await readTree(found.id)).find((entry) => entry.name === name);
    if (!next) return null;
    found = next;
  }
  return found;
}

/** Ten files for each page of a very large site. A small commit can hold one folder in more places than could be walked. */
const MAX_ENTRIES = 1_000_000;

/**
 * The paths that differ between two trees, in no particular order; folders with equal ids are not read. Links and
 * submodules count as files.
 *
 * @throws CmsError SERVICE_UNAVAILABLE where more entries would have to be looked at than `maxEntries`
 */
export async function diffTrees(
  readTree: ReadTree,
  from: string | null,
  to: string | null,
  maxEntries = MAX_ENTRIES,
): Promise<readonly FileDiff[]> {
  const differences: FileDiff[] = [];
  const breath = createBreath();
  let left = maxEntries;

  async function entriesOf(id: string | null): Promise<readonly TreeEntry[]> {
    const entries = id === null ? [] : parseTree(await readTree(id));
    left -= entries.length;
    if (left < 0) throw unavailable(`Two commits differ in folders of more than ${maxEntries} entries`, 60);
    return entries;
  }

  async function compare(before: string | null, after: string | null, folder: string): Promise<void> {
    await breath();
    const entries = await Promise.all([entriesOf(before), entriesOf(after)]);
    for (const [name, old, fresh] of pairsOf(...entries)) {
      if (old?.id === fresh?.id && old?.mode === fresh?.mode) continue;
      const path = `${folder}${name}`;
      const [oldFile, freshFile] = [fileId(old), fileId(fresh)];
      if (oldFile !== freshFile) differences.push({ path, before: oldFile, after: freshFile });
      const [oldFolder, freshFolder] = [folderId(old), folderId(fresh)];
      if (oldFolder !== freshFolder) await compare(oldFolder, freshFolder, `${path}/`);
    }
  }

  if (from !== to) await compare(from, to, '');
  return differences;
}

type Pair = readonly [name: string, old: TreeEntry | undefined, fresh: TreeEntry | undefined];

/** What stands under each name on either side. */
function* pairsOf(before: readonly TreeEntry[], after: readonly TreeEntry[]): Generator<Pair> {
  const left = new Map(before.map((entry) => [entry.name, entry]));
  for (const entry of after) {
    yield [entry.name, left.get(entry.name), entry];
    left.delete(entry.name);
  }
  for (const [name, entry] of left) yield [name, entry, undefined];
}

const folderId = (entry: TreeEntry | undefined): string | null => (entry && isFolderMode(entry.mode) ? entry.id : null);
const fileId = (entry: TreeEntry | undefined): string | null => (entry && !isFolderMode(entry.mode) ? entry.id : null);
