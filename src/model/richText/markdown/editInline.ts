import { isDeepStrictEqual } from 'node:util';
import type { Nodes } from 'mdast';
import { joinTexts } from '../canonical.ts';
import { childrenOf, type RichTextNode } from '../node.ts';
import { COMMENT, placeUnits, type Unit, unitsOf } from './inlineUnits.ts';
import { type Span, spanOf } from './span.ts';
import { blockToMarkdown } from './toMarkdown.ts';

/** What takes the place of a piece of a text. */
export interface Splice extends Span {
  readonly text: string;
}

/**
 * Ways to change the inline content of a block from what `before` says to what `after` says, the smallest first; each may
 * say something else, and none may be found. Comments are kept.
 *
 * @param syntax the block in the text
 */
export function editInline(text: string, syntax: Nodes, before: RichTextNode, after: RichTextNode): readonly Splice[] {
  const old = unitsOf(childrenOf(before));
  const next = unitsOf(childrenOf(after));
  const spans = placeUnits(text, syntax, old);
  const inner = insideOf(syntax);
  if (!spans || !inner) return [];
  const smallest = differenceOf(old, next);
  return [smallest, widen(smallest, old)].flatMap((change, index) => {
    const span = index === 0 ? spanWithin(change, old, next, spans) : spanAround(change, spans, inner);
    if (span === undefined) return [];
    const marks = index === 0 ? (next[change.start] ?? old[change.start])!.node.marks : undefined;
    const nodes = next.slice(change.start, change.nextEnd).map(({ node }) => without(node, marks));
    const fresh = print(after, joinTexts(nodes), {
      isFirst: change.start === 0,
      isLast: change.nextEnd === next.length,
    });
    const comments = text.slice(span.start, span.end).match(COMMENT) ?? [];
    return fresh === undefined ? [] : [{ ...span, text: [fresh, ...comments].join('') }];
  });
}

/** The inside of the signs that make a block one. */
function insideOf(syntax: Nodes): Span | undefined {
  const children = 'children' in syntax ? syntax.children : [];
  const [first, last] = [children[0], children.at(-1)];
  return first && last && { start: spanOf(first).start, end: spanOf(last).end };
}

/** Old units from `start` up to `end` become the new ones from there up to `nextEnd`. */
interface Change extends Span {
  readonly nextEnd: number;
}

function differenceOf(old: readonly Unit[], next: readonly Unit[]): Change {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start]!.key === next[start]!.key) start += 1;
  let kept = 0;
  while (kept < shorter - start && old.at(-1 - kept)!.key === next.at(-1 - kept)!.key) kept += 1;
  return { start, end: old.length - kept, nextEnd: next.length - kept };
}

/** The change with all that is marked around it. */
function widen({ start, end, nextEnd }: Change, old: readonly Unit[]): Change {
  const isMarked = (unit: Unit | undefined): boolean => unit?.node.marks !== undefined;
  let [from, more] = [start, 0];
  while (isMarked(old[from - 1])) from -= 1;
  while (isMarked(old[end + more])) more += 1;
  return { start: from, end: end + more, nextEnd: nextEnd + more };
}

/** The place of a change that stays within the same marks. */
function spanWithin(
  { start, end, nextEnd }: Change,
  old: readonly Unit[],
  next: readonly Unit[],
  spans: readonly Span[],
): Span | undefined {
  const changed = [...old.slice(start, end), ...next.slice(start, nextEnd)].map(({ node }) => node.marks);
  if (changed.some((marks) => !isDeepStrictEqual(marks, changed[0]))) return undefined;
  if (end > start) return { start: spans[start]!.start, end: spans[end - 1]!.end };
  const isBeside = (unit: Unit | undefined): boolean =>
    unit !== undefined && isDeepStrictEqual(unit.node.marks, changed[0]);
  if (isBeside(old[start - 1])) return { start: spans[start - 1]!.end, end: spans[start - 1]!.end };
  return isBeside(old[start]) ? { start: spans[start]!.start, end: spans[start]!.start } : undefined;
}

/** The place of a change with no marks around. */
const spanAround = ({ start, end }: Change, spans: readonly Span[], inner: Span): Span => ({
  start: spans[start - 1]?.end ?? inner.start,
  end: spans[end]?.start ?? inner.end,
});

function without({ marks, ...node }: RichTextNode, common: unknown): RichTextNode {
  return marks === undefined || isDeepStrictEqual(marks, common) ? node : { ...node, marks };
}

/** Stands for what is beside, so that spaces and signs at the edge are written as they are within a line. */
const BESIDE: RichTextNode = { type: 'text', text: 'a' };

/** Inline nodes as they are written in a block like this one; undefined where they need to be written otherwise. */
function print(
  block: RichTextNode,
  nodes: readonly RichTextNode[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string | undefined {
  if (nodes.length === 0) return '';
  const content = joinTexts([...(isFirst ? [] : [BESIDE]), ...nodes, ...(isLast ? [] : [BESIDE])]);
  const written = blockToMarkdown({ ...block, content })
    .trimEnd()
    .replace(/^#+ /, '');
  if (written.startsWith('```')) return undefined;
  return written.slice(isFirst ? 0 : 1, isLast ? undefined : -1);
}
