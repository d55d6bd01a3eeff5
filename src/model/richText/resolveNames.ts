import { hrefsIn, isLink, marksOf } from './hrefs.ts';
import { mediaKey } from './imageSource.ts';
import { attributesOf, mapNodes, type RichTextNode, walk } from './node.ts';
import { readPageAddress } from './pageAddress.ts';

/** Finds the address for a name in a document, `media:harbour` or `page:en/about`; null if it does not exist. */
export type Resolve = (name: string) => string | null;

/** The names in a document, and the result for the last addresses they resolved to. */
interface Shown {
  readonly names: readonly string[];
  addresses: readonly (string | null)[];
  document: unknown;
}

/** Documents are frozen with their record, so an entry never becomes stale. */
const known = new WeakMap<object, Shown>();

/**
 * Replaces the names in a document by their addresses. Returns the same object if there are no names, and the previous
 * result while all addresses are the same. A link to something missing becomes its text; an image loses its `src`.
 */
export function resolveNames(document: RichTextNode, resolve: Resolve): unknown {
  const before = known.get(document) ?? { names: namesIn(document), addresses: [], document };
  known.set(document, before);
  const { names } = before;
  const addresses = names.map(resolve);
  if (addresses.every((address, index) => address === before.addresses[index])) return before.document;
  const byName = new Map(names.map((name, index) => [name, addresses[index] ?? null]));
  return Object.assign(before, { addresses, document: mapNodes(document, (node) => resolveNode(node, byName)) })
    .document;
}

function namesIn(document: RichTextNode): readonly string[] {
  const names = new Set<string>();
  walk(document, (node) => {
    const { src } = attributesOf(node);
    if (node.type === 'image' && mediaKey(src) !== undefined) names.add(String(src));
  });
  for (const { href } of hrefsIn(document)) if (readPageAddress(href)) names.add(String(href));
  return [...names];
}

/** The attributes of an image that may hold a name. */
const ADDRESSES: ReadonlySet<string> = new Set(['src', 'href']);

type Addresses = ReadonlyMap<unknown, string | null>;

const resolveNode = (node: RichTextNode, byName: Addresses): RichTextNode =>
  resolveMarks(node.type === 'image' ? resolveImage(node, byName) : node, byName);

function resolveImage(node: RichTextNode, byName: Addresses): RichTextNode {
  const attrs = Object.entries(attributesOf(node));
  const isNamed = ([name, value]: readonly [string, unknown]): boolean => ADDRESSES.has(name) && byName.has(value);
  if (!attrs.some(isNamed)) return node;
  const resolved = attrs.map((one) => (isNamed(one) ? ([one[0], byName.get(one[1])] as const) : one));
  return { ...node, attrs: Object.fromEntries(resolved.filter(([name, value]) => name !== 'href' || value !== null)) };
}

function resolveMarks(node: RichTextNode, byName: Addresses): RichTextNode {
  const marks = marksOf(node);
  if (!marks.some((mark) => isLink(mark) && byName.has(attributesOf(mark)['href']))) return node;
  const { marks: _, ...unmarked } = node;
  const resolved = marks.flatMap((mark): readonly unknown[] => (isLink(mark) ? resolveLink(mark, byName) : [mark]));
  return resolved.length === 0 ? unmarked : { ...unmarked, marks: resolved };
}

function resolveLink(mark: RichTextNode, byName: Addresses): readonly RichTextNode[] {
  const attrs = attributesOf(mark);
  const address = byName.get(attrs['href']);
  if (address === undefined) return [mark];
  return address === null ? [] : [{ ...mark, attrs: { ...attrs, href: address } }];
}
