import type { Html, PhrasingContent } from 'mdast';
import { type Inline, nestMarks } from '../html/nestMarks.ts';
import { attributesOf, childrenOf, type RichTextNode } from '../node.ts';
import { MARK_TAGS, writeImageTag, writeLinkTag } from './tags.ts';

/** How inline content is written. Markdown's own markers are not possible everywhere; tags are. */
export interface InlineStyle {
  readonly hasMarkTags: boolean;
  readonly hasBreakTags: boolean;
}

/** From the most readable style to the most expressive. */
export const INLINE_STYLES: readonly [InlineStyle, ...InlineStyle[]] = [
  { hasMarkTags: false, hasBreakTags: false },
  { hasMarkTags: false, hasBreakTags: true },
  { hasMarkTags: true, hasBreakTags: true },
];

/** The inline content of a node as Markdown. What Markdown cannot express is left out: the caller must read it back. */
export const writeInline = (node: RichTextNode, style: InlineStyle): PhrasingContent[] =>
  writeAll(nestMarks(childrenOf(node)), style);

const writeAll = (nodes: readonly Inline[], style: InlineStyle): PhrasingContent[] =>
  nodes.flatMap((inline) => ('mark' in inline ? writeInlineMark(inline, style) : writeLeaf(inline.node, style)));

function writeLeaf(node: RichTextNode, style: InlineStyle): PhrasingContent[] {
  if (node.type === 'text') return [{ type: 'text', value: String(node.text) }];
  if (node.type === 'hardBreak') return [style.hasBreakTags ? htmlNode('<br>') : { type: 'break' }];
  return node.type === 'image' ? [writeImage(node)] : [];
}

/** Writes an image as Markdown, or as a tag if it has more attributes. */
export function writeImage(node: RichTextNode): PhrasingContent {
  const { src, alt, title, ...others } = attributesOf(node);
  const isPlain = Object.keys(others).length === 0 && alt !== '' && title !== '';
  const tag = isPlain ? undefined : writeImageTag(node);
  if (tag !== undefined) return htmlNode(tag);
  return { type: 'image', url: String(src ?? ''), alt: stringOrNull(alt), title: stringOrNull(title) };
}

const htmlNode = (value: string): Html => ({ type: 'html', value });
const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

type MarkWriter = (children: PhrasingContent[]) => PhrasingContent;

const MARK_WRITERS: ReadonlyMap<string, MarkWriter> = new Map([
  ['bold', (children): PhrasingContent => ({ type: 'strong', children })],
  ['italic', (children): PhrasingContent => ({ type: 'emphasis', children })],
  ['strike', (children): PhrasingContent => ({ type: 'delete', children })],
]);

function writeInlineMark({ mark, content }: Extract<Inline, { mark: unknown }>, style: InlineStyle): PhrasingContent[] {
  const children = writeAll(content, style);
  if (mark.type === 'link') return writeLink(mark, children);
  const [only, ...others] = children;
  if (mark.type === 'code' && only?.type === 'text' && others.length === 0 && !style.hasMarkTags)
    return [{ type: 'inlineCode', value: only.value }];
  const writer = style.hasMarkTags || hasSpaceAtEdge(content) ? undefined : MARK_WRITERS.get(mark.type);
  return writer ? [writer(children)] : inTags(MARK_TAGS.get(mark.type) ?? mark.type, children);
}

/** Whether marked content begins or ends with a space: Markdown's markers must touch the text. */
const hasSpaceAtEdge = (content: readonly Inline[]): boolean => {
  const text = content.map(edgeText).join('');
  return text !== text.trim();
};

const edgeText = (inline: Inline): string =>
  'mark' in inline ? inline.content.map(edgeText).join('') : String(inline.node.text ?? '\uFFFC');

const inTags = (name: string, children: PhrasingContent[], open = `<${name}>`): PhrasingContent[] => [
  htmlNode(open),
  ...children,
  htmlNode(`</${name}>`),
];

/** Writes a link as Markdown, or as a tag if it has attributes such as a target. */
function writeLink(mark: RichTextNode, children: PhrasingContent[]): PhrasingContent[] {
  const { href, title, ...others } = attributesOf(mark);
  const tag = Object.keys(others).length > 0 || title === '' ? writeLinkTag(mark) : undefined;
  if (tag !== undefined) return inTags('a', children, tag);
  // Markdown allows no link in a link: the children contain none, because a node has each mark only once.
  return [{ type: 'link', url: String(href ?? ''), title: stringOrNull(title), children }];
}
