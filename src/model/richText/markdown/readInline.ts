import type { Image, ImageReference, Link, LinkReference, PhrasingContent } from 'mdast';
import { trimEnd, trimStart } from '../../../lib/text/trimEnds.ts';
import { acceptsStored } from '../acceptsStored.ts';
import { joinTexts } from '../canonical.ts';
import type { RichTextNode } from '../node.ts';
import { MARKS, NODES } from '../rules.ts';
import type { Definitions } from './parse.ts';
import { isBreakTag, isComment, matchTags, readImageTag, readMarkTag } from './tags.ts';

interface InlineScope {
  readonly definitions: Definitions;
  /** The marks around the content, outermost first. */
  readonly marks: readonly RichTextNode[];
}

/** Inline Markdown as inline nodes. Unknown HTML tags become text; comments are dropped. */
export const readInline = (children: readonly PhrasingContent[], definitions: Definitions): readonly RichTextNode[] =>
  joinTexts(readPhrasing(children, { definitions, marks: [] }));

function readPhrasing(children: readonly PhrasingContent[], scope: InlineScope): readonly RichTextNode[] {
  const pairs = matchTags(children);
  const open: { readonly mark: RichTextNode; readonly end: number }[] = [];
  return children.flatMap((child, at) => {
    const inside = { ...scope, marks: [...scope.marks, ...open.map(({ mark }) => mark)] };
    if (child.type !== 'html') return readPhrase(child, inside);
    if (open.at(-1)?.end === at) {
      open.pop();
      return [];
    }
    const mark = pairs.has(at) ? readMarkTag(child.value)?.mark : undefined;
    if (!mark || isMarked(mark, inside)) return readInlineHtml(child.value, inside);
    open.push({ mark, end: pairs.get(at)! });
    return [];
  });
}

const isMarked = ({ type }: RichTextNode, { marks }: InlineScope): boolean => marks.some((mark) => mark.type === type);

const withScopeMarks = (node: RichTextNode, { marks }: InlineScope): RichTextNode =>
  marks.length > 0 ? { ...node, marks } : node;

const BLANK = /[ \t]/;

/** Joins lines by a space, without the spaces around the line breaks. */
const joinTextLines = (lines: readonly string[]): string =>
  lines
    .map((line, index) => (index === 0 ? line : trimStart(line, BLANK)))
    .map((line, index) => (index === lines.length - 1 ? line : trimEnd(line, BLANK)))
    .join(' ');

const readInlineText = (value: string, scope: InlineScope): readonly RichTextNode[] => {
  const text = joinTextLines(value.split(/\r\n?|\n/));
  return text === '' ? [] : [withScopeMarks({ type: 'text', text }, scope)];
};

function readInlineHtml(html: string, scope: InlineScope): readonly RichTextNode[] {
  if (isComment(html)) return [];
  if (isBreakTag(html)) return [withScopeMarks({ type: 'hardBreak' }, scope)];
  const image = readImageTag(html);
  return image ? [withScopeMarks(image, scope)] : readInlineText(html, scope);
}

function readWithMark(
  children: readonly PhrasingContent[],
  mark: RichTextNode,
  scope: InlineScope,
): readonly RichTextNode[] {
  return readPhrasing(children, isMarked(mark, scope) ? scope : { ...scope, marks: [...scope.marks, mark] });
}

function readPhrase(node: PhrasingContent, scope: InlineScope): readonly RichTextNode[] {
  switch (node.type) {
    case 'text':
      return readInlineText(node.value, scope);
    case 'strong':
      return readWithMark(node.children, { type: 'bold' }, scope);
    case 'emphasis':
      return readWithMark(node.children, { type: 'italic' }, scope);
    case 'delete':
      return readWithMark(node.children, { type: 'strike' }, scope);
    case 'inlineCode':
      return readWithMark([{ type: 'text', value: node.value }], { type: 'code' }, scope);
    case 'break':
      return [withScopeMarks({ type: 'hardBreak' }, scope)];
    case 'link':
    case 'linkReference':
      return readLink(node, scope);
    case 'image':
    case 'imageReference':
      return readInlineImage(node, scope);
    default:
      return [];
  }
}

/** Normalizes line breaks, so that a value does not depend on those of the file. */
export const withLineFeeds = (value: string): string => value.replace(/\r\n?/g, '\n');

/** The address and title of a link or an image: its own, or those of the definition that it names. */
function resourceOf(node: Link | LinkReference | Image | ImageReference, { definitions }: InlineScope) {
  const { url, title } = 'url' in node ? node : (definitions.get(node.identifier) ?? {});
  return { url, ...(title != null && { title: withLineFeeds(title) }) };
}

/** A link with a forbidden address becomes its text. */
function readLink(node: Link | LinkReference, scope: InlineScope): readonly RichTextNode[] {
  const { url, ...title } = resourceOf(node, scope);
  const rule = MARKS.get('link')?.['href'];
  const isAllowed = rule && acceptsStored(rule, url);
  return isAllowed
    ? readWithMark(node.children, { type: 'link', attrs: { href: url, ...title } }, scope)
    : readPhrasing(node.children, scope);
}

/** An image with a forbidden address becomes its alternative text. */
function readInlineImage(node: Image | ImageReference, scope: InlineScope): readonly RichTextNode[] {
  const { url, ...title } = resourceOf(node, scope);
  const attrs = { src: url, ...(node.alt && { alt: withLineFeeds(node.alt) }), ...title };
  const rule = NODES.get('image')?.attributes?.['src'];
  if (rule && acceptsStored(rule, url)) return [withScopeMarks({ type: 'image', attrs }, scope)];
  return readInlineText(node.alt ?? '', scope);
}
