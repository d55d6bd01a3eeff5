import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { sameJson } from '../../../lib/json/sameJson.ts';
import { joinTexts } from '../../richText/canonical.ts';
import { isNode, type RichTextNode } from '../../richText/node.ts';
import { MARKS } from '../../richText/rules.ts';
import type { CompleteVersions } from '../threeVersions.ts';
import { chunksOf, type MergeChunk } from './chunks.ts';
import { splitIntoWords } from './splitIntoWords.ts';

/** A word of a text node, or another inline node, with its marks. */
interface WordUnit {
  /** The text node that holds the word, or the inline node itself. */
  readonly node: RichTextNode;
  readonly word: string | undefined;
  /** Equal for units that differ only in their marks. */
  readonly key: string;
}

type Units = CompleteVersions<readonly WordUnit[]>;

/**
 * Merges inline content word by word, and the marks of kept words by type; undefined if both sides have changed the same
 * thing.
 */
export function mergeInline({
  base,
  ours,
  theirs,
}: CompleteVersions<readonly unknown[]>): readonly RichTextNode[] | undefined {
  const units = { base: splitIntoUnits(base), ours: splitIntoUnits(ours), theirs: splitIntoUnits(theirs) };
  const chunks = chunksOf(units.base.map(unitKey), units.ours.map(unitKey), units.theirs.map(unitKey));
  const merged: WordUnit[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const part = mergeChunk(chunk, { before: chunks[index - 1], after: chunks[index + 1] }, units);
    if (part === undefined) return undefined;
    for (const unit of part) merged.push(unit);
  }
  return joinTexts(joinUnits(merged));
}

/** Joins neighbouring words of the same text node again. */
function joinUnits(units: readonly WordUnit[]): readonly RichTextNode[] {
  const nodes: RichTextNode[] = [];
  for (let at = 0; at < units.length; ) {
    const { node, word } = units[at]!;
    let text = word;
    for (at += 1; text !== undefined && units[at]?.node === node; at += 1) text += units[at]!.word ?? '';
    nodes.push(text === undefined ? node : { ...node, text });
  }
  return nodes;
}

const unitKey = ({ key }: WordUnit): string => key;

/** A plain loop: a long paragraph has thousands of words in each of three versions. */
function splitIntoUnits(content: readonly unknown[]): readonly WordUnit[] {
  const units: WordUnit[] = [];
  for (const node of content.filter(isNode)) {
    const { marks: _, text, ...rest } = node;
    if (node.type !== 'text') {
      units.push({ node, word: undefined, key: canonicalJson([rest, text]) });
      continue;
    }
    // A text node normally has only text and marks; other keys that an editor adds count as content.
    const more = Object.keys(rest).length > 1 ? canonicalJson(rest) : '';
    for (const word of splitIntoWords(String(text))) units.push({ node, word, key: more === '' ? word : word + more });
  }
  return units;
}

interface ChunkNeighbours {
  readonly before: MergeChunk | undefined;
  readonly after: MergeChunk | undefined;
}

function mergeChunk(chunk: MergeChunk, around: ChunkNeighbours, units: Units): readonly WordUnit[] | undefined {
  const [base, ours, theirs] = [
    sliceSide(units, chunk, 'base'),
    sliceSide(units, chunk, 'ours'),
    sliceSide(units, chunk, 'theirs'),
  ];
  if (sameText(base, theirs)) {
    if (!sameText(base, ours)) return carry(ours, changeOf(chunk, around, units, 'theirs'));
    return allOf(base.map((unit, at) => mergeMarks(unit, ours[at]!, theirs[at]!)));
  }
  if (sameText(base, ours)) return carry(theirs, changeOf(chunk, around, units, 'ours'));
  const isAlike = sameText(ours, theirs) && ours.every(({ node }, at) => sameMarks(node, theirs[at]!.node));
  return isAlike ? ours : undefined;
}

const sliceSide = (units: Units, chunk: MergeChunk, side: keyof Units): readonly WordUnit[] =>
  units[side].slice(...chunk[side]);

