import type { ValuePath } from '../reference.ts';

/** A node of a rich text document as ProseMirror writes it in JSON. Nothing in it is trusted: `check.ts` judges it. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly marks?: unknown;
  readonly text?: unknown;
}

/** Nodes within nodes that are looked at; a document that nests deeper is refused when it is written. */
export const MAX_DEPTH = 64;

export const isNode = (value: unknown): value is RichTextNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The attributes of a node or a mark; empty where it has none. */
export const attributesOf = ({ attrs }: { readonly attrs?: unknown }): Readonly<Record<string, unknown>> =>
  typeof attrs === 'object' && attrs !== null && !Array.isArray(attrs) ? (attrs as Record<string, unknown>) : {};

export const contentOf = ({ content }: RichTextNode): readonly unknown[] => (Array.isArray(content) ? content : []);

/** The nodes in a node; what else a broken file has there is passed over. */
export const childrenOf = (node: RichTextNode): readonly RichTextNode[] => contentOf(node).filter(isNode);

/**
 * Calls `visit` with every node of the document, parents first, and its path; what is no node is passed over. The path
 * is one list that grows and shrinks: who keeps it makes a copy.
 */
export function walk(value: unknown, visit: (node: RichTextNode, path: ValuePath) => void): void {
  const path: (string | number)[] = [];
  const step = (child: unknown, depth: number): void => {
    if (!isNode(child) || depth > MAX_DEPTH) return;
    visit(child, path);
    const content = contentOf(child);
    for (let index = 0; index < content.length; index++) {
      path.push('content', index);
      step(content[index], depth + 1);
      path.length -= 2;
    }
  };
  step(value, 0);
}

/** The document with every node replaced by what `map` gives for it; the same object where nothing changes. */
export function mapNodes(value: unknown, map: (node: RichTextNode) => RichTextNode, depth = 0): unknown {
  if (!isNode(value) || depth > MAX_DEPTH) return value;
  const before = contentOf(value);
  // Runs for every page of a list: copies nothing until something differs.
  let after: unknown[] | undefined;
  for (let index = 0; index < before.length; index++) {
    const child = mapNodes(before[index], map, depth + 1);
    if (child !== before[index]) {
      after ??= [...before];
      after[index] = child;
    }
  }
  return map(after === undefined ? value : { ...value, content: after });
}
