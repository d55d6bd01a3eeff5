import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** A title or name as a reader sees it: WordPress stores them as HTML, with `&amp;` for an ampersand. */
export const decodeTitle = (html: string): string =>
  /[&<]/.test(html) ? parseFragment(html).childNodes.map(htmlNodeText).join('').trim() : html;

function htmlNodeText(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(htmlNodeText).join('') : '';
}
