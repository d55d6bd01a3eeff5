import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** A title or name as a reader sees it: WordPress stores them as HTML, with `&amp;` for an ampersand. */
export const wordsOf = (html: string): string =>
  /[&<]/.test(html) ? parseFragment(html).childNodes.map(textOf).join('').trim() : html;

function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
