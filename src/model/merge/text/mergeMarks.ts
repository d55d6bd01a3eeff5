import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { sameJson } from '../../../lib/json/sameJson.ts';
import { isNode, type RichTextNode } from '../../richText/node.ts';
import { MARKS } from '../../richText/rules.ts';

/** The marks that a side has added or changed, by type; undefined for a removed mark. */
export type MarkChange = ReadonlyMap<string, RichTextNode | undefined>;

/** The marks of an inline node by type; of a repeated mark the first counts. */
export function marksByType({ marks }: RichTextNode): ReadonlyMap<string, RichTextNode> {
  const found = new Map<string, RichTextNode>();
  for (const mark of Array.isArray(marks) ? marks.filter(isNode) : [])
    if (!found.has(mark.type)) found.set(mark.type, mark);
  return found;
}

const sameMark = (a: RichTextNode | undefined, b: RichTextNode | undefined): boolean =>
  a === b || canonicalJson(a) === canonicalJson(b);

/** No mark added, changed or removed. */
export const NO_CHANGE: MarkChange = new Map();

export function markChange(before: RichTextNode, after: RichTextNode): MarkChange {
  // Called for every word of a paragraph, and hardly any has changed its marks.
  if (sameJson(before.marks, after.marks)) return NO_CHANGE;
  const [old, next] = [marksByType(before), marksByType(after)];
  const types = [...new Set([...old.keys(), ...next.keys()])].sort();
  return new Map(
    types.filter((type) => !sameMark(old.get(type), next.get(type))).map((type) => [type, next.get(type)]),
  );
}

export const sameChange = (a: MarkChange, b: MarkChange): boolean =>
  a.size === b.size && [...a].every(([type, mark]) => b.has(type) && sameMark(mark, b.get(type)));

/** Whether two changes contradict each other in one type of mark. */
export const isContrary = (a: MarkChange, b: MarkChange): boolean =>
  [...a].some(([type, mark]) => b.has(type) && !sameMark(mark, b.get(type)));

/** A node with a change applied to its marks, which are then in the order of `MARKS`. */
export function withMarks(node: RichTextNode, change: MarkChange): RichTextNode {
  if (change.size === 0) return node;
  const order = [...MARKS.keys()];
  const marks = [...new Map([...marksByType(node), ...change]).values()]
    .filter((mark) => mark !== undefined)
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  const { marks: _, ...plain } = node;
  return marks.length > 0 ? { ...plain, marks } : plain;
}
