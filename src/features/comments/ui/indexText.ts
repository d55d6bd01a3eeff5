import type { Node } from '@tiptap/pm/model';

/** The text of a document as comments count it, and where in the document each of its characters is. */
export interface IndexedText {
  readonly text: string;
  readonly positions: readonly number[];
}

interface TextLine {
  text: string;
  positions: number[];
}

/** Each block that holds text is a line without the spaces around it; empty ones do not count (see `plainText`). */
export function indexText(doc: Node): IndexedText {
  const lines: TextLine[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const line = indexLine(node, position + 1);
    if (line.text !== '') lines.push(line);
    return false;
  });
  const all: TextLine = { text: '', positions: [] };
  for (const { text, positions } of lines) {
    if (all.text !== '') {
      all.text += '\n';
      all.positions.push(positions[0]!);
    }
    all.text += text;
    all.positions.push(...positions);
  }
  return all;
}

function indexLine(block: Node, start: number): TextLine {
  let text = '';
  const positions: number[] = [];
  block.forEach((child, offset) => {
    const part = child.type.name === 'hardBreak' ? '\n' : (child.text ?? '');
    for (let at = 0; at < part.length; at += 1) positions.push(start + offset + at);
    text += part;
  });
  const trimmed = text.trim();
  const from = text.indexOf(trimmed);
  return { text: trimmed, positions: positions.slice(from, from + trimmed.length) };
}
