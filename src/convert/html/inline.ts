import type { RichTextNode } from '../../model/richText/node.ts';
import type { Json } from '../foundSite.ts';
import type { Notes } from '../notes.ts';
import {
  attributeOf,
  elementText,
  findElements,
  type HtmlElement,
  type HtmlNode,
  isElement,
  NOTHING,
} from './elements.ts';

/** How deep elements are read; of deeper ones only the text is kept. */
export const MAX_INLINE_DEPTH = 50;

const MARKS: Readonly<Record<string, string>> = {
  ...{
    strong: 'bold',
    b: 'bold',
    em: 'italic',
    i: 'italic',
    u: 'underline',
    ins: 'underline',
    s: 'strike',
    del: 'strike',
  },
  ...{ strike: 'strike', code: 'code', kbd: 'code', sub: 'subscript', sup: 'superscript', a: 'link' },
};
/** Elements within a line of text. */
export const INLINE = new Set([
  ...Object.keys(MARKS),
  ...'span br img small mark abbr cite q time label font var samp bdi bdo wbr dfn'.split(' '),
]);
/** Elements that embed something from another place; each becomes a link to it. */
export const EMBEDS = new Set(['iframe', 'embed', 'object', 'video', 'audio', 'source']);

/** How HTML is read, and the depth and marks of the current place. */
export interface HtmlReadState {
  readonly notes: Notes;
  readonly place: string;
  /** Keeps line breaks, and ends paragraphs at empty lines, as WordPress does with classic texts. */
  readonly keepsLines: boolean;
  readonly depth: number;
  readonly marks: readonly RichTextNode[];
}

export const deeper = (reading: HtmlReadState): HtmlReadState => ({ ...reading, depth: reading.depth + 1 });

export const node = (type: string, content: readonly RichTextNode[] = [], attrs?: Json): RichTextNode => ({
  type,
  ...(attrs && { attrs }),
  ...(content.length > 0 && { content }),
});

export const readAllInline = (nodes: readonly HtmlNode[], reading: HtmlReadState): readonly RichTextNode[] =>
  nodes.flatMap((one) => readHtmlInline(one, reading));

/** Reads the content of a line: text with its marks, line breaks, pictures. */
export function readHtmlInline(one: HtmlNode, reading: HtmlReadState): readonly RichTextNode[] {
  if ('value' in one) return readHtmlText(one.value, reading);
  if (!isElement(one) || NOTHING.has(one.tagName)) return [];
  if (one.tagName === 'br') return [applyMarks(node('hardBreak'), reading)];
  if (one.tagName === 'img') return readHtmlImage(one).map((image) => applyMarks(image, reading));
  if (EMBEDS.has(one.tagName)) return readEmbed(one, reading);
  if (reading.depth > MAX_INLINE_DEPTH) return readHtmlText(elementText(one), reading);
  return readAllInline(one.childNodes, withMark(one, deeper(reading)));
}

function withMark(element: HtmlElement, reading: HtmlReadState): HtmlReadState {
  const type = MARKS[element.tagName];
  const href = attributeOf(element, 'href')?.trim();
  if (!type || reading.marks.some((mark) => mark.type === type) || (type === 'link' && !href)) return reading;
  const isBlank = attributeOf(element, 'target') === '_blank';
  const attrs = type === 'link' ? { attrs: { href, ...(isBlank && { target: '_blank' }) } } : {};
  return { ...reading, marks: [...reading.marks, { type, ...attrs }] };
}

const applyMarks = (one: RichTextNode, { marks }: HtmlReadState): RichTextNode =>
  marks.length > 0 ? { ...one, marks } : one;

export function readHtmlText(value: string, reading: HtmlReadState): readonly RichTextNode[] {
  const lines = reading.keepsLines ? value.split('\n') : [value];
  return lines.flatMap((part, at) => {
    const text = part.replace(/[ \t\r\n\f]+/g, ' ');
    const words = text === '' ? [] : [applyMarks({ type: 'text', text }, reading)];
    return at === 0 ? words : [node('hardBreak'), ...words];
  });
}

/** Removes blanks and line breaks at both ends of a line, where they are not shown. */
export function trim(line: readonly RichTextNode[]): readonly RichTextNode[] {
  const isShown = ({ type, text }: RichTextNode): boolean =>
    type !== 'hardBreak' && (type !== 'text' || String(text).trim() !== '');
  const first = line.findIndex(isShown);
  const content = first < 0 ? [] : line.slice(first, line.findLastIndex(isShown) + 1);
  return content.map((one, at) => {
    if (one.type !== 'text') return one;
    const start = at === 0 ? String(one.text).replace(/^ +/, '') : String(one.text);
    return { ...one, text: at === content.length - 1 ? start.replace(/(?<! ) +$/, '') : start };
  });
}

export function readHtmlImage(element: HtmlElement, more: Json = {}): readonly RichTextNode[] {
  const src = attributeOf(element, 'src')?.trim();
  if (!src) return [];
  const [alt, title] = [attributeOf(element, 'alt'), attributeOf(element, 'title')];
  return [node('image', [], { src, ...(alt && { alt }), ...(title && { title }), ...more })];
}

/** Turns an embedded element into a link. */
export function readEmbed(element: HtmlElement, reading: HtmlReadState): readonly RichTextNode[] {
  const { notes, place } = reading;
  const address =
    attributeOf(element, 'src') ??
    attributeOf(element, 'data') ??
    findElements(element, 'source').map((one) => attributeOf(one, 'src'))[0];
  notes.add('An embedded element (iframe, video, audio) became a link', `${place}: ${address ?? element.tagName}`);
  if (!address) return [];
  const href = address.startsWith('//') ? `https:${address}` : address;
  const others = reading.marks.filter(({ type }) => type !== 'link');
  return [
    applyMarks({ type: 'text', text: href }, { ...reading, marks: [...others, { type: 'link', attrs: { href } }] }),
  ];
}
