import { isDeepStrictEqual } from 'node:util';
import type { Nodes } from 'mdast';
import { commonEnds, commonPairs } from '../../../../lib/list/commonPairs.ts';
import { joinTexts } from '../../canonical.ts';
import { childrenOf, type RichTextNode } from '../../node.ts';
import { nodeSpan, type Splice, type TextSpan } from '../span.ts';
import { blockToPlainMarkdown } from '../toMarkdown.ts';
import { commentsIn, type InlineUnit, locateUnits, splitInlineUnits } from './inlineUnits.ts';

/** Longer blocks are rewritten as a whole. */
const MAX_UNITS = 100_000;
/** If more words than this have changed, they are replaced together. */
const MAX_SPLICES = 20;

/**
 * Ways to edit the inline content of a block from `before` to `after`, the smallest edit first, each as a list of pieces to
 * replace. There may be none, and a result may say something else: the caller must read it back. Comments are kept.
 *
 * @param syntax the block in the text
 */
export function* editInline(
  text: string,
  syntax: Nodes,
  before: RichTextNode,
  after: RichTextNode,
): Generator<readonly Splice[]> {
  const { start, end } = nodeSpan(syntax);
  if (end - start > MAX_UNITS) return;
  const old = splitInlineUnits(childrenOf(before));
  const next = splitInlineUnits(childrenOf(after));
  const spans = locateUnits(text, syntax, old);
  const inner = insideOf(syntax);
  if (!spans || !inner) return;

  function splice(change: UnitChange, span: TextSpan | undefined, marks?: unknown): Splice | undefined {
    const nodes = next.slice(change.nextStart, change.nextEnd).map(({ node }) => withoutCommonMarks(node, marks));
    const edges = { isFirst: change.nextStart === 0, isLast: change.nextEnd === next.length };
    const fresh = span && printInline(after, joinTexts(nodes), edges);
    if (!span || fresh === undefined) return undefined;
    const comments = commentsIn(text.slice(span.start, span.end));
    return { ...span, text: [fresh, ...comments].join('') };
  }
  const spliceWithin = (change: UnitChange): Splice | undefined =>
    splice(change, spanWithin(change, old, next, spans), (next[change.nextStart] ?? old[change.start])?.node.marks);

  const words = diffUnitWords(old, next);
  if (words.length <= MAX_SPLICES) yield* complete(words.map(spliceWithin));
  const whole = unitDifference(old, next);
  yield* complete([spliceWithin(whole)]);
  const around = widenToMarks(whole, old);
  yield* complete([splice(around, spanAround(around, spans, inner))]);
}

/** The splices, if every change has one. */
const complete = (splices: readonly (Splice | undefined)[]): readonly (readonly Splice[])[] =>
  splices.every((one) => one !== undefined) ? [splices] : [];

/** The span of a block's content, inside its own markup. */
function insideOf(syntax: Nodes): TextSpan | undefined {
  const children = 'children' in syntax ? syntax.children : [];
  const [first, last] = [children[0], children.at(-1)];
  return first && last && { start: nodeSpan(first).start, end: nodeSpan(last).end };
}

/** Old units from `start` to `end` (exclusive) become the new units from `nextStart` to `nextEnd`. */
interface UnitChange extends TextSpan {
  readonly nextStart: number;
  readonly nextEnd: number;
}

function unitDifference(old: readonly InlineUnit[], next: readonly InlineUnit[]): UnitChange {
  const { start, end } = commonEnds(
    old.map(({ key }) => key),
    next.map(({ key }) => key),
  );
  return { start, end: old.length - end, nextStart: start, nextEnd: next.length - end };
}

/** The units grouped into words and the single characters between them. */
function groupIntoWords(units: readonly InlineUnit[]): readonly (TextSpan & { readonly key: string })[] {
  const words: (TextSpan & { readonly key: string })[] = [];
  for (let end = 1, start = 0; end <= units.length; end += 1) {
    if (end < units.length && isWithinWord(units[end - 1]!) && isWithinWord(units[end]!)) continue;
    const keys = units.slice(start, end).map(({ key }) => key);
    words.push({ start, end, key: keys.join('') });
    start = end;
  }
  return words;
}

