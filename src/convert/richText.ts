import { isSafeHref, isSafeSource } from '../model/richText/href.ts';
import { mediaKey } from '../model/richText/imageSource.ts';
import { fromMarkdown } from '../model/richText/markdown/fromMarkdown.ts';
import { attributesOf, isNode, mapNodes, type RichTextNode } from '../model/richText/node.ts';
import { readPageAddress } from '../model/richText/pageAddress.ts';
import type { Notes } from './notes.ts';

/** Finds the new addresses of links and pictures; null removes the link or the picture. */
export interface AddressResolver {
  href(href: string): string | null;
  source(src: string): string | null;
}

/** Reads a Markdown text; one that nests too deeply is noted and becomes code. */
export function parseImportedMarkdown(text: string, place: string, notes: Notes): RichTextNode {
  try {
    return fromMarkdown(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    notes.add('A text nests too deeply to be read, and is kept as code', place);
    return { type: 'doc', content: [{ type: 'codeBlock', content: [{ type: 'text', text }] }] };
  }
}

/** Points a document's links and pictures to their new addresses. Addresses that are not allowed are left out. */
export const resolveRichText = (document: RichTextNode, resolve: AddressResolver): RichTextNode =>
  mapNodes(document, (node) => withChildren(withLinks(node, resolve), resolve)) as RichTextNode;

/** The pictures in a document. */
export function sourcesIn(document: RichTextNode): readonly { readonly src: string; readonly alt: string }[] {
  const sources: { src: string; alt: string }[] = [];
  mapNodes(document, (node) => {
    const { src, alt } = attributesOf(node);
    if (node.type === 'image' && typeof src === 'string')
      sources.push({ src, alt: typeof alt === 'string' ? alt : '' });
    return node;
  });
  return sources;
}

function withChildren(node: RichTextNode, { source }: AddressResolver): RichTextNode {
  if (!Array.isArray(node.content)) return node;
  const content = node.content.flatMap((child) => {
    if (!isNode(child) || child.type !== 'image') return [child];
    const attrs = attributesOf(child);
    const src = typeof attrs['src'] === 'string' ? source(attrs['src']) : null;
    return src !== null && (isSafeSource(src) || mediaKey(src)) ? [{ ...child, attrs: { ...attrs, src } }] : [];
  });
  const { content: _, ...others } = node;
  return content.length > 0 ? { ...others, content } : others;
}

const isAllowedHref = (href: string | null): href is string =>
  href !== null && (isSafeHref(href) || readPageAddress(href) !== undefined);

function withLinks(node: RichTextNode, { href: resolve }: AddressResolver): RichTextNode {
  const attrs = attributesOf(node);
  const linked = node.type === 'image' && typeof attrs['href'] === 'string' ? resolve(attrs['href']) : undefined;
  const image =
    linked === undefined ? node : { ...node, attrs: { ...attrs, href: isAllowedHref(linked) ? linked : null } };
  if (!Array.isArray(image.marks)) return image;
  const marks = image.marks.filter(isNode).flatMap((mark) => {
    if (mark.type !== 'link') return [mark];
    const given = attributesOf(mark);
    const href = resolve(String(given['href'] ?? ''));
    return isAllowedHref(href) ? [{ ...mark, attrs: { ...given, href } }] : [];
  });
  const { marks: _, ...others } = image;
  return marks.length > 0 ? { ...others, marks } : others;
}
