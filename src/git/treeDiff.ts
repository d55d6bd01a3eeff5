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

/** The paths that differ between two trees, in no particular order; folders with equal ids are not read. Links and submodules count as files. */
export async function diffTrees(
  readTree: ReadTree,
  from: string | null,
  to: string | null,
  folder = '',
): Promise<readonly FileDiff[]> {
  if (from === to) return [];
  const [before, after] = await Promise.all([entriesOf(readTree, from), entriesOf(readTree, to)]);
  const differences: FileDiff[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, fresh] = [before.get(name), after.get(name)];
    if (old?.id === fresh?.id && old?.mode === fresh?.mode) continue;
    const path = `${folder}${name}`;
    const [oldFile, freshFile] = [fileId(old), fileId(fresh)];
    if (oldFile !== freshFile) differences.push({ path, before: oldFile, after: freshFile });
    for (const below of await diffTrees(readTree, folderId(old), folderId(fresh), `${path}/`)) differences.push(below);
  }
  return differences;
}

async function entriesOf(readTree: ReadTree, id: string | null): Promise<ReadonlyMap<string, TreeEntry>> {
  if (id === null) return new Map();
  return new Map(parseTree(await readTree(id)).map((entry) => [entry.name, entry]));
}

const folderId = (entry: TreeEntry | undefined): string | null => (entry && isFolderMode(entry.mode) ? entry.id : null);
const fileId = (entry: TreeEntry | undefined): string | null => (entry && !isFolderMode(entry.mode) ? entry.id : null);
