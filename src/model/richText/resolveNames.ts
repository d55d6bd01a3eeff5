import { hrefsIn, isLink, rawMarks } from './hrefs.ts';
import { mediaKey } from './imageSource.ts';
import { attributesOf, mapNodes, type RichTextNode, walkNodes } from './node.ts';
import { readPageAddress } from './pageAddress.ts';

/** Finds the address for a name in a document, `media:harbour` or `page:en/about`; null if it does not exist. */
export type ResolveAddress = (name: string) => string | null;

/** The names in a document, and the result for the last addresses they resolved to. */
interface ResolvedDocument {
  readonly names: readonly string[];
  addresses: readonly (string | null)[];
  document: unknown;
}

/** Documents are frozen with their record, so an entry never becomes stale. */
const known = new WeakMap<object, ResolvedDocument>();

/**
 * Replaces the names in a document by their addresses. Returns the same object if there are no names, and the previous
 * result while all addresses are the same. A link to something missing becomes its text; an image loses its `src`.
 */
export function resolveNames(document: RichTextNode, resolve: ResolveAddress): unknown {
  const before = known.get(document) ?? { names: namesInDocument(document), addresses: [], document };
  known.set(document, before);
  const { names } = before;
  const addresses = names.map(resolve);
  if (addresses.every((address, index) => address === before.addresses[index])) return before.document;
  const byName = new Map<unknown, string | null>(names.map((name, index) => [name, addresses[index] ?? null]));
  return Object.assign(before, { addresses, document: replaceAddresses(document, (name) => byName.get(name)) })
    .document;
}

/** What takes the place of an address or name in a document: null removes it, undefined leaves it. */
type FindAddress = (address: unknown) => string | null | undefined;

/** The document with other addresses of its images and links; the same object if nothing changes. */
export const replaceAddresses = (document: unknown, find: FindAddress): unknown =>
  mapNodes(document, (node) => resolveMarks(node.type === 'image' ? resolveImage(node, find) : node, find));

function namesInDocument(document: RichTextNode): readonly string[] {
  const names = new Set<string>();
  walkNodes(document, (node) => {
    const { src } = attributesOf(node);
    if (node.type === 'image' && mediaKey(src) !== undefined) names.add(String(src));
  });
  for (const { href } of hrefsIn(document)) if (readPageAddress(href)) names.add(String(href));
  return [...names];
}

/** The attributes of an image that may hold a name. */
const ADDRESSES: ReadonlySet<string> = new Set(['src', 'href']);

function resolveImage(node: RichTextNode, find: FindAddress): RichTextNode {
  const found = Object.entries(attributesOf(node)).map(
    ([name, value]) => [name, value, ADDRESSES.has(name) ? find(value) : undefined] as const,
  );
  if (found.every(([, value, address]) => address === undefined || address === value)) return node;
  const resolved = found.map(([name, value, address]) => [name, address === undefined ? value : address] as const);
  return { ...node, attrs: Object.fromEntries(resolved.filter(([name, value]) => name !== 'href' || value !== null)) };
}

function resolveMarks(node: RichTextNode, find: FindAddress): RichTextNode {
  const marks = rawMarks(node);
  const resolved = marks.flatMap((mark): readonly unknown[] => (isLink(mark) ? resolveLink(mark, find) : [mark]));
  if (resolved.length === marks.length && resolved.every((mark, index) => mark === marks[index])) return node;
  const { marks: _, ...unmarked } = node;
  return resolved.length === 0 ? unmarked : { ...unmarked, marks: resolved };
}

function resolveLink(mark: RichTextNode, find: FindAddress): readonly RichTextNode[] {
  const attrs = attributesOf(mark);
  const address = find(attrs['href']);
  if (address === undefined || address === attrs['href']) return [mark];
  return address === null ? [] : [{ ...mark, attrs: { ...attrs, href: address } }];
}
