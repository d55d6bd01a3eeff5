import { isMapping } from '../../model/fields/values.ts';
import { isSafeHref } from '../../model/richText/href.ts';
import type { RichTextNode } from '../../model/richText/node.ts';
import type { Json } from '../foundSite.ts';
import type { Notes } from '../notes.ts';

interface Reading {
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
export function toRichText(value: unknown, reading: Reading): RichTextNode {
  const content = blocksOf(value, reading, 0);
  return content.length > 0 ? { type: 'doc', content } : { type: 'doc' };
}

const contentOf = (node: unknown): readonly Json[] =>
  isMapping(node) && Array.isArray(node['content']) ? node['content'].filter(isMapping) : [];
const dataOf = (node: Json): Json => (isMapping(node['data']) ? node['data'] : {});

function targetOf(node: Json): string {
  const { target } = dataOf(node);
  const sys = isMapping(target) && isMapping(target['sys']) ? target['sys'] : {};
  return String(sys['id'] ?? '');
}

const make = (type: string, content: readonly RichTextNode[], attrs?: Json): RichTextNode => ({
  type,
  ...(attrs && { attrs }),
  ...(content.length > 0 && { content }),
});

const blocksOf = (node: unknown, reading: Reading, depth: number): readonly RichTextNode[] =>
  depth > MAX_DEPTH ? [] : contentOf(node).flatMap((child) => readBlock(child, reading, depth + 1));

function readBlock(node: Json, reading: Reading, depth: number): readonly RichTextNode[] {
  const type = String(node['nodeType']);
  const level = /^heading-([1-6])$/.exec(type)?.[1];
  if (level) return [make('heading', inlineOf(node, reading, depth), { level: Math.max(2, Number(level)) })];
  if (type === 'hr') return [make('horizontalRule', [])];
  if (type === 'embedded-asset-block') return readAsset(node, reading);
  if (type === 'embedded-entry-block') return [make('paragraph', readEntry(node, reading))];
  if (type === 'paragraph') return [make('paragraph', inlineOf(node, reading, depth))];
  const name = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (name) return [make(name, blocksOf(node, reading, depth))];
  reading.notes.add(
    'A part of a rich text is of an unknown kind; only its content is kept',
    `${reading.place}: ${type}`,
  );
  return blocksOf(node, reading, depth);
}

function readAsset(node: Json, { mediaKey, notes, place }: Reading): readonly RichTextNode[] {
  const key = mediaKey(targetOf(node));
  if (key === undefined) notes.add('A picture in a rich text was not imported', place);
  return key === undefined ? [] : [make('image', [], { src: `media:${key}` })];
}

/** Replaces an entry embedded in a text with a link to its page. */
function readEntry(node: Json, { href, notes, place }: Reading): readonly RichTextNode[] {
  const address = href(targetOf(node));
  notes.add('An entry within a rich text became a link to its page', `${place}: ${targetOf(node)}`);
  if (address === undefined) return [];
  return [
    { type: 'text', text: address.split('/').at(-1) ?? address, marks: [{ type: 'link', attrs: { href: address } }] },
  ];
}

const inlineOf = (
  node: Json,
  reading: Reading,
  depth: number,
  marks: readonly RichTextNode[] = [],
): readonly RichTextNode[] =>
  depth > MAX_DEPTH ? [] : contentOf(node).flatMap((child) => readInline(child, reading, depth + 1, marks));

function readInline(
  node: Json,
  reading: Reading,
  depth: number,
  around: readonly RichTextNode[],
): readonly RichTextNode[] {
  const type = String(node['nodeType']);
  if (type === 'text') return readText(node, around);
  if (type === 'embedded-entry-inline') return readEntry(node, reading);
  const { uri } = dataOf(node);
  const href = type === 'hyperlink' ? uri : type === 'entry-hyperlink' ? reading.href(targetOf(node)) : undefined;
  const isLink = typeof href === 'string' && (href.startsWith('page:') || isSafeHref(href));
  if (!isLink && /hyperlink/.test(type))
    reading.notes.add('A link in a rich text leads to something that was not imported, and was removed', reading.place);
  return inlineOf(node, reading, depth, isLink ? [...around, { type: 'link', attrs: { href } }] : around);
}

function readText(node: Json, around: readonly RichTextNode[]): readonly RichTextNode[] {
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
