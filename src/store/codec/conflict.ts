import { diffJson } from '../../lib/json/diffJson.ts';
import { CODECS } from './codecs.ts';
import { FileError } from './fileError.ts';
import { frameOf } from './fileFrame.ts';
import type { FileFormat } from './formats.ts';

/** The lines that git and `quire merge-driver` write around conflicts. */
export const MARKERS = { ours: '<<<<<<< ours', between: '=======', theirs: '>>>>>>> theirs' } as const;

/** The two sides of a text with conflict markers. */
export interface ConflictSides {
  readonly ours: string;
  readonly theirs: string;
}

/** Which side the lines after each marker belong to. Those after a `|||||||` marker (`diff3` style) are the base's. */
const AFTER: readonly (readonly [marker: RegExp, from: readonly ConflictSide[], to: ConflictSide])[] = [
  [/^<{7}(?: |\r?\n|$)/, ['both'], 'ours'],
  [/^\|{7}(?: |\r?\n|$)/, ['ours'], 'base'],
  [/^={7}\r?(?:\n|$)/, ['ours', 'base'], 'theirs'],
  [/^>{7}(?: |\r?\n|$)/, ['theirs'], 'both'],
];
type ConflictSide = 'both' | 'ours' | 'base' | 'theirs';

/** Splits a text with conflict markers into its sides; undefined if the markers are out of order. */
export function splitConflict(text: string): ConflictSides | undefined {
  const lines = { both: '', base: '', ours: '', theirs: '' };
  let side: ConflictSide = 'both';
  for (const line of text.split(/(?<=\n)/)) {
    const after = AFTER.find(([marker, from]) => marker.test(line) && from.includes(side));
    if (after) side = after[2];
    else if (side === 'both') for (const name of ['ours', 'theirs'] as const) lines[name] += line;
    else lines[side] += line;
  }
  return side === 'both' ? { ours: lines.ours, theirs: lines.theirs } : undefined;
}

const MAX_NAMED = 10;

/** Describes the values in conflict; undefined if a side cannot be read. */
export function nameConflicts(text: string, format: FileFormat): string | undefined {
  const sides = splitConflict(text);
  if (!sides) return undefined;
  try {
    const [ours, theirs] = [readConflictValue(format, sides.ours), readConflictValue(format, sides.theirs)];
    const named = diffJson(ours, theirs).map(
      ({ path, before, after }) =>
        `${path.join('.')}: yours ${formatShortValue(before)}, theirs ${formatShortValue(after)}`,
    );
    const more = named.length > MAX_NAMED ? [`${named.length - MAX_NAMED} more`] : [];
    return named.length === 0 ? undefined : [...named.slice(0, MAX_NAMED), ...more].join('; ');
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** The value of a file, including the text below its front matter. */
function readConflictValue(format: FileFormat, text: string): unknown {
  const frame = frameOf(format, text);
  const value = CODECS[format].read(frame.text);
  return frame.body === undefined ? value : { ...value, 'the text below': frame.body.trim() };
}

const MAX_SHOWN = 60;

/** A value as one line of text, clipped if it is long. */
export const formatShortValue = (value: unknown): string =>
  value === undefined || value === null ? 'nothing' : clipText(JSON.stringify(value), MAX_SHOWN);

/** Clips a text to a number of characters, with an ellipsis at the end. */
const clipText = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
