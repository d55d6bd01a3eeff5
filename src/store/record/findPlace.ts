import { lazily } from '../../lib/list/lazily.ts';
import type { ValuePath } from '../../model/reference.ts';
import { isShown, partsOf } from '../../model/richText/markdown/fromMarkdown.ts';
import { spanOf } from '../../model/richText/markdown/span.ts';
import { CODECS } from '../codec/codecs.ts';
import { FileError } from '../codec/fileError.ts';
import { readFileText } from '../codec/fileText.ts';
import { formatOf } from '../codec/formats.ts';
import { type Frame, frameOf } from '../codec/frame.ts';
import type { Source } from '../codec/source.ts';

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Finds the place of a value in a file; for a missing value, that of the mapping it is missing from. */
export type FindPlace = (path: ValuePath) => Place;

/** Values of a file whose places are wanted. */
export interface PlacesToFind {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly values: readonly ValuePath[];
}

export const BEGIN: Place = { line: 1, column: 1 };

/** Reads a file once to find places in it. In a broken file every place is its beginning. */
export function createFindPlace(file: string, bytes: Uint8Array): FindPlace {
  const format = formatOf(file);
  if (format === undefined) return () => BEGIN;
  try {
    const { text } = readFileText(bytes, format);
    const frame = frameOf(format, text);
    const source = CODECS[format].source(frame.text);
    // A Markdown text takes long to parse, and may hold a hundred places to find.
    const blocks = lazily(() => blockStarts(frame.body ?? ''));
    return (path) => placeAt(text, bodyOffset(frame, path, blocks) ?? frame.opening.length + offsetOf(source, path));
  } catch (error) {
    if (error instanceof FileError) return () => BEGIN;
    throw error;
  }
}

/** The place of each value. */
export const findPlaces = ({ path, bytes, values }: PlacesToFind): readonly Place[] =>
  values.map(createFindPlace(path, bytes));

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The offset of the value at a path or of its key, or of the last collection on the way to it. */
function offsetOf(root: Source, path: ValuePath): number {
  let { start } = root;
  let source = root;
  for (const step of path) {
    if (source.shape === 'scalar') break;
    const member = source.isMap ? source.members.find(({ key }) => key === String(step)) : source.members[Number(step)];
    if (!member) break;
    start = member.start;
    source = member.value;
  }
  return start;
}

/** The offset of the Markdown block that a path leads to; undefined if it leads elsewhere. */
function bodyOffset(
  { opening, text, closing, body }: Frame,
  path: ValuePath,
  blocks: () => readonly number[],
): number | undefined {
  const [first, , list, index] = path;
  if (!body?.trim() || first !== 'fields' || list !== 'content') return undefined;
  return opening.length + text.length + closing.length + (blocks()[Number(index)] ?? 0);
}

/** The offsets of the blocks in a Markdown text; none if it exceeds the limits, as a file that was just saved may. */
function blockStarts(body: string): readonly number[] {
  try {
    return partsOf(body)
      .blocks.filter(isShown)
      .map(({ syntax }) => spanOf(syntax).start);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
