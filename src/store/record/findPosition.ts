import { lazily } from '../../lib/list/lazily.ts';
import type { ValuePath } from '../../model/reference.ts';
import { isShownBlock, parseMarkdownParts } from '../../model/richText/markdown/fromMarkdown.ts';
import { nodeSpan } from '../../model/richText/markdown/span.ts';
import { CODECS } from '../codec/codecs.ts';
import { FileError } from '../codec/fileError.ts';
import { type FileFrame, frameOf } from '../codec/fileFrame.ts';
import { readFileText } from '../codec/fileText.ts';
import { formatOf } from '../codec/formats.ts';
import type { ValueSource } from '../codec/valueSource.ts';

/** A place in a file, counted from 1. */
export interface ValuePosition {
  readonly line: number;
  readonly column: number;
}

/** Finds the place of a value in a file; for a missing value, that of the mapping it is missing from. */
export type FindValuePosition = (path: ValuePath) => ValuePosition;

/** Values of a file whose places are wanted. */
export interface PositionQuery {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly values: readonly ValuePath[];
}

export const BEGIN: ValuePosition = { line: 1, column: 1 };

/** Reads a file once to find places in it. In a broken file every place is its beginning. */
export function createFindPosition(file: string, bytes: Uint8Array): FindValuePosition {
  const format = formatOf(file);
  if (format === undefined) return () => BEGIN;
  try {
    const { text } = readFileText(bytes, format);
    const frame = frameOf(format, text);
    const source = CODECS[format].source(frame.text);
    // A Markdown text takes long to parse, and may hold a hundred places to find.
    const blocks = lazily(() => blockStarts(frame.body ?? ''));
    return (path) =>
      positionAtOffset(text, bodyOffset(frame, path, blocks) ?? frame.opening.length + valueOffset(source, path));
  } catch (error) {
    if (error instanceof FileError) return () => BEGIN;
    throw error;
  }
}

/** The place of each value. */
export const findValuePositions = ({ path, bytes, values }: PositionQuery): readonly ValuePosition[] =>
  values.map(createFindPosition(path, bytes));

function positionAtOffset(text: string, offset: number): ValuePosition {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The offset of the value at a path or of its key, or of the last collection on the way to it. */
function valueOffset(root: ValueSource, path: ValuePath): number {
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
  { opening, text, closing, body }: FileFrame,
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
    return parseMarkdownParts(body)
      .blocks.filter(isShownBlock)
      .map(({ syntax }) => nodeSpan(syntax).start);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
