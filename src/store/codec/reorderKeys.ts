import { CODECS } from './codecs.ts';
import { readFileText, writeFileText } from './fileText.ts';
import type { Format } from './formats.ts';
import { frameOf, joinFrame } from './frame.ts';
import { sameJson } from './json.ts';
import type { BlockSource } from './source.ts';

/** A file with its top-level keys in the order given, unknown ones last, each with the comments above it. JSON and one-line YAML stay as they are. */
export function reorderKeys(format: Format, bytes: Uint8Array, order: readonly string[]): Uint8Array {
  const { text, hasBom } = readFileText(bytes, format);
  const frame = frameOf(format, text);
  const source = CODECS[format].source(frame.text);
  if (source.shape !== 'block') return bytes;
  const moved = reorderBlock(frame.text, source, order);
  if (moved === frame.text || !sameJson(CODECS[format].read(moved), source.value)) return bytes;
  return writeFileText({ text: joinFrame(format, { ...frame, text: moved }), hasBom });
}

function reorderBlock(text: string, { members, start, end }: BlockSource, order: readonly string[]): string {
  const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  const pieces = members.map((member, index) => ({
    place: placeOf(member.key),
    text: withBreak(text.slice(index === 0 ? member.start : members[index - 1]!.end, member.end)),
  }));
  // What stands above the first key is about the file.
  const head = text.slice(0, members[0]?.start ?? start);
  const sorted = [...pieces].sort((a, b) => a.place - b.place);
  return head + sorted.map((piece) => piece.text).join('') + text.slice(end);
}

const withBreak = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);
