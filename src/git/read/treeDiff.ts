import { createBreath } from '../../lib/turn/createBreath.ts';
import {
  type FileDiff,
  findInTree,
  isFileMode,
  isFolderMode,
  MODE,
  parseTree,
  type TreeEntry,
  type TreeTarget,
} from '../format/tree.ts';
import { UnreadableObject } from '../objects/unreadableObject.ts';

type ReadTree = (id: string) => Promise<Buffer>;

/** Finds what is at a path of a tree; reads only the folders on the way. */
export async function findAtPath(readTree: ReadTree, root: string, path: string): Promise<TreeTarget | null> {
  let found: TreeTarget = { mode: MODE.folder, id: root };
  for (const name of path.split('/').filter(Boolean)) {
    if (!isFolderMode(found.mode)) return null;
    const next: TreeTarget | undefined = findInTree(await readTree(found.id), name);
    if (!next) return null;
    found = next;
  }
  return found;
}

/** Ten files for each page of a very large site. A small commit can have the same folder in more places than could be walked. */
export const MAX_ENTRIES = 1_000_000;
/** Beyond this many entries, all are counted before the walk goes on: each folder once, in however many places it is. */
const COUNTED_FROM = 20_000;

/**
 * The paths whose files differ between two trees, in no particular order; folders with equal ids are not read. Links and
 * submodules count as files.
 *
 * @throws UnreadableObject for a folder that is missing or damaged, and if there are more than `maxEntries` entries to
 *   look at
 */
export async function diffTrees(
  readTree: ReadTree,
  from: string | null,
  to: string | null,
  maxEntries = MAX_ENTRIES,
): Promise<readonly FileDiff[]> {
  const found = await diffEntries(readTree, from, to, maxEntries);
  return found
    .filter(({ before, after }) => before?.id !== after?.id)
    .map(({ path, before, after }) => {
      const isLink = after !== null && !isFileMode(after.mode);
      return { path, before: before?.id ?? null, after: after?.id ?? null, ...(isLink && { isLink }) };
    });
}

/** A path at which two trees have different files, or give them different modes. */
export interface EntryDiff {
  readonly path: string;
  readonly before: TreeTarget | null;
  readonly after: TreeTarget | null;
}

/** As `diffTrees`, but with the modes of the files, and with files that differ only in their mode. */
export async function diffEntries(
  readTree: ReadTree,
  from: string | null,
  to: string | null,
  maxEntries = MAX_ENTRIES,
): Promise<readonly EntryDiff[]> {
  const differences: EntryDiff[] = [];
  const breath = createBreath();
  let seen = 0;
  let isCounted = false;

  async function entriesOf(id: string | null): Promise<readonly TreeEntry[]> {
    const entries = id === null ? [] : parseEntries(id, await readTree(id));
    seen += entries.length;
    if (seen > maxEntries) throw tooMany();
    return entries;
  }

  const tooMany = (): UnreadableObject => new UnreadableObject((to ?? from)!, 'large', { type: 'tree' });

  async function requireFew(): Promise<void> {
    isCounted = true;
    if ((await countEntries(readTree, [from, to])) > maxEntries) throw tooMany();
  }

  async function compare(before: string | null, after: string | null, folder: string): Promise<void> {
    await breath();
    const entries = await Promise.all([entriesOf(before), entriesOf(after)]);
    if (seen > COUNTED_FROM && !isCounted) await requireFew();
    for (const [name, old, fresh] of differing(...entries)) {
      const path = `${folder}${name}`;
      const [oldFile, freshFile] = [fileOf(old), fileOf(fresh)];
      if (oldFile || freshFile) differences.push({ path, before: oldFile, after: freshFile });
      const [oldFolder, freshFolder] = [folderId(old), folderId(fresh)];
      if (oldFolder !== freshFolder) await compare(oldFolder, freshFolder, `${path}/`);
    }
  }

  if (from !== to) await compare(from, to, '');
  return differences;
}

function parseEntries(id: string, tree: Buffer): readonly TreeEntry[] {
  try {
    return parseTree(tree);
  } catch (cause) {
    throw new UnreadableObject(id, 'damaged', { type: 'tree', cause });
  }
}

/** The number of entries to look at to compare two trees. */
async function countEntries(readTree: ReadTree, trees: readonly [string | null, string | null]): Promise<number> {
  const known = new Map<string, number>();
  const breath = createBreath();
  const entriesOf = async (id: string | null) => (id === null ? [] : parseEntries(id, await readTree(id)));

  async function count(before: string | null, after: string | null): Promise<number> {
    const key = `${before} ${after}`;
    const counted = known.get(key);
    if (counted !== undefined) return counted;
    await breath();
    const entries = [await entriesOf(before), await entriesOf(after)] as const;
    let sum = entries[0].length + entries[1].length;
    for (const [, old, fresh] of differing(...entries))
      if (folderId(old) !== folderId(fresh)) sum += await count(folderId(old), folderId(fresh));
    known.set(key, sum);
    return sum;
  }

  return count(...trees);
}

type Pair = readonly [name: string, old: TreeEntry | undefined, fresh: TreeEntry | undefined];

/** The names whose entries differ, with the entry of either side. */
function* differing(before: readonly TreeEntry[], after: readonly TreeEntry[]): Generator<Pair> {
  const left = new Map(before.map((entry) => [entry.name, entry]));
  for (const entry of after) {
    const old = left.get(entry.name);
    left.delete(entry.name);
    if (old?.id !== entry.id || old.mode !== entry.mode) yield [entry.name, old, entry];
  }
  for (const [name, entry] of left) yield [name, entry, undefined];
}

const folderId = (entry: TreeEntry | undefined): string | null => (entry && isFolderMode(entry.mode) ? entry.id : null);
const fileOf = (entry: TreeEntry | undefined): TreeTarget | null =>
  entry && !isFolderMode(entry.mode) ? { mode: entry.mode, id: entry.id } : null;
