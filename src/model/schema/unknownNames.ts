import { type Detail, invalid } from '../errors.ts';
import { MAX_PROBLEMS } from '../fields/problem.ts';
import { nearestName } from './nearestName.ts';

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
    paths: () => [...found.values()].map(({ path }) => path),
    details,
    refuse() {
      if (isStrict && found.size > 0) throw invalid(details());
    },
  };
}

function toDetail({ path, known }: UnknownName): Detail {
  const meant = nearestName(path.at(-1) ?? '', known);
  return { path, message: meant === undefined ? 'is unknown' : `is unknown; did you mean "${meant}"?` };
}
