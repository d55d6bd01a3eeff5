import type { ValuePath } from '../reference.ts';
import { attributesOf, isNode, type RichTextNode, walkNodes } from './node.ts';

/** An address that a document links to, and its path. */
export interface Href {
  readonly href: unknown;
  readonly path: ValuePath;
}

/** The marks of a node. In a broken file they may be anything: test them with `isLink`. */
export const rawMarks = ({ marks }: RichTextNode): readonly unknown[] => (Array.isArray(marks) ? marks : []);

export const isLink = (mark: unknown): mark is RichTextNode => isNode(mark) && mark.type === 'link';

/** The addresses of the links and the linked images of a document. */
export function hrefsIn(document: unknown): readonly Href[] {
  const hrefs: Href[] = [];
  walkNodes(document, (node, path) => {
    if (node.type === 'image') hrefs.push({ href: attributesOf(node)['href'], path: [...path, 'attrs', 'href'] });
    for (const [index, mark] of rawMarks(node).entries())
      if (isLink(mark))
        hrefs.push({ href: attributesOf(mark)['href'], path: [...path, 'marks', index, 'attrs', 'href'] });
  });
  return hrefs;
}
