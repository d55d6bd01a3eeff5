import { attributesOf, isJsonNode, type JsonNode } from './json.ts';

/** Puts a picture into words, by what it shows. */
export type NamePicture = (name: string) => string;

/**
 * The text of a document, or of a part of one, for reviewers: each block on its own lines, with its pictures and the
 * addresses of its links.
 */
export const documentWords = (node: JsonNode, namePicture: NamePicture): string =>
  INLINE.includes(node.type) ? inlineWords(node, namePicture) : linesOf(node, namePicture).join('\n');

const INLINE = ['text', 'hardBreak'];

function linesOf(node: JsonNode, namePicture: NamePicture): readonly string[] {
  if (node.type === 'image') return pictureLines(node, namePicture);
  const children = nodesIn(node.content);
  if (!children.some(({ type }) => INLINE.includes(type))) return children.flatMap((one) => linesOf(one, namePicture));
  const words = children.map((child, at) => inlineWords(child, namePicture) + addressAfter(child, children[at + 1]));
  const line = words.join('').trim();
  return line === '' ? [] : [line];
}

const nodesIn = (value: unknown): readonly JsonNode[] => (Array.isArray(value) ? value.filter(isJsonNode) : []);

function pictureLines(picture: JsonNode, namePicture: NamePicture): readonly string[] {
  const { alt, title, caption, href, src } = attributesOf(picture);
  const name = namePicture(String(alt || title || src || ''));
  return [href ? `${name} (${href})` : name, ...(caption ? [String(caption)] : [])];
}

function inlineWords(node: JsonNode, namePicture: NamePicture): string {
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'image') return pictureLines(node, namePicture).join(' ');
  return typeof node.text === 'string' ? node.text : '';
}

/** The address of a link that ends here, unless it is its own text. */
function addressAfter(node: JsonNode, next: JsonNode | undefined): string {
  const address = addressOf(node);
  return address === undefined || address === node.text || (next && addressOf(next) === address) ? '' : ` (${address})`;
}

function addressOf({ marks }: JsonNode): string | undefined {
  const link = nodesIn(marks).find(({ type }) => type === 'link');
  const href = link && attributesOf(link)['href'];
  return typeof href === 'string' ? href : undefined;
}
