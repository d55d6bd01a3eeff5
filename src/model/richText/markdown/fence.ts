import type { Code } from 'mdast';
import { checkRichText } from '../check.ts';
import { isNode, type RichTextNode } from '../node.ts';

/** The info string of a fenced block of JSON that holds a node Markdown cannot express. */
const LANGUAGE = 'json';
const MARK = 'quire';

/** A node, or a whole document, as a fenced block of JSON. */
export const writeFence = (node: RichTextNode): Code => ({
  type: 'code',
  lang: LANGUAGE,
  meta: MARK,
  value: JSON.stringify(node, null, 2),
});

/** The sound node or document that a fenced block holds; undefined when it is ordinary code. */
export function readFence({ lang, meta, value }: Code): RichTextNode | undefined {
  if (lang !== LANGUAGE || meta !== MARK) return undefined;
  const node = parseJson(value);
  if (!isNode(node)) return undefined;
  const document = node.type === 'doc' ? node : { type: 'doc', content: [node] };
  return checkRichText(document).length === 0 ? node : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Ordinary code that somebody marked like ours: it is shown as what it is.
    return undefined;
  }
}
