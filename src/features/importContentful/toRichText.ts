import type { Json } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { isMapping } from '../../model/fields/values.ts';
import { isSafeHref } from '../../model/richText/href.ts';
import type { RichTextNode } from '../../model/richText/node.ts';

interface RichTextContext {
  readonly notes: Notes;
  readonly place: string;
  mediaKey(id: string): string | undefined;
  /** The address of the page that an entry has become. */
  href(id: string): string | undefined;
}

const BLOCKS: Readonly<Record<string, string>> = {
  ...{ paragraph: 'paragraph', 'unordered-list': 'bulletList', 'ordered-list': 'orderedList', 'list-item': 'listItem' },
  ...{ blockquote: 'blockquote', table: 'table', 'table-row': 'tableRow', 'table-cell': 'tableCell' },
  'table-header-cell': 'tableHeader',
};
const MARKS = new Set(['bold', 'italic', 'underline', 'code', 'subscript', 'superscript']);
const MAX_DEPTH = 60;

/** Converts Contentful's rich text (https://www.contentful.com/developers/docs/concepts/rich-text/) to a document. */
export function toRichText(value: unknown, reading: RichTextContext): RichTextNode {
  const content = readChildBlocks(value, reading, 0);
  return content.length > 0 ? { type: 'doc', content } : { type: 'doc' };
}

const contentNodes = (node: unknown): readonly Json[] =>
  isMapping(node) && Array.isArray(node['content']) ? node['content'].filter(isMapping) : [];
const nodeData = (node: Json): Json => (isMapping(node['data']) ? node['data'] : {});

function linkTargetId(node: Json): string {
  const { target } = nodeData(node);
  const sys = isMapping(target) && isMapping(target['sys']) ? target['sys'] : {};
  return String(sys['id'] ?? '');
}

const buildRichTextNode = (type: string, content: readonly RichTextNode[], attrs?: Json): RichTextNode => ({
  type,
  ...(attrs && { attrs }),
  ...(content.length > 0 && { content }),
});

const readChildBlocks = (node: unknown, reading: RichTextContext, depth: number): readonly RichTextNode[] =>
  depth > MAX_DEPTH ? [] : contentNodes(node).flatMap((child) => readContentfulBlock(child, reading, depth + 1));

function readContentfulBlock(node: Json, reading: RichTextContext, depth: number): readonly RichTextNode[] {
  const type = String(node['nodeType']);
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level)
    return [buildRichTextNode('heading', inlineOf(node, reading, depth), { level: Math.max(2, Number(level)) })];
  if (type === 'hr') return [buildRichTextNode('horizontalRule', [])];
  if (type === 'embedded-asset-block') return readEmbeddedAsset(node, reading);
  if (type === 'embedded-entry-block') return [buildRichTextNode('paragraph', readEmbeddedEntry(node, reading))];
  if (type === 'paragraph') return [buildRichTextNode('paragraph', inlineOf(node, reading, depth))];
  const name = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (name) return [buildRichTextNode(name, readChildBlocks(node, reading, depth))];
  reading.notes.add(
    'A part of a rich text is of an unknown kind; only its content is kept',
    `${reading.place}: ${type}`,
  );
  return readChildBlocks(node, reading, depth);
}

function readEmbeddedAsset(node: Json, { mediaKey, notes, place }: RichTextContext): readonly RichTextNode[] {
  const key = mediaKey(linkTargetId(node));
  if (key === undefined) notes.add('A picture in a rich text was not imported', place);
  return key === undefined ? [] : [buildRichTextNode('image', [], { src: `media:${key}` })];
}

/** Replaces an entry embedded in a text with a link to its page. */
function readEmbeddedEntry(node: Json, { href, notes, place }: RichTextContext): readonly RichTextNode[] {
  const address = href(linkTargetId(node));
  notes.add('An entry within a rich text became a link to its page', `${place}: ${linkTargetId(node)}`);
  if (address === undefined) return [];
  return [
    { type: 'text', text: address.split('/').at(-1) ?? address, marks: [{ type: 'link', attrs: { href: address } }] },
  ];
}

const inlineOf = (
  node: Json,
  reading: RichTextContext,
  depth: number,
  marks: readonly RichTextNode[] = [],
): readonly RichTextNode[] =>
  depth > MAX_DEPTH
    ? []
    : contentNodes(node).flatMap((child) => readContentfulInline(child, reading, depth + 1, marks));

function readContentfulInline(
  node: Json,
  reading: RichTextContext,
  depth: number,
  around: readonly RichTextNode[],
): readonly RichTextNode[] {
  const type = String(node['nodeType']);
  if (type === 'text') return readContentfulText(node, around);
  if (type === 'embedded-entry-inline') return readEmbeddedEntry(node, reading);
  const { uri } = nodeData(node);
  const href = type === 'hyperlink' ? uri : type === 'entry-hyperlink' ? reading.href(linkTargetId(node)) : undefined;
  const isLink = typeof href === 'string' && (href.startsWith('page:') || isSafeHref(href));
  if (!isLink && /hyperlink/.test(type))
    reading.notes.add('A link in a rich text leads to something that was not imported, and was removed', reading.place);
  return inlineOf(node, reading, depth, isLink ? [...around, { type: 'link', attrs: { href } }] : around);
}

function readContentfulText(node: Json, around: readonly RichTextNode[]): readonly RichTextNode[] {
  const given = Array.isArray(node['marks']) ? node['marks'].filter(isMapping).map(({ type }) => String(type)) : [];
  const own = given.flatMap((type) =>
    MARKS.has(type) ? [{ type }] : type === 'strikethrough' ? [{ type: 'strike' }] : [],
  );
  const marks = [...around, ...own];
  return String(node['value'] ?? '')
    .split('\n')
    .flatMap((text, at) => [
      ...(at > 0 ? [{ type: 'hardBreak' }] : []),
      ...(text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]),
    ]);
}