const isWithinWord = ({ node }: InlineUnit): boolean =>
  node.type === 'text' && /[^\s!-/:-@[-`{-~]/.test(String(node.text));

/** The changes from old to new units, word by word. */
function diffUnitWords(old: readonly InlineUnit[], next: readonly InlineUnit[]): readonly UnitChange[] {
  const [before, after] = [groupIntoWords(old), groupIntoWords(next)];
  const pairs = commonPairs(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  const changes: UnitChange[] = [];
  let [start, nextStart] = [0, 0];
  for (const [oldIndex, nextIndex] of [...pairs, [before.length, after.length] as const]) {
    const end = before[oldIndex]?.start ?? old.length;
    const nextEnd = after[nextIndex]?.start ?? next.length;
    if (end > start || nextEnd > nextStart) changes.push({ start, end, nextStart, nextEnd });
    start = before[oldIndex]?.end ?? end;
    nextStart = after[nextIndex]?.end ?? nextEnd;
  }
  return changes;
}

/** The change, extended over all neighbouring units that have marks. */
function widenToMarks({ start, end, nextStart, nextEnd }: UnitChange, old: readonly InlineUnit[]): UnitChange {
  const isMarked = (unit: InlineUnit | undefined): boolean => unit?.node.marks !== undefined;
  let [less, more] = [0, 0];
  while (isMarked(old[start - 1 - less])) less += 1;
  while (isMarked(old[end + more])) more += 1;
  return { start: start - less, end: end + more, nextStart: nextStart - less, nextEnd: nextEnd + more };
}

/** The span of a change whose units all have the same marks; undefined if they differ. */
function spanWithin(
  { start, end, nextStart, nextEnd }: UnitChange,
  old: readonly InlineUnit[],
  next: readonly InlineUnit[],
  spans: readonly TextSpan[],
): TextSpan | undefined {
  const changed = [...old.slice(start, end), ...next.slice(nextStart, nextEnd)].map(({ node }) => node.marks);
  if (changed.some((marks) => !isDeepStrictEqual(marks, changed[0]))) return undefined;
  if (end > start) return { start: spans[start]!.start, end: spans[end - 1]!.end };
  const isBeside = (unit: InlineUnit | undefined): boolean =>
    unit !== undefined && isDeepStrictEqual(unit.node.marks, changed[0]);
  if (isBeside(old[start - 1])) return { start: spans[start - 1]!.end, end: spans[start - 1]!.end };
  return isBeside(old[start]) ? { start: spans[start]!.start, end: spans[start]!.start } : undefined;
}

/** The span of a change with no marks around it. */
const spanAround = ({ start, end }: UnitChange, spans: readonly TextSpan[], inner: TextSpan): TextSpan => ({
  start: spans[start - 1]?.end ?? inner.start,
  end: spans[end]?.start ?? inner.end,
});

function withoutCommonMarks({ marks, ...node }: RichTextNode, common: unknown): RichTextNode {
  return marks === undefined || isDeepStrictEqual(marks, common) ? node : { ...node, marks };
}

/** Stands for the neighbouring text, so that spaces and special characters at the edge are written as inside a line. */
const BESIDE: RichTextNode = { type: 'text', text: 'a' };

/** The Markdown of inline nodes in a block like this one; undefined if they need character references or fenced JSON. */
function printInline(
  block: RichTextNode,
  nodes: readonly RichTextNode[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string | undefined {
  if (nodes.length === 0) return '';
  const content = joinTexts([...(isFirst ? [] : [BESIDE]), ...nodes, ...(isLast ? [] : [BESIDE])]);
  const written = blockToPlainMarkdown({ ...block, content })
    .trimEnd()
    .replace(/^#+ /, '');
  // Character references read worse than tags.
  if (written.startsWith('```') || written.includes('&#x')) return undefined;
  return written.slice(isFirst ? 0 : 1, isLast ? undefined : -1);
}
