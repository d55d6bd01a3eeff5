import { MultiMap } from '../../lib/list/MultiMap.ts';
import type { ParsedLocation } from '../../model/location.ts';
import type { FileVersion } from './treeVersion.ts';

/** A file of one version. */
export interface SideFile extends FileVersion {
  readonly path: string;
  /** The record that the file holds; null if it holds none. */
  readonly located: ParsedLocation | null;
  /** The bytes of the file; undefined if they cannot be read, or have not been. */
  readonly content?: Uint8Array;
  /** The record's kind and the id that the file gives it. */
  readonly name?: string;
}

/** A record, or a file that holds none, in three versions, wherever each has it. */
export interface MergeUnit {
  readonly base?: SideFile;
  readonly ours?: SideFile;
  readonly theirs?: SideFile;
}

interface SideFiles {
  readonly base: readonly SideFile[];
  readonly ours: readonly SideFile[];
  readonly theirs: readonly SideFile[];
}

/** Matches the files of three versions, renamed or not; files that both sides have added at one place are one. */
export function pairFiles({ base, ours, theirs }: SideFiles): readonly MergeUnit[] {
  const [inOurs, inTheirs] = [matchFiles(base, ours), matchFiles(base, theirs)];
  const units = base.map((file): MergeUnit => withSides(file, inOurs.get(file), inTheirs.get(file)));
  const [ourNew, theirNew] = [added(ours, inOurs), added(theirs, inTheirs)];
  const byPlace = new Map(ourNew.map((file) => [sideFileKey(file), file]));
  const met = new Set<SideFile>();
  for (const file of theirNew) {
    const other = byPlace.get(sideFileKey(file));
    if (other) met.add(other);
    units.push(withSides(undefined, other, file));
  }
  return [...units, ...ourNew.filter((file) => !met.has(file)).map((file) => withSides(undefined, file, undefined))];
}

const withSides = (
  base: SideFile | undefined,
  ours: SideFile | undefined,
  theirs: SideFile | undefined,
): MergeUnit => ({
  ...(base && { base }),
  ...(ours && { ours }),
  ...(theirs && { theirs }),
});

function added(side: readonly SideFile[], found: ReadonlyMap<SideFile, SideFile>): readonly SideFile[] {
  const known = new Set(found.values());
  return side.filter((file) => !known.has(file));
}

/** A record's place is its key, whatever the format and the shelf of its file. */
const sideFileKey = ({ path, located }: SideFile): string => (located ? `${located.kind} ${located.key}` : path);

const sortOf = ({ located }: SideFile): string => located?.kind ?? '';

/** Finds what files have become: by the ids of their records, by path, by key, by bytes, then by likeness. */
function matchFiles(base: readonly SideFile[], side: readonly SideFile[]): ReadonlyMap<SideFile, SideFile> {
  const found = new Map<SideFile, SideFile>();
  const free = new Set(side);
  const take = (file: SideFile, other: SideFile | undefined): void => {
    if (!other || found.has(file) || !free.has(other)) return;
    found.set(file, other);
    free.delete(other);
  };
  const matchBy = (keyOf: (file: SideFile) => string | undefined): void => {
    const index = indexBy(side, keyOf);
    const counts = indexBy(base, keyOf);
    for (const file of base) {
      const key = keyOf(file);
      if (key === undefined || found.has(file)) continue;
      // Several files may share an id: those that have kept their paths are the same.
      const others = index.get(key).filter((one) => free.has(one));
      take(file, others.find(({ path }) => path === file.path) ?? (counts.count(key) === 1 ? others[0] : undefined));
    }
  };
  matchBy(({ name }) => name);
  matchBy(({ path }) => path);
  matchBy((file) => (file.located ? sideFileKey(file) : undefined));
  const mayBe = (file: SideFile, other: SideFile): boolean =>
    sortOf(file) === sortOf(other) && (file.name === undefined || other.name === undefined);
  const left = base.filter((file) => !found.has(file));
  const byBytes = indexBy([...free], ({ id }) => id);
  for (const file of left)
    take(
      file,
      byBytes.get(file.id).find((other) => free.has(other) && mayBe(file, other)),
    );
  for (const { file, other } of findSimilarFiles(
    left.filter((file) => !found.has(file)),
    [...free],
    mayBe,
  ))
    take(file, other);
  return found;
}

function indexBy(
  files: readonly SideFile[],
  keyOf: (file: SideFile) => string | undefined,
): MultiMap<string, SideFile> {
  const index = new MultiMap<string, SideFile>();
  for (const file of files) {
    const key = keyOf(file);
    if (key !== undefined) index.add(key, file);
  }
  return index;
}

/** Git's own limits (git-diff, `-M` and `-l`): this many files on either side, and half of a file the same. */
const MAX_COMPARED = 1000;
const MIN_LIKENESS = 0.5;

interface LikePair {
  readonly file: SideFile;
  readonly other: SideFile;
  readonly likeness: number;
}

/** Pairs of similar files, the most similar first. */
function findSimilarFiles(
  files: readonly SideFile[],
  others: readonly SideFile[],
  mayBe: (file: SideFile, other: SideFile) => boolean,
): readonly LikePair[] {
  if (files.length === 0 || files.length > MAX_COMPARED || others.length > MAX_COMPARED) return [];
  const [bags, byLine] = indexLines(others);
  return files
    .flatMap((file): LikePair[] => {
      if (!file.content) return [];
      const common = commonBytes(lineBag(file.content), byLine, others.length);
      return others.flatMap((other, at) => {
        const likeness = common[at]! / Math.max(file.content!.length, bags[at]!.size, 1);
        return likeness >= MIN_LIKENESS && mayBe(file, other) ? [{ file, other, likeness }] : [];
      });
    })
    .sort((a, b) => b.likeness - a.likeness);
}

/** The lines of a text, and how many bytes all equal lines have together. */
interface LineBag {
  readonly lines: ReadonlyMap<string, number>;
  readonly size: number;
}

function lineBag(bytes: Uint8Array): LineBag {
  const lines = new Map<string, number>();
  for (const line of Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/))
    lines.set(line, (lines.get(line) ?? 0) + line.length);
  return { lines, size: bytes.length };
}

/** For each line, which of the files have it, and how many bytes of it. */
type LineIndex = MultiMap<string, { readonly at: number; readonly size: number }>;

/** Looking up the lines of a thousand files in the lines of a thousand others, pair by pair, takes seconds. */
function indexLines(files: readonly SideFile[]): readonly [bags: readonly LineBag[], byLine: LineIndex] {
  const bags = files.map(({ content }) => lineBag(content ?? new Uint8Array()));
  const byLine: LineIndex = new MultiMap();
  for (const [at, { lines }] of bags.entries()) for (const [line, size] of lines) byLine.add(line, { at, size });
  return [bags, byLine];
}

/** How many bytes of a text are in each of the indexed files, too. */
function commonBytes({ lines }: LineBag, byLine: LineIndex, count: number): Float64Array {
  const common = new Float64Array(count);
  for (const [line, size] of lines)
    for (const other of byLine.get(line)) common[other.at]! += Math.min(size, other.size);
  return common;
}
