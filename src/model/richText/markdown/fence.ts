import type { Code } from 'mdast';
import { checkRichText } from '../check.ts';
import { isNode, type RichTextNode } from '../node.ts';

/** The info string of a fenced JSON block: `LANGUAGE`, then `MARK`. The block holds a node that Markdown cannot express. */
const LANGUAGE = 'json';
const MARK = 'quire';

/** A node, or a whole document, as a fenced JSON block. */
export const writeFence = (node: RichTextNode): Code => ({
  type: 'code',
  lang: LANGUAGE,
  meta: MARK,
  value: JSON.stringify(node, null, 2),
});

/** The valid node or document in a fenced JSON block; undefined if the block is ordinary code. */
export function readFence({ lang, meta, value }: Code): RichTextNode | undefined {
  if (lang !== LANGUAGE || meta !== MARK) return undefined;
  const node = parseFenceJson(value);
  if (!isNode(node)) return undefined;
  const document = node.type === 'doc' ? node : { type: 'doc', content: [node] };
  return checkRichText(document).length === 0 ? node : undefined;
}

function parseFenceJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Ordinary code with our info string: it is shown as code.
    return undefined;
  }
}
