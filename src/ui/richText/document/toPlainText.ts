import { isJsonNode, type JsonNode } from './json.ts';

const listChildNodes = ({ content }: JsonNode): readonly JsonNode[] =>
  Array.isArray(content) ? content.filter(isJsonNode) : [];

/** What is told of a document besides its words. */
interface Extras {
  pictureLines(picture: JsonNode): readonly string[];
  /** What comes right after a node of a line. */
  after(node: JsonNode, next: JsonNode | undefined): string;
}

const NO_EXTRAS: Extras = { pictureLines: () => [], after: () => '' };

/** The text of a document as the server counts it: each block on its own lines. */
export const toPlainText = (value: unknown): string => (isJsonNode(value) ? readDocumentLines(value).join('\n') : '');

const INLINE = ['text', 'hardBreak'];

/** The lines of a document, or of a part of one. */
export function readDocumentLines(node: JsonNode, extras = NO_EXTRAS): readonly string[] {
  if (node.type === 'image') return extras.pictureLines(node);
  if (INLINE.includes(node.type)) return [readNodeText(node, extras)];
  const children = listChildNodes(node);
  if (!children.some(({ type }) => INLINE.includes(type)))
    return children.flatMap((child) => readDocumentLines(child, extras));
  const texts = children.map((child, at) => readNodeText(child, extras) + extras.after(child, children[at + 1]));
  const line = texts.join('').trim();
  return line === '' ? [] : [line];
}

function readNodeText(node: JsonNode, { pictureLines }: Extras): string {
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'image') return pictureLines(node).join(' ');
  return typeof node.text === 'string' ? node.text : '';
}

/** Counts code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;
