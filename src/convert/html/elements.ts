import type { DefaultTreeAdapterMap } from 'parse5';

export type HtmlNode = DefaultTreeAdapterMap['childNode'];
export type HtmlElement = DefaultTreeAdapterMap['element'];

/** Elements that show no text. */
export const NOTHING = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'link']);

export const isElement = (node: HtmlNode): node is HtmlElement => 'tagName' in node;
export const attributeOf = ({ attrs }: HtmlElement, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

/** All nodes inside an element, in order, however deep. */
function* walkDescendants(element: HtmlElement): Generator<HtmlNode> {
  const open = element.childNodes.toReversed();
  for (let one = open.pop(); one; one = open.pop()) {
    yield one;
    if (isElement(one) && !NOTHING.has(one.tagName)) for (const child of one.childNodes.toReversed()) open.push(child);
  }
}

/** The elements with this name inside an element. */
export const findElements = (element: HtmlElement, tagName: string): readonly HtmlElement[] =>
  [...walkDescendants(element)].filter((one): one is HtmlElement => isElement(one) && one.tagName === tagName);

/** The text of an element, without its markup. */
export const elementText = (element: HtmlElement): string =>
  [...walkDescendants(element)].map((one) => ('value' in one ? one.value : '')).join('');
