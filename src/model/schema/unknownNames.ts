import { type Detail, invalid } from '../errors.ts';
import { MAX_PROBLEMS } from '../fields/problem.ts';

/** A name in a request that nothing knows, and those that are known in its place. */
export interface UnknownName {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

/** Gathers the names of one request that nothing knows. */
export interface UnknownNames {
  /** Notes names; the same ones may come again when a write is planned anew. */
  note(names: readonly UnknownName[]): void;
  paths(): readonly UnknownName['path'][];
  /** What is wrong with the request by them: nothing unless it asked to be refused. */
  details(): readonly Detail[];
  /** @throws CmsError VALIDATION when there are any and the request asked to be refused */
  refuse(): void;
}

export interface UnknownNamesOptions {
  /** Whether such names are refused; else they are told. */
  readonly isStrict: boolean;
  /** Whether the request speaks of what stands there; of everything unless given. */
  isNamed?(path: UnknownName['path']): boolean;
}

/** More than this are not told one by one. */
const MAX_TOLD = 1_000;
/** Of a longer name its beginning is told. */
const MAX_NAME = 1_000;

export function createUnknownNames({ isStrict, isNamed = () => true }: UnknownNamesOptions): UnknownNames {
  const found = new Map<string, UnknownName>();
  const details = (): readonly Detail[] => (isStrict ? [...found.values()].slice(0, MAX_PROBLEMS).map(toDetail) : []);
  return {
    note(names) {
      for (const name of names) {
        if (found.size >= MAX_TOLD) return;
        if (isNamed(name.path)) found.set(JSON.stringify(name.path), name);
      }
    },
    paths: () => [...found.values()].map(({ path }) => path.map(shorten)),
    details,
    refuse() {
      if (isStrict && found.size > 0) throw invalid(details());
    },
  };
}

const shorten = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);

function toDetail({ path, known }: UnknownName): Detail {
  const meant = nearestName(path.at(-1) ?? '', known);
  return { path, message: meant === undefined ? 'is unknown' : `is unknown; did you mean "${meant}"?` };
}

/** Longer than any name that people give; the work grows with the square of the length. */
const MAX_LENGTH = 64;

/** The name that was probably meant: the known one with the fewest typos to it, undefined where none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (Math.max(name.length, candidate.length) > MAX_LENGTH) continue;
    const typos = countTypos(name.toLowerCase(), candidate.toLowerCase());
    if (typos < fewest && typos <= Math.max(name.length, candidate.length) / 3) {
      nearest = candidate;
      fewest = typos;
    }
  }
  return nearest;
}

/** Characters to insert, leave out, replace or swap with their neighbour (the optimal string alignment distance). */
function countTypos(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1), swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
