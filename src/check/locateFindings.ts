import { compareText } from '../lib/text/compareText.ts';
import { createFindPosition, type FindValuePosition, type ValuePosition } from '../store/record/findPosition.ts';
import { createFindPositions, type FindPositions } from '../store/record/findPositions.ts';
import type { Finding } from './rule.ts';

/** A finding with its line and column. */
export interface LocatedFinding extends Finding {
  readonly line: number;
  readonly column: number;
}

/** Reads a file; null if there is none. */
export type ReadBytes = (path: string) => Uint8Array | null;

/** Makes the function that looks up the place of findings. Consecutive findings of one file read it once. */
export function createLocateFinding(read: ReadBytes): (finding: Finding) => LocatedFinding {
  let last: { readonly path: string; readonly find: FindValuePosition } | undefined;
  function find({ path, at = [] }: Finding): ValuePosition {
    if (last?.path !== path) last = { path, find: createFindPosition(path, read(path) ?? new Uint8Array()) };
    return last.find(at);
  }
  return (finding) => {
    const { line, column = 1 } = finding;
    return Object.assign({}, finding, line === undefined ? find(finding) : { line, column });
  };
}

/** Places the findings of one file. */
export type LocateFindings = (path: string, findings: readonly Finding[]) => Promise<readonly LocatedFinding[]>;

/** Makes the function that places the findings of a file in another thread if the file is large. */
export function createLocateFindings(
  read: ReadBytes,
  findPlaces: FindPositions = createFindPositions(),
): LocateFindings {
  return async (path, findings) => {
    if (findings.length === 0) return [];
    const values = findings.map(({ at = [] }) => at);
    const places = await findPlaces({ path, bytes: read(path) ?? new Uint8Array(), values });
    return findings.map((finding, index) => {
      const { line, column = 1 } = finding;
      return Object.assign({}, finding, line === undefined ? places[index]! : { line, column });
    });
  };
}

/** By file, line and column; findings at the same place by code and message, so that the order is always the same. */
export const sortFindings = (placed: readonly LocatedFinding[]): readonly LocatedFinding[] =>
  [...placed].sort(
    (a, b) =>
      compareText(a.path, b.path) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
