import { isJsonNode, type JsonNode } from './json.ts';

const childrenOf = ({ content }: JsonNode): readonly JsonNode[] =>
  Array.isArray(content) ? content.filter(isJsonNode) : [];

/** What a document says, as the server counts it: the text of each block on lines of its own. */
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

/** Characters as people count them, not units of UTF-16. */
export const countCharacters = (text: string): number => [...text].length;
