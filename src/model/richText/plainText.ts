import { contentOf, isNode, MAX_DEPTH, type RichTextNode } from './node.ts';

const isInline = (node: unknown): boolean => isNode(node) && (node.type === 'text' || node.type === 'hardBreak');

/** The text of a document without formatting: each block on lines of its own. Never throws. */
export function plainText(doc: unknown): string {
  const lines: string[] = [];
  collect(doc, lines, 0);
  return lines.join('\n');
}

function collect(value: unknown, lines: string[], depth: number): void {
  if (!isNode(value) || depth > MAX_DEPTH) return;
  const content = contentOf(value);
  if (!content.some(isInline)) {
    for (const child of content) collect(child, lines, depth + 1);
    return;
  }
  const line = content.map(inlineText).join('').trim();
  if (line !== '') lines.push(line);
}

function inlineText(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'hardBreak') return '\n';
  return textOf(value);
}

const textOf = ({ text }: RichTextNode): string => (typeof text === 'string' ? text : '');
