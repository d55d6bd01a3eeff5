import { isDeepStrictEqual } from 'node:util';
import { attributesOf, childrenOf, isNode, type RichTextNode } from './node.ts';

type Json = Readonly<Record<string, unknown>>;

/** The defaults of attributes, by node type. */
const DEFAULTS: Readonly<Record<string, Json>> = {
  orderedList: { start: 1 },
  tableHeader: { colspan: 1, rowspan: 1 },
  tableCell: { colspan: 1, rowspan: 1 },
};

/**
 * A document in its canonical form, equal for all documents of the same meaning: no nulls, no empty lists, no attributes
 * at their default, no neighbouring texts with the same marks.
 */
export function canonical(document: RichTextNode): RichTextNode {
  // Through JSON, which has no -0 and no undefined.
  return simplifyNode(JSON.parse(JSON.stringify(document)));
}

function simplifyNode(node: RichTextNode): RichTextNode {
  const { attrs: _, content: __, marks, ...rest } = node;
  const attrs = withoutDefaults(attributesOf(node), DEFAULTS[node.type]);
  const content = joinTexts(childrenOf(node).map(simplifyNode));
  const short = (Array.isArray(marks) ? marks : []).filter(isNode).map(simplifyNode);
  return {
    ...(withoutDefaults(rest) as Json & { type: string }),
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(short.length > 0 && { marks: short }),
    ...(content.length > 0 && { content }),
  };
}

const withoutDefaults = (values: Json, defaults: Json = {}): Json =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== null && value !== defaults[key]));

/** Joins neighbouring texts with the same marks. */
export function joinTexts(nodes: readonly RichTextNode[]): readonly RichTextNode[] {
  const joined: RichTextNode[] = [];
  for (const node of nodes) {
    const before = joined.at(-1);
    if (isTextNode(before) && isTextNode(node) && isDeepStrictEqual(withoutText(before), withoutText(node))) {
      joined[joined.length - 1] = { ...before, text: `${before.text}${node.text}` };
    } else joined.push(node);
  }
  return joined;
}

const isTextNode = (node: RichTextNode | undefined): node is RichTextNode & { text: string } =>
  node?.type === 'text' && typeof node.text === 'string';

const withoutText = ({ text: _, ...form }: RichTextNode): Json => form;
