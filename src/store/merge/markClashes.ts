import { commonPairs } from '../../lib/list/commonPairs.ts';
import type { ValuePath } from '../../model/reference.ts';
import { type ConflictSides, MARKERS } from '../codec/conflict.ts';
import { lineStart, nextLine, type ValueSource } from '../codec/valueSource.ts';
import { splitTextLines } from './mergeNotes.ts';

/** A range of lines; `end` is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A place where two texts differ. */
interface Hunk {
  readonly ours: Range;
  readonly theirs: Range;
}

/**
 * One text of both sides, with conflict markers around the lines in which they differ. A marked range is widened to the
 * whole values at `paths` that it touches. `source` holds the places of our side's values.
 */
export function markClashes(sides: ConflictSides, source: ValueSource, paths: readonly ValuePath[]): string {
  const lines = { ours: splitTextLines(sides.ours), theirs: splitTextLines(sides.theirs) };
  const values = paths.flatMap((path) => linesOfValue(sides.ours, source, path) ?? []);
  const hunks = joinHunks(findHunks(lines.ours, lines.theirs).map((hunk) => widenHunk(hunk, values)));
  const parts: string[] = [];
  let at = 0;
  for (const { ours, theirs } of hunks) {
    parts.push(...lines.ours.slice(at, ours.start));
    parts.push(
      wrapInMarkers({
        ours: lines.ours.slice(ours.start, ours.end).join(''),
        theirs: lines.theirs.slice(theirs.start, theirs.end).join(''),
      }),
    );
    at = ours.end;
  }
  return [...parts, ...lines.ours.slice(at)].join('');
}

/** Both sides' lines, with conflict markers around them. */
export function wrapInMarkers({ ours, theirs }: ConflictSides): string {
  const lineBreak = /\r?\n/.exec(ours + theirs)?.[0] ?? '\n';
  const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : text + lineBreak);
  const { ours: first, between: middle, theirs: last } = MARKERS;
  return `${first}${lineBreak}${ended(ours)}${middle}${lineBreak}${ended(theirs)}${last}${lineBreak}`;
}

function findHunks(ours: readonly string[], theirs: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let [atOurs, atTheirs] = [0, 0];
  for (const [our, their] of [...commonPairs(ours, theirs), [ours.length, theirs.length] as const]) {
    if (our > atOurs || their > atTheirs)
      hunks.push({ ours: { start: atOurs, end: our }, theirs: { start: atTheirs, end: their } });
    [atOurs, atTheirs] = [our + 1, their + 1];
  }
  return hunks;
}

/**
 * Widens a hunk to the values that it touches. Outside of hunks both sides are equal, so both grow by the same lines.
 */
function widenHunk(hunk: Hunk, values: readonly Range[]): Hunk {
  const { ours, theirs } = hunk;
  const touched = values.filter(({ start, end }) => start < Math.max(ours.end, ours.start + 1) && end > ours.start);
  const start = Math.min(ours.start, ...touched.map((value) => value.start));
  const end = Math.max(ours.end, ...touched.map((value) => value.end));
  return {
    ours: { start, end },
    theirs: { start: theirs.start - (ours.start - start), end: theirs.end + (end - ours.end) },
  };
}

/** Joins overlapping hunks. */
function joinHunks(hunks: readonly Hunk[]): readonly Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    if (!last || last.ours.end < hunk.ours.start) joined.push(hunk);
    else joined.splice(-1, 1, { ours: span(last.ours, hunk.ours), theirs: span(last.theirs, hunk.theirs) });
  }
  return joined;
}

const span = (a: Range, b: Range): Range => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) });

/** The lines of the value at a path, with its key; undefined if the text has no such value. */
function linesOfValue(text: string, root: ValueSource, path: ValuePath): Range | undefined {
  let source = root;
  let [start, end] = [root.start, root.end];
  for (const step of path) {
    if (source.shape === 'scalar') return undefined;
    const member = source.isMap ? source.members.find(({ key }) => key === String(step)) : source.members[Number(step)];
    if (!member) return undefined;
    ({ start, end, value: source } = member);
  }
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length - 1;
  return { start: lineOf(lineStart(text, start)), end: lineOf(nextLine(text, Math.max(start, end - 1))) };
}
