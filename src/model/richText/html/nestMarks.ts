import { sameJson } from '../../../lib/json/sameJson.ts';
import { attributesOf, isNode, type RichTextNode } from '../node.ts';
import { MARKS } from '../rules.ts';

/** Inline content nested like elements: a node, or a mark around other content. */
export type Inline =
  | { readonly node: RichTextNode }
  | { readonly mark: RichTextNode; readonly content: readonly Inline[] };

/** A node, and its marks that are still to be put around it, outermost first. */
interface UnnestedNode {
  readonly node: RichTextNode;
  readonly marks: readonly RichTextNode[];
}

/** The known marks of a node, outermost first; of a repeated mark the first counts. So there are never more than `MARKS`. */
export function knownMarks({ marks }: RichTextNode): readonly RichTextNode[] {
  const byType = new Map<string, RichTextNode>();
  for (const mark of Array.isArray(marks) ? marks.filter(isNode) : [])
    if (MARKS.has(mark.type) && !byType.has(mark.type)) byType.set(mark.type, mark);
  return [...byType.values()];
}

/** Nests inline nodes: each mark goes around as many neighbours as carry it at the same depth. */
export const nestMarks = (nodes: readonly RichTextNode[]): readonly Inline[] =>
  nestByMarks(nodes.map((node) => ({ node, marks: knownMarks(node) })));

function nestByMarks(nodes: readonly UnnestedNode[]): readonly Inline[] {
  const nested: Inline[] = [];
  for (let start = 0; start < nodes.length; ) {
    const { node, marks } = nodes[start]!;
    const [mark] = marks;
    const end = mark ? endOfRun(nodes, start, mark) : start + 1;
    const inner = nodes.slice(start, end).map((one) => ({ node: one.node, marks: one.marks.slice(1) }));
    nested.push(mark ? { mark, content: nestByMarks(inner) } : { node });
    start = end;
  }
  return nested;
}

function endOfRun(nodes: readonly UnnestedNode[], start: number, mark: RichTextNode): number {
  let end = start + 1;
  while (end < nodes.length && isEqualMark(nodes[end]!.marks[0], mark)) end += 1;
  return end;
}

const isEqualMark = (mark: RichTextNode | undefined, other: RichTextNode): boolean =>
  mark?.type === other.type && sameJson(givenOf(mark), givenOf(other));

/** The attributes of a mark without nulls, which count as absent. */
const givenOf = (mark: RichTextNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(attributesOf(mark)).filter(([, value]) => value !== null));
