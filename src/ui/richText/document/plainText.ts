import { isJsonNode, type JsonNode } from './json.ts';

const childrenOf = ({ content }: JsonNode): readonly JsonNode[] =>
  Array.isArray(content) ? content.filter(isJsonNode) : [];

/** The text of a document as the server counts it: each block on its own lines. */
export const plainText = (value: unknown): string => (isJsonNode(value) ? linesOf(value).join('\n') : '');

function linesOf(node: JsonNode): readonly string[] {
  const children = childrenOf(node);
  if (!children.some(({ type }) => type === 'text' || type === 'hardBreak')) return children.flatMap(linesOf);
  const line = children.map(inlineText).join('').trim();
  return line === '' ? [] : [line];
}

const inlineText = ({ type, text }: JsonNode): string => {
  if (type === 'hardBreak') return '\n';
  return typeof text === 'string' ? text : '';
};

/** Counts code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length;
