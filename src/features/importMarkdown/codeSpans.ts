import type { TextSpan } from '../../model/richText/markdown/span.ts';

interface Fence {
  readonly start: number;
  readonly sign: string;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n]*)/;

/**
 * The fenced code and the code spans of a text, in order, in time that grows only with its length
 * (https://spec.commonmark.org/0.31.2/#fenced-code-blocks and /#code-spans). A fence that is not closed reaches to the
 * end of the text.
 */
export function findCode(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let fence: Fence | undefined;
  let paragraph = 0;
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = text.indexOf('\n', start) + 1 || text.length;
    const line = text.slice(start, end).trimEnd();
    const [, sign = '', info = ''] = FENCE.exec(line) ?? [];
    if (fence) {
      if (!sign.startsWith(fence.sign) || info !== '') continue;
      spans.push({ start: fence.start, end });
      fence = undefined;
      paragraph = end;
    } else if (sign !== '' && !(sign.startsWith('`') && info.includes('`'))) {
      addCodeSpans(spans, text.slice(paragraph, start), paragraph);
      fence = { start, sign };
    } else if (line === '') {
      addCodeSpans(spans, text.slice(paragraph, start), paragraph);
      paragraph = end;
    }
  }
  if (fence) spans.push({ start: fence.start, end: text.length });
  else addCodeSpans(spans, text.slice(paragraph), paragraph);
  return spans;
}

/** Adds the code spans of a paragraph, which begins at `offset`: each closes with as many backticks as it opens with. */
function addCodeSpans(spans: TextSpan[], paragraph: string, offset: number): void {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }));
  const byLength = new Map<number, number[]>();
  for (const [at, { length }] of runs.toReversed().entries()) {
    const places = byLength.get(length) ?? [];
    byLength.set(length, places);
    places.push(runs.length - 1 - at);
  }
  for (let at = 0; at < runs.length; at += 1) {
    const { index, length } = runs[at]!;
    const isEscaped = countBackslashes(paragraph, index) % 2 === 1;
    const places = byLength.get(isEscaped ? length - 1 : length) ?? [];
    while (places.length > 0 && places.at(-1)! <= at) places.pop();
    const closing = places.pop();
    if (closing === undefined) continue;
    const { index: last, length: size } = runs[closing]!;
    spans.push({ start: offset + index, end: offset + last + size });
    at = closing;
  }
}

function countBackslashes(text: string, before: number): number {
  let count = 0;
  while (text[before - count - 1] === '\\') count += 1;
  return count;
}

/** Replaces the matches of a pattern with the flag `g` that do not begin in code. */
export function replaceOutsideOfCode(
  text: string,
  pattern: RegExp,
  write: (...match: readonly string[]) => string,
): string {
  const parts: string[] = [];
  let code: readonly TextSpan[] | undefined;
  let [at, done] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    code ??= findCode(text);
    while (at < code.length && code[at]!.end <= match.index) at += 1;
    if (at < code.length && code[at]!.start <= match.index) continue;
    parts.push(text.slice(done, match.index), write(...match));
    done = match.index + match[0].length;
  }
  return parts.join('') + text.slice(done);
}

/** The text without its code. */
export function withoutCode(text: string): string {
  const code = findCode(text);
  return [{ end: 0 }, ...code].map(({ end }, at) => text.slice(end, code[at]?.start)).join(' ');
}
