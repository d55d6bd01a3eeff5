import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** What a reader sees of a title or a name: WordPress keeps them as HTML, with `&amp;` for an ampersand. */
export const wordsOf = (html: string): string =>
  /[&<]/.test(html) ? parseFragment(html).childNodes.map(textOf).join('').trim() : html;

function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
