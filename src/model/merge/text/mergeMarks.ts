import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { sameJson } from '../../../lib/json/sameJson.ts';
import { isNode, type RichTextNode } from '../../richText/node.ts';
import { MARKS } from '../../richText/rules.ts';

/** The marks that a side puts on something, and takes off, by their type; undefined: taken off. */
export type MarkChange = ReadonlyMap<string, RichTextNode | undefined>;

/** The marks of an inline node by type; of a mark that is repeated the first counts. */
export function marksByType({ marks }: RichTextNode): ReadonlyMap<string, RichTextNode> {
  const found = new Map<string, RichTextNode>();
  for (const mark of Array.isArray(marks) ? marks.filter(isNode) : [])
    if (!found.has(mark.type)) found.set(mark.type, mark);
  return found;
}

const sameMark = (a: RichTextNode | undefined, b: RichTextNode | undefined): boolean =>
  a === b || canonicalJson(a) === canonicalJson(b);

/** Nothing put on, nothing taken off. */
export const NO_CHANGE: MarkChange = new Map();

export function markChange(before: RichTextNode, after: RichTextNode): MarkChange {
  // Each word of a paragraph asks, and hardly one has another mark.
  if (sameJson(before.marks, after.marks)) return NO_CHANGE;
  const [old, next] = [marksByType(before), marksByType(after)];
  const types = [...new Set([...old.keys(), ...next.keys()])].sort();
  return new Map(
    types.filter((type) => !sameMark(old.get(type), next.get(type))).map((type) => [type, next.get(type)]),
  );
}

export const sameChange = (a: MarkChange, b: MarkChange): boolean =>
  a.size === b.size && [...a].every(([type, mark]) => b.has(type) && sameMark(mark, b.get(type)));

/** Whether two changes give one type of mark in two ways. */
export const isContrary = (a: MarkChange, b: MarkChange): boolean =>
  [...a].some(([type, mark]) => b.has(type) && !sameMark(mark, b.get(type)));

/** A node with a change of its marks, which then stand in the order of the rules. */
export function withMarks(node: RichTextNode, change: MarkChange): RichTextNode {
  if (change.size === 0) return node;
  const order = [...MARKS.keys()];
  const marks = [...new Map([...marksByType(node), ...change]).values()]
    .filter((mark) => mark !== undefined)
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  const { marks: _, ...plain } = node;
  return marks.length > 0 ? { ...plain, marks } : plain;
}
