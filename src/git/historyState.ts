import { basename } from 'node:path';
import { compareText } from '../lib/compareText.ts';

/** What git knows of a file: who made it, and when it was last changed. Times are ISO 8601 with milliseconds. */
export interface LastChange {
  readonly commit: string;
  readonly at: string;
  /** The name of the author of the commit that made the file, under whatever name it had then. */
  readonly author: string;
  readonly firstAt: string;
}

/** A commit as the history index takes it in. */
export interface HistoryCommit {
  readonly id: string;
  readonly at: string;
  readonly author: string;
  /** Blob ids after the commit, null where the file is gone. */
  readonly files: readonly (readonly [path: string, blob: string | null])[];
}

export interface KnownFile extends LastChange {
  readonly blob: string;
}
export type HistoryState = Map<string, KnownFile>;

/** Takes a commit in. A file that appears with the bytes of one that goes is that one, renamed. */
export function applyCommit(state: HistoryState, { id, at, author, files }: HistoryCommit): void {
  // The order must not depend on who read the commit: of equal files it decides which one was renamed.
  const ordered = files.toSorted(([a], [b]) => compareText(a, b));
  const gone = new Map<string, KnownFile>();
  for (const [path, blob] of ordered) {
    const known = state.get(path);
    if (blob === null && known) gone.set(path, known);
  }
  for (const path of gone.keys()) state.delete(path);
  for (const [path, blob] of ordered) {
    if (blob === null || state.get(path)?.blob === blob) continue;
    const origin = state.get(path) ?? takeSource(gone, path, blob);
    state.set(path, { commit: id, at, author: origin?.author ?? author, firstAt: origin?.firstAt ?? at, blob });
  }
}

/** The removed file that became this one: one of the same name before the others, each only once. */
function takeSource(gone: Map<string, KnownFile>, path: string, blob: string): KnownFile | undefined {
  const candidates = [...gone]
    .filter(([, known]) => known.blob === blob)
    .map(([source]) => source)
    .sort();
  const source = candidates.find((candidate) => basename(candidate) === basename(path)) ?? candidates[0];
  if (source === undefined) return undefined;
  const known = gone.get(source);
  gone.delete(source);
  return known;
}

const QUIRE_TIME = /^Quire-Time: *(\S+) *$/gm;

/** The trailer `Quire-Time` where it holds a time, else the committer's time in seconds. */
export function timeOf(message: string, committedAtSeconds: number): string {
  const trailer = [...message.matchAll(QUIRE_TIME)].at(-1)?.[1];
  const exact = trailer === undefined ? Number.NaN : Date.parse(trailer);
  return new Date(Number.isNaN(exact) ? committedAtSeconds * 1000 : exact).toISOString();
}
