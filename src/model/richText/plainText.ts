import { contentOf, isNode, MAX_DEPTH, type RichTextNode } from './node.ts';

const isInlineText = (node: unknown): boolean => isNode(node) && (node.type === 'text' || node.type === 'hardBreak');

/** The text of a document without formatting: each block on lines of its own. Never throws. */
export function plainText(doc: unknown): string {
  const lines: string[] = [];
  collectLines(doc, lines, 0);
  return lines.join('\n');
}

function collectLines(value: unknown, lines: string[], depth: number): void {
  if (!isNode(value) || depth > MAX_DEPTH) return;
  const content = contentOf(value);
  if (!content.some(isInlineText)) {
    for (const child of content) collectLines(child, lines, depth + 1);
    return;
  }
  const line = content.map(inlineNodeText).join('').trim();
  if (line !== '') lines.push(line);
}

function inlineNodeText(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'hardBreak') return '\n';
  return nodeText(value);
}

const nodeText = ({ text }: RichTextNode): string => (typeof text === 'string' ? text : '');
