import { compareText } from '../lib/text/compareText.ts';
import { createFindPlace, type FindPlace, type Place } from '../store/record/findPlace.ts';
import type { Finding } from './rule.ts';

/** A finding with its place. */
export interface Placed extends Finding {
  readonly line: number;
  readonly column: number;
}

/** A file as it is; null where there is none. */
export type ReadBytes = (path: string) => Uint8Array | null;

/** Makes the function that looks up where findings stand: each file is read once, if at all. */
export function createPlacing(read: ReadBytes): (finding: Finding) => Placed {
  let last: { readonly path: string; readonly find: FindPlace } | undefined;
  function find({ path, at = [] }: Finding): Place {
    if (last?.path !== path) last = { path, find: createFindPlace(path, read(path) ?? new Uint8Array()) };
    return last.find(at);
  }
  return (finding) => {
    const { line, column = 1 } = finding;
    return Object.assign({}, finding, line === undefined ? find(finding) : { line, column });
  };
}

/** In the order of files and lines, and where several stand in one place the same whoever has found them. */
export const inOrder = (placed: readonly Placed[]): readonly Placed[] =>
  [...placed].sort(
    (a, b) =>
      compareText(a.path, b.path) ||
      a.line - b.line ||
      a.column - b.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
