/** A path that differs between two commits. */
export interface FileDiff {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Set if the path is now a link or a submodule. */
  readonly isLink?: true;
}

/** One name in a folder. `mode` is octal text without leading zeros, as git writes it. */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

export interface TreeTarget {
  readonly mode: string;
  readonly id: string;
}

export const MODE = {
  folder: '40000',
  file: '100644',
  executable: '100755',
  link: '120000',
  submodule: '160000',
} as const;

export const isFolderMode = (mode: string): boolean => mode === MODE.folder;
/** A regular file; very old histories have 100664. */
export const isFileMode = (mode: string): boolean => /^100[0-7]{3}$/.test(mode);

/** One entry's place in a tree's bytes: `<mode> <name>\0<20 bytes of id>` (git-mktree, gitformat-pack "tree"). */
interface EntrySpan {
  readonly start: number;
  readonly end: number;
  /** The name's bytes as latin1 text: compares as git compares, and keeps names that are not UTF-8. */
  readonly bytes: string;
  readonly mode: string;
}

const utf8ToBytes = (name: string): string => Buffer.from(name).toString('latin1');
const bytesToUtf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

/** Git sorts folders as if their name ended with a slash. */
const sortKey = (bytes: string, mode: string): string => (isFolderMode(mode) ? `${bytes}/` : bytes);

/** Old tools wrote `040000`. */
const cleanMode = (tree: Buffer, start: number, end: number): string =>
  tree.toString('latin1', start, end).replace(/^0+/, '');

/** The offset of the next such byte. A plain loop, because calling `indexOf` takes longer than the few bytes of a name. */
function next(tree: Buffer, byte: number, from: number): number {
  let at = from;
  while (tree[at] !== byte) {
    if (at >= tree.length) throw new Error('damaged tree object');
    at += 1;
  }
  return at;
}

const scanTree = (tree: Buffer): EntrySpan[] => [...spansOf(tree)];

function* spansOf(tree: Buffer): Generator<EntrySpan> {
  for (let start = 0; start < tree.length; ) {
    const space = next(tree, 0x20, start);
    const nul = next(tree, 0, space);
    const end = nul + 21;
    if (end > tree.length) throw new Error('damaged tree object');
    yield { start, end, mode: cleanMode(tree, start, space), bytes: tree.toString('latin1', space + 1, nul) };
    start = end;
  }
}

const readSpanId = (tree: Buffer, span: EntrySpan): string => tree.toString('hex', span.end - 20, span.end);

/** The entries in git's order; bytes of a name that are not UTF-8 come back as U+FFFD. */
export const parseTree = (tree: Buffer): TreeEntry[] => [...entriesOfTree(tree)];

/** As `parseTree`, one after the other: a tree may have a million. */
export function* entriesOfTree(tree: Buffer): Generator<TreeEntry> {
  for (const span of spansOf(tree))
    yield { mode: span.mode, name: bytesToUtf8(span.bytes), id: readSpanId(tree, span) };
}

/** The entries with the exact bytes of their names. */
export function parseTreeBytes(tree: Buffer): { readonly name: Buffer; readonly mode: string; readonly id: string }[] {
  return scanTree(tree).map((span) => ({
    mode: span.mode,
    name: Buffer.from(span.bytes, 'latin1'),
    id: readSpanId(tree, span),
  }));
}

/** The entry of that name, without parsing the others. */
export function findInTree(tree: Buffer, name: string): TreeTarget | undefined {
  return targetAt(tree, findEntryPosition(tree, Buffer.from(name)));
}

/** Makes the function that finds entries; `asked` is about how many it will be asked for. */
export function finderInTree(tree: Buffer, asked: number): (name: string) => TreeTarget | undefined {
  const find = createEntryFinder(tree, asked);
  return (name) => targetAt(tree, find(name));
}

const targetAt = (tree: Buffer, place: EntryPosition | undefined): TreeTarget | undefined =>
  place && { mode: place.mode, id: tree.toString('hex', place.id, place.id + 20) };

/** Fewer names than this are searched for one by one: that is quicker than reading all. */
const MIN_TO_READ_ALL = 5;

function createEntryFinder(tree: Buffer, asked: number): (name: string) => EntryPosition | undefined {
  if (asked < MIN_TO_READ_ALL) return (name) => findEntryPosition(tree, Buffer.from(name));
  const places = new Map(scanTree(tree).map(({ bytes, mode, end }) => [bytes, { mode, id: end - 20 }]));
  return (name) => places.get(utf8ToBytes(name));
}

/** Where an entry's id begins, and its mode. */
interface EntryPosition {
  readonly mode: string;
  readonly id: number;
}

function findEntryPosition(tree: Buffer, name: Buffer): EntryPosition | undefined {
  for (let start = 0; start < tree.length; ) {
    const space = next(tree, 0x20, start);
    const nul = next(tree, 0, space);
    if (nul - space - 1 === name.length && tree.compare(name, 0, name.length, space + 1, nul) === 0)
      return { mode: cleanMode(tree, start, space), id: nul + 1 };
    start = nul + 21;
  }
  return undefined;
}

function serialiseEntry(bytes: string, { mode, id }: TreeTarget): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${bytes}\0`, 'latin1'), Buffer.from(id, 'hex')]);
}

/** A tree of these entries, sorted as git sorts. */
export function serialiseTree(entries: readonly TreeEntry[]): Buffer {
  return patchTree(Buffer.alloc(0), new Map(entries.map((entry) => [entry.name, entry])));
}

/** The tree with the named entries set, or removed where the target is null; every other entry keeps its exact bytes. */
export function patchTree(tree: Buffer, targets: ReadonlyMap<string, TreeTarget | null>): Buffer {
  return replaceIds(tree, targets) ?? replaceEntries(tree, targets);
}

/** Most edits change existing entries, each of which keeps its place. Null if one adds, removes or changes a mode. */
function replaceIds(tree: Buffer, targets: ReadonlyMap<string, TreeTarget | null>): Buffer | null {
  const patched = Buffer.from(tree);
  const find = createEntryFinder(tree, targets.size);
  for (const [name, target] of targets) {
    const place = target && find(name);
    if (!target || place?.mode !== target.mode) return null;
    patched.write(target.id, place.id, 'hex');
  }
  return patched;
}

function replaceEntries(tree: Buffer, targets: ReadonlyMap<string, TreeTarget | null>): Buffer {
  const byBytes = new Map([...targets].map(([name, target]) => [utf8ToBytes(name), target]));
  const added = [...byBytes]
    .flatMap(([bytes, target]) =>
      target ? [{ key: sortKey(bytes, target.mode), bytes: serialiseEntry(bytes, target) }] : [],
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const parts: Buffer[] = [];
  let place = 0;
  for (const span of scanTree(tree)) {
    if (byBytes.has(span.bytes)) continue;
    const key = sortKey(span.bytes, span.mode);
    for (; place < added.length && added[place]!.key < key; place++) parts.push(added[place]!.bytes);
    parts.push(tree.subarray(span.start, span.end));
  }
  return Buffer.concat([...parts, ...added.slice(place).map((entry) => entry.bytes)]);
}
