import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import {
  entriesOfTree,
  type FileDiff,
  findInTree,
  isFileMode,
  isFolderMode,
  MODE,
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
/** How many entries to look at before the clock is read. */
const ENTRIES_PER_LOOK = 256;

export interface DiffLimits {
  /** The most entries to look at. */
  readonly maxEntries?: number;
  /** The most files and folders that may differ. */
  readonly maxDifferences?: number;
}

/**
 * The paths whose files differ between two trees, in no particular order; folders with equal ids are not read. Links and
 * submodules count as files.
 *
 * @throws UnreadableObject for a folder that is missing or damaged, and beyond the limits
 */
export async function diffTrees(
  readTree: ReadTree,
  from: string | null,
  to: string | null,
  limits: DiffLimits = {},
): Promise<readonly FileDiff[]> {
  const found = await diffEntries(readTree, from, to, limits);
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
  { maxEntries = MAX_ENTRIES, maxDifferences = Number.POSITIVE_INFINITY }: DiffLimits = {},
): Promise<readonly EntryDiff[]> {
  const differences: EntryDiff[] = [];
  const yieldIfBusy = createYieldIfBusy();
  let seen = 0;
  let differing = 0;
  let isCounted = maxDifferences < Number.POSITIVE_INFINITY;

  const tooMany = (): UnreadableObject => new UnreadableObject((to ?? from)!, 'large', { type: 'tree' });

  function see(): Promise<void> | undefined {
    seen += 1;
    if (seen > maxEntries) throw tooMany();
    // Reading the clock for each would take as long as the rest.
    return seen % ENTRIES_PER_LOOK === 0 ? yieldIfBusy() : undefined;
  }

  async function requireFew(): Promise<void> {
    isCounted = true;
    if ((await countComparedEntries(readTree, [from, to])) > maxEntries) throw tooMany();
  }

  async function compare(before: string | null, after: string | null, folder: string): Promise<void> {
    await yieldIfBusy();
    const folders: [name: string, old: string | null, fresh: string | null][] = [];
    for await (const [name, old, fresh] of pairEntries(readTree, [before, after], see)) {
      differing += 1;
      if (differing > maxDifferences) throw tooMany();
      const [oldFile, freshFile] = [fileTarget(old), fileTarget(fresh)];
      if (oldFile || freshFile) differences.push({ path: `${folder}${name}`, before: oldFile, after: freshFile });
      if (folderId(old) !== folderId(fresh)) folders.push([name, folderId(old), folderId(fresh)]);
    }
    if (seen > COUNTED_FROM && !isCounted) await requireFew();
    for (const [name, old, fresh] of folders) await compare(old, fresh, `${folder}${name}/`);
  }

  if (from !== to) await compare(from, to, '');
  return differences;
}

/** The number of entries to look at to compare two trees. */
async function countComparedEntries(readTree: ReadTree, trees: TreePair): Promise<number> {
  const known = new Map<string, number>();
  const yieldIfBusy = createYieldIfBusy();

  async function count(before: string | null, after: string | null): Promise<number> {
    const key = `${before} ${after}`;
    const counted = known.get(key);
    if (counted !== undefined) return counted;
    await yieldIfBusy();
    let sum = 0;
    const folders: [string | null, string | null][] = [];
    const see = (): Promise<void> | undefined => {
      sum += 1;
      return sum % ENTRIES_PER_LOOK === 0 ? yieldIfBusy() : undefined;
    };
    for await (const [, old, fresh] of pairEntries(readTree, [before, after], see))
      if (folderId(old) !== folderId(fresh)) folders.push([folderId(old), folderId(fresh)]);
    for (const [old, fresh] of folders) sum += await count(old, fresh);
    known.set(key, sum);
    return sum;
  }

  return count(...trees);
}

type TreePair = readonly [before: string | null, after: string | null];
type EntryPair = readonly [name: string, old: TreeEntry | undefined, fresh: TreeEntry | undefined];

/**
 * The names whose entries differ, with the entry of either side.
 *
 * @param see called for each entry of both trees; what it returns is awaited
 */
async function* pairEntries(
  readTree: ReadTree,
  [before, after]: TreePair,
  see: () => Promise<void> | undefined,
): AsyncGenerator<EntryPair, void, undefined> {
  const [oldTree, freshTree] = await Promise.all([readEntries(readTree, before), readEntries(readTree, after)]);
  const left = new Map<string, TreeEntry>();
  for (const entry of oldTree) {
    left.set(entry.name, entry);
    const turn = see();
    if (turn) await turn;
  }
  for (const entry of freshTree) {
    const turn = see();
    if (turn) await turn;
    const old = left.get(entry.name);
    left.delete(entry.name);
    if (old?.id !== entry.id || old.mode !== entry.mode) yield [entry.name, old, entry];
  }
  for (const [name, entry] of left) yield [name, entry, undefined];
}

const readEntries = async (readTree: ReadTree, id: string | null): Promise<Iterable<TreeEntry>> =>
  id === null ? [] : entriesIn(id, await readTree(id));

function* entriesIn(id: string, tree: Buffer): Generator<TreeEntry> {
  try {
    yield* entriesOfTree(tree);
  } catch (cause) {
    throw new UnreadableObject(id, 'damaged', { type: 'tree', cause });
  }
}

const folderId = (entry: TreeEntry | undefined): string | null => (entry && isFolderMode(entry.mode) ? entry.id : null);
const fileTarget = (entry: TreeEntry | undefined): TreeTarget | null =>
  entry && !isFolderMode(entry.mode) ? { mode: entry.mode, id: entry.id } : null;
