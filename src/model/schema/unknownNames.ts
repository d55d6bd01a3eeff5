import type { UnknownName, UnknownNameNotes } from '../access.ts';
import { type Detail, invalid } from '../errors.ts';
import { MAX_PROBLEMS } from '../fields/problem.ts';

/** Collects the names in one request that no schema knows. */
export interface UnknownNames extends UnknownNameNotes {
  paths(): readonly UnknownName['path'][];
  /** The names as problems of the request; none unless it asked for strict handling. */
  details(): readonly Detail[];
}

export interface UnknownNamesOptions {
  /** Whether the request is refused for such names; else the answer lists them. */
  readonly isStrict: boolean;
  /** Whether a path was part of the request itself; unless given, every path was. */
  isNamed?(path: UnknownName['path']): boolean;
}

/** The most names that are reported. */
const MAX_NAMES = 1_000;
/** The most characters of a name that are reported. */
const MAX_NAME = 1_000;

export function createUnknownNames({ isStrict, isNamed = () => true }: UnknownNamesOptions): UnknownNames {
  const found = new Map<string, UnknownName>();
  const details = (): readonly Detail[] => (isStrict ? [...found.values()].slice(0, MAX_PROBLEMS).map(toDetail) : []);
  return {
    note(names) {
      for (const name of names) {
        if (found.size >= MAX_NAMES) return;
        if (isNamed(name.path)) found.set(JSON.stringify(name.path), name);
      }
    },
    paths: () => [...found.values()].map(({ path }) => path.map(shortenName)),
    details,
    refuse() {
      if (isStrict && found.size > 0) throw invalid(details());
    },
  };
}

const shortenName = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

const toDetail = ({ path, known, name = path.at(-1) ?? '' }: UnknownName): Detail => ({
  path,
  message: `is unknown${suggestName(name, known)}`,
});

/** The end of a sentence about a name that nothing knows: what was probably meant, if there is such a name. */
export function suggestName(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

/** Longer names are not compared: the work grows with the square of the length. */
const MAX_LENGTH = 64;

/** The name that was probably meant: the known name with the fewest typos; undefined if none is close. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const length = Math.max(name.length, candidate.length);
    if (length > MAX_LENGTH || Math.abs(name.length - candidate.length) > length / 3) continue;
    const typos = countTypos(name.toLowerCase(), candidate.toLowerCase());
    if (typos < fewest && typos <= length / 3) {
      nearest = candidate;
      fewest = typos;
    }
  }
  return nearest;
}

/** The number of characters to insert, delete, replace or swap with their neighbour (optimal string alignment distance). */
function countTypos(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? costAt(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(costAt(last, j) + 1, costAt(row, j - 1) + 1, costAt(last, j - 1) + (isSame ? 0 : 1), swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return costAt(last, to.length);
}

const costAt = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