const sameText = (a: readonly WordUnit[], b: readonly WordUnit[]): boolean =>
  a.length === b.length && a.every(({ key }, at) => key === b[at]!.key);

const sameMarks = (a: RichTextNode, b: RichTextNode): boolean => markChange(a, b).size === 0;

function mergeMarks(base: WordUnit, ours: WordUnit, theirs: WordUnit): WordUnit | undefined {
  const [our, their] = [markChange(base.node, ours.node), markChange(base.node, theirs.node)];
  if (our.size === 0) return theirs;
  return isContrary(our, their) ? undefined : markUnit(ours, their);
}

const markUnit = (unit: WordUnit, change: MarkChange): WordUnit =>
  change.size === 0 ? unit : { ...unit, node: withMarks(unit.node, change) };

/** What one side has written, with the other side's change of marks applied. */
function carry(units: readonly WordUnit[], change: MarkChange | undefined): readonly WordUnit[] | undefined {
  return change && units.map((unit) => markUnit(unit, change));
}

/**
 * How a side that kept the words of a chunk has changed their marks. Undefined if the change cannot be applied to the
 * other side's replacement: it differs from word to word, or it concerns only these words and they are gone.
 */
function changeOf(
  chunk: MergeChunk,
  around: ChunkNeighbours,
  units: Units,
  side: 'ours' | 'theirs',
): MarkChange | undefined {
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

/** How a side has changed the marks of each word of a chunk; empty if it has changed the words. */
function changesIn(chunk: MergeChunk, units: Units, side: 'ours' | 'theirs'): readonly MarkChange[] {
  const [base, next] = [sliceSide(units, chunk, 'base'), sliceSide(units, chunk, side)];
  return sameText(base, next) ? base.map(({ node }, at) => markChange(node, next[at]!.node)) : [];
}

function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/** The marks that a side has added or changed, by type; undefined for a removed mark. */
type MarkChange = ReadonlyMap<string, RichTextNode | undefined>;

/** The marks of an inline node by type; of a repeated mark the first counts. */
function marksByType({ marks }: RichTextNode): ReadonlyMap<string, RichTextNode> {
  const found = new Map<string, RichTextNode>();
  for (const mark of Array.isArray(marks) ? marks.filter(isNode) : [])
    if (!found.has(mark.type)) found.set(mark.type, mark);
  return found;
}

const sameMark = (a: RichTextNode | undefined, b: RichTextNode | undefined): boolean =>
  a === b || canonicalJson(a) === canonicalJson(b);

/** No mark added, changed or removed. */
const NO_CHANGE: MarkChange = new Map();

function markChange(before: RichTextNode, after: RichTextNode): MarkChange {
  // Called for every word of a paragraph, and hardly any has changed its marks.
  if (sameJson(before.marks, after.marks)) return NO_CHANGE;
  const [old, next] = [marksByType(before), marksByType(after)];
  const types = [...new Set([...old.keys(), ...next.keys()])].sort();
  return new Map(
    types.filter((type) => !sameMark(old.get(type), next.get(type))).map((type) => [type, next.get(type)]),
  );
}

const sameChange = (a: MarkChange, b: MarkChange): boolean =>
  a.size === b.size && [...a].every(([type, mark]) => b.has(type) && sameMark(mark, b.get(type)));

/** Whether two changes contradict each other in one type of mark. */
const isContrary = (a: MarkChange, b: MarkChange): boolean =>
  [...a].some(([type, mark]) => b.has(type) && !sameMark(mark, b.get(type)));

/** A node with a change applied to its marks, which are then in the order of `MARKS`. */
function withMarks(node: RichTextNode, change: MarkChange): RichTextNode {
  if (change.size === 0) return node;
  const order = [...MARKS.keys()];
  const marks = [...new Map([...marksByType(node), ...change]).values()]
    .filter((mark) => mark !== undefined)
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  const { marks: _, ...plain } = node;
  return marks.length > 0 ? { ...plain, marks } : plain;
}
