import { canonicalJson } from '../../../lib/canonicalJson.ts';
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

export function markChange(before: RichTextNode, after: RichTextNode): MarkChange {
  const [old, next] = [marksByType(before), marksByType(after)];
  const types = [...new Set([...old.keys(), ...next.keys()])].sort();
  return new Map(
    types.filter((type) => !sameMark(old.get(type), next.get(type))).map((type) => [type, next.get(type)]),
  );
}

export const sameChange = (a: MarkChange, b: MarkChange): boolean =>
  a.size === b.size && [...a].every(([type, mark]) => b.has(type) && sameMark(mark, b.get(type)));

/** Both changes in one; undefined where they give one type of mark in two ways. */
export function joinChanges(a: MarkChange, b: MarkChange): MarkChange | undefined {
  const isUnsure = [...a].some(([type, mark]) => b.has(type) && !sameMark(mark, b.get(type)));
  return isUnsure ? undefined : new Map([...a, ...b]);
}

/** A node with a change of its marks. Marks that are new to it stand behind its own, in the order of the rules. */
export function withMarks(node: RichTextNode, change: MarkChange): RichTextNode {
  if (change.size === 0) return node;
  const present = marksByType(node);
  const kept = [...present].flatMap(([type, mark]) => (change.has(type) ? (change.get(type) ?? []) : mark));
  const order = [...MARKS.keys()];
  const added = [...change]
    .filter(([type]) => !present.has(type))
    .flatMap(([, mark]) => mark ?? [])
    .sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  const { marks: _, ...plain } = node;
  const marks = [...kept, ...added];
  return marks.length > 0 ? { ...plain, marks } : plain;
}
