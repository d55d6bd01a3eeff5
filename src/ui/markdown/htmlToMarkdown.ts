import { fromDom } from 'hast-util-from-dom';
import { toMdast } from 'hast-util-to-mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { all, unwrap } from '../richText/paste/dom.ts';

/** The signs that the server writes, too. */
const OPTIONS: Options = {
  bullet: '-',
  bulletOther: '*',
  emphasis: '*',
  strong: '*',
  fence: '`',
  rule: '-',
  listItemIndent: 'one',
  extensions: [gfmTableToMarkdown(), gfmStrikethroughToMarkdown()],
};

/** Writes the content of an element as Markdown, without a line break at its end. The element is changed. */
export function htmlToMarkdown(element: HTMLElement): string {
  // Word processors make every item a paragraph, which is a list with blank lines between.
  for (const paragraph of all(element, 'li > p:only-of-type')) unwrap(paragraph);
  const tree = toMdast(fromDom(element), { handlers: { u: (state, node) => state.all(node) } });
  // An element becomes a root, never a part of a text.
  return toMarkdown(tree as Parameters<typeof toMarkdown>[0], OPTIONS).trimEnd();
}
