import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { joinTexts } from '../../richText/canonical.ts';
import { isNode, type RichTextNode } from '../../richText/node.ts';
import { type Chunk, chunksOf } from './chunks.ts';
import { isContrary, type MarkChange, markChange, NO_CHANGE, sameChange, withMarks } from './mergeMarks.ts';
import { wordsOf } from './mergeText.ts';

/** The inline content of a block in three versions. */
interface Contents {
  readonly base: readonly unknown[];
  readonly ours: readonly unknown[];
  readonly theirs: readonly unknown[];
}

/** A word of a text, or a node that is none, with its marks. */
interface Unit {
  /** The text node that a word stands in. */
  readonly node: RichTextNode;
  readonly word: string | undefined;
  /** The same for what differs in its marks alone. */
  readonly key: string;
}

interface Units {
  readonly base: readonly Unit[];
  readonly ours: readonly Unit[];
  readonly theirs: readonly Unit[];
}

/**
 * Merges inline content by words, and the marks of words that both sides have kept by their types; undefined where both
 * have changed something.
 */
export function mergeInline({ base, ours, theirs }: Contents): readonly RichTextNode[] | undefined {
  const units = { base: unitsOf(base), ours: unitsOf(ours), theirs: unitsOf(theirs) };
  const chunks = chunksOf(units.base.map(keyOf), units.ours.map(keyOf), units.theirs.map(keyOf));
  const merged: Unit[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const part = mergeChunk(chunk, { before: chunks[index - 1], after: chunks[index + 1] }, units);
    if (part === undefined) return undefined;
    for (const unit of part) merged.push(unit);
  }
  return joinTexts(nodesOf(merged));
}

/** Words of one text that are still beside one another are put together again. */
function nodesOf(units: readonly Unit[]): readonly RichTextNode[] {
  const nodes: RichTextNode[] = [];
  for (let at = 0; at < units.length; ) {
    const { node, word } = units[at]!;
    let text = word;
    for (at += 1; text !== undefined && units[at]?.node === node; at += 1) text += units[at]!.word ?? '';
    nodes.push(text === undefined ? node : { ...node, text });
  }
  return nodes;
}

const keyOf = ({ key }: Unit): string => key;

/** A plain loop: a long paragraph has thousands of words, three times. */
function unitsOf(content: readonly unknown[]): readonly Unit[] {
  const units: Unit[] = [];
  for (const node of content.filter(isNode)) {
    const { marks: _, text, ...rest } = node;
    if (node.type !== 'text') {
      units.push({ node, word: undefined, key: canonicalJson([rest, text]) });
      continue;
    }
    // A text node has nothing but its text and marks; what else an editor puts there is part of what it says.
    const more = Object.keys(rest).length > 1 ? canonicalJson(rest) : '';
    for (const word of wordsOf(String(text))) units.push({ node, word, key: more === '' ? word : word + more });
  }
  return units;
}

interface Around {
  readonly before: Chunk | undefined;
  readonly after: Chunk | undefined;
}

function mergeChunk(chunk: Chunk, around: Around, units: Units): readonly Unit[] | undefined {
  const [base, ours, theirs] = [cut(units, chunk, 'base'), cut(units, chunk, 'ours'), cut(units, chunk, 'theirs')];
  if (sameText(base, theirs)) {
    if (!sameText(base, ours)) return carry(ours, changeOf(chunk, around, units, 'theirs'));
    return allOf(base.map((unit, at) => mergeMarks(unit, ours[at]!, theirs[at]!)));
  }
  if (sameText(base, ours)) return carry(theirs, changeOf(chunk, around, units, 'ours'));
  const isAlike = sameText(ours, theirs) && ours.every(({ node }, at) => sameMarks(node, theirs[at]!.node));
  return isAlike ? ours : undefined;
}

const cut = (units: Units, chunk: Chunk, side: keyof Units): readonly Unit[] => units[side].slice(...chunk[side]);

const sameText = (a: readonly Unit[], b: readonly Unit[]): boolean =>
  a.length === b.length && a.every(({ key }, at) => key === b[at]!.key);

const sameMarks = (a: RichTextNode, b: RichTextNode): boolean => markChange(a, b).size === 0;

function mergeMarks(base: Unit, ours: Unit, theirs: Unit): Unit | undefined {
  const [our, their] = [markChange(base.node, ours.node), markChange(base.node, theirs.node)];
  if (our.size === 0) return theirs;
  return isContrary(our, their) ? undefined : marked(ours, their);
}

const marked = (unit: Unit, change: MarkChange): Unit =>
  change.size === 0 ? unit : { ...unit, node: withMarks(unit.node, change) };

/** What one side has written, with the marks that the other has changed there in the meantime. */
function carry(units: readonly Unit[], change: MarkChange | undefined): readonly Unit[] | undefined {
  return change && units.map((unit) => marked(unit, change));
}

/**
 * How a side that has kept the words of a chunk has changed their marks; undefined where that cannot be said of what
 * the other has put in their place: it differs from word to word, or it was for these words alone and they are gone.
 */
function changeOf(chunk: Chunk, around: Around, units: Units, side: 'ours' | 'theirs'): MarkChange | undefined {
  const changes = changesIn(chunk, units, side);
  const before = around.before && changesIn(around.before, units, side).at(-1);
  const after = around.after && changesIn(around.after, units, side)[0];
  const other = side === 'ours' ? 'theirs' : 'ours';
  const isGone = chunk[other][0] === chunk[other][1];
  const [first, ...rest] = changes;
  if (first === undefined) return before && after && sameChange(before, after) ? before : NO_CHANGE;
  if (rest.some((change) => !sameChange(first, change))) return undefined;
  const goesOn = [before, after].some((change) => change && sameChange(first, change));
  return isGone && first.size > 0 && !goesOn ? undefined : first;
}

/** How a side has changed the marks of each word of a chunk, whose words it has kept. */
function changesIn(chunk: Chunk, units: Units, side: 'ours' | 'theirs'): readonly MarkChange[] {
  const [base, next] = [cut(units, chunk, 'base'), cut(units, chunk, side)];
  return sameText(base, next) ? base.map(({ node }, at) => markChange(node, next[at]!.node)) : [];
}

function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}
