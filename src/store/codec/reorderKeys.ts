import { sameJson } from '../../lib/json/sameJson.ts';
import { CODECS } from './codecs.ts';
import { frameOf, joinFrame } from './fileFrame.ts';
import { readFileText, writeFileText } from './fileText.ts';
import type { FileFormat } from './formats.ts';
import type { BlockSource, FlowSource, SourceMember } from './valueSource.ts';

/**
 * Puts the top-level keys of a file in the given order, unknown ones last, each with the comments above it. One-line
 * YAML stays as it is.
 */
export function reorderKeys(format: FileFormat, bytes: Uint8Array, order: readonly string[]): Uint8Array {
  const { text, hasBom } = readFileText(bytes, format);
  const frame = frameOf(format, text);
  const source = CODECS[format].source(frame.text);
  // It is not clear which key a comment between the brackets of YAML belongs to.
  if (source.shape === 'scalar' || (source.shape === 'flow' && format !== 'json')) return bytes;
  const moved =
    source.shape === 'flow' ? reorderFlow(frame.text, source, order) : reorderBlock(frame.text, source, order);
  if (moved === frame.text || !sameJson(CODECS[format].read(moved), source.value)) return bytes;
  return writeFileText({ text: joinFrame(format, { ...frame, text: moved }), hasBom });
}

function reorderBlock(text: string, { members, start, end }: BlockSource, order: readonly string[]): string {
  const pieces = members.map((member, index) => ({
    key: member.key,
    text: withBreak(text.slice(index === 0 ? member.start : members[index - 1]!.end, member.end)),
  }));
  // Comments above the first key are about the file.
  const head = text.slice(0, members[0]?.start ?? start);
  return (
    head +
    sortMembers(pieces, order)
      .map((piece) => piece.text)
      .join('') +
    text.slice(end)
  );
}

/** Swaps the pairs; the commas, line breaks and indents between them stay. */
function reorderFlow(text: string, { members }: FlowSource, order: readonly string[]): string {
  const sorted = sortMembers(members, order);
  const pieces = members.map(({ start }, index) => {
    const { start: from, end: to } = sorted[index]!;
    return text.slice(members[index - 1]?.end ?? 0, start) + text.slice(from, to);
  });
  return pieces.join('') + text.slice(members.at(-1)?.end ?? 0);
}

function sortMembers<T extends Pick<SourceMember, 'key'>>(
  members: readonly T[],
  order: readonly string[],
): readonly T[] {
  const placeOf = ({ key }: T): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return members.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const withBreak = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
