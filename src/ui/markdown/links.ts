import type { EditorState, Transaction } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { formatText } from './formatText.ts';
import { partsOf } from './parts.ts';
import { type Change, insertAt, isInCode, nodeAround, nodesIn, remove, type SyntaxRange } from './syntax.ts';

/** A link in a text. */
export interface TextLink {
  readonly href: string;
  /** Where its text is. */
  readonly label: SyntaxRange;
  /** What stands before and after its text. */
  readonly before: SyntaxRange;
  readonly after: SyntaxRange;
}

/** The link that the selection is in. */
export function linkAt(state: EditorState): TextLink | undefined {
  const node = nodeAround(state, state.selection.main, ['Link', 'Autolink', 'URL']);
  // The addresses of pictures and of links named elsewhere are no links themselves.
  if (node?.name === 'URL' && /^(?:Image|LinkReference)$/.test(node.parent?.name ?? '')) return undefined;
  return node && readLinkAt(state, node.name === 'URL' && isOfLink(node.parent) ? node.parent : node);
}

const isOfLink = (node: SyntaxNode | null): node is SyntaxNode => node?.name === 'Link' || node?.name === 'Autolink';

/** Reads `[text](address)`, `[text][name]`, `<address>` or a bare address. */
function readLinkAt({ doc }: EditorState, node: SyntaxNode): TextLink {
  const url = node.name === 'URL' ? node : node.getChild('URL');
  const [open, close] = node.getChildren('LinkMark');
  const label = node.name === 'Link' && open && close ? { from: open.to, to: close.from } : (url ?? node);
  return {
    href: url
      ? doc
          .sliceString(url.from, url.to)
          .replace(/^<(.*)>$/, '$1')
          .replace(/\\([!-/:-@[-`{-~])/g, '$1')
      : '',
    label: { from: label.from, to: label.to },
    before: { from: node.from, to: label.from },
    after: { from: label.to, to: node.to },
  };
}

/** Whether what is selected can be the text of one link. */
export function canLink(state: EditorState): boolean {
  const { main } = state.selection;
  return !isInCode(state) && (main.empty || linkAt(state) !== undefined || partsOf(state, main).length === 1);
}

interface NewLink {
  readonly href: string;
  /** Its text where none is selected. */
  readonly text: string;
}

/** Makes a link of what is selected, or changes the one there. */
export function setMarkdownLink(state: EditorState, { href, text }: NewLink): Transaction {
  const { main } = state.selection;
  const link = linkAt(state);
  if (link) return formatText(state, around(link.label, href, link));
  const [part] = partsOf(state, main);
  if (part) return formatText(state, [...dropLinks(state, part), ...around(part, href)]);
  const written = `[${escaped(text || href)}](${destination(href)})`;
  return formatText(state, [{ from: main.from, to: main.to, insert: written }], main.from + written.length);
}

/** Takes away the link that the selection is in, and leaves its text. */
export function removeLink(state: EditorState): Transaction {
  const link = linkAt(state);
  return formatText(state, link ? [remove(link.before), remove(link.after)] : []);
}

function around({ from, to }: SyntaxRange, href: string, old?: TextLink): readonly Change[] {
  const end = `](${destination(href)})`;
  if (!old) return [insertAt(from, '['), insertAt(to, end)];
  return [
    { ...old.before, insert: '[' },
    { ...old.after, insert: end },
  ];
}

/** There are no links inside a link. */
const dropLinks = (state: EditorState, range: SyntaxRange): readonly Change[] =>
  nodesIn(state, range, ['Link', 'Autolink'])
    .filter(({ from, to }) => from >= range.from && to <= range.to)
    .map((node) => readLinkAt(state, node))
    .flatMap(({ before, after }) => [remove(before), remove(after)]);

/** A picture as Markdown. */
export const pictureText = ({ src, alt }: { readonly src: string; readonly alt: string | null }): string =>
  `![${escaped(alt ?? '')}](${destination(src)})`;

const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<]/g, '\\$&');

/** An address as Markdown: spaces and brackets would end it. */
const destination = (href: string): string =>
  /^[^\s()<>\\]+$/.test(href) ? href : `<${href.replace(/[\n\r<>\\]/g, encodeURIComponent)}>`;
