import type { ValuePath } from '../reference.ts';

/** A node of a rich text document in ProseMirror's JSON. Nothing in it is trusted until `check.ts` has checked it. */
export interface RichTextNode {
  readonly type: string;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly marks?: unknown;
  readonly text?: unknown;
}

/** Levels of nodes that are read; a document that nests deeper is rejected when it is written. */
export const MAX_DEPTH = 64;

export const isNode = (value: unknown): value is RichTextNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The attributes of a node or a mark; empty if it has none. */
export const attributesOf = ({ attrs }: { readonly attrs?: unknown }): Readonly<Record<string, unknown>> =>
  typeof attrs === 'object' && attrs !== null && !Array.isArray(attrs) ? (attrs as Record<string, unknown>) : {};

export const contentOf = ({ content }: RichTextNode): readonly unknown[] => (Array.isArray(content) ? content : []);

/** The child nodes of a node; anything else that a broken file holds there is skipped. */
export const childrenOf = (node: RichTextNode): readonly RichTextNode[] => contentOf(node).filter(isNode);

/**
 * Calls `visit` with every node of the document and its path, parents first; anything that is not a node is skipped. The
 * path is one list that grows and shrinks: copy it to keep it.
 */
export function walkNodes(value: unknown, visit: (node: RichTextNode, path: ValuePath) => void): void {
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

/** The document with every node replaced by the result of `map`; the same object if nothing changes. */
export function mapNodes(value: unknown, map: (node: RichTextNode) => RichTextNode, depth = 0): unknown {
  if (!isNode(value) || depth > MAX_DEPTH) return value;
  const before = contentOf(value);
  // Runs for every page of a list, so nothing is copied until something differs.
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
