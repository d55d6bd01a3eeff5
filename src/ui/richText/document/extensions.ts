import { Extension, type Extensions, Mark, Node } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Link } from '@tiptap/extension-link';
import { ListItem } from '@tiptap/extension-list';
import { Subscript } from '@tiptap/extension-subscript';
import { Superscript } from '@tiptap/extension-superscript';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { StarterKit } from '@tiptap/starter-kit';
import { readEditorAttributes, unknownAttributes } from './attributes.ts';
import { isLinkableHref } from './href.ts';
import { isJsonNode, readNodeAttributes } from './json.ts';
import { pictureNodes } from './pictures.ts';

/** Nodes and marks that hold what the editor does not know. */
export const UNKNOWN = { block: 'unknownBlock', inline: 'unknownInline', mark: 'unknownMark' } as const;

const parseJsonAttribute = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/** Reads from a pasted element the attributes that the editor does not know; the others are in the element itself. */
function readOwn(element: HTMLElement): unknown {
  const own = parseJsonAttribute(element.getAttribute('data-own'));
  if (!isJsonNode(own)) return null;
  return { type: own.type, attrs: unknownAttributes(own.type, readNodeAttributes(own)) };
}

const renderOwn = ({ own }: { readonly own?: unknown }) =>
  own === null || own === undefined ? {} : { 'data-own': JSON.stringify(own) };

const unknownOwn = {
  default: null,
  parseHTML: (element: HTMLElement) => parseJsonAttribute(element.getAttribute('data-unknown')),
  renderHTML: ({ own }: { readonly own?: unknown }) => ({ 'data-unknown': JSON.stringify(own) }),
};

const UnknownBlock = Node.create({
  name: UNKNOWN.block,
  group: 'block',
  atom: true,
  addAttributes: () => ({ own: unknownOwn }),
  parseHTML: () => [{ tag: 'div[data-unknown]' }],
  renderHTML: ({ HTMLAttributes, node }) => ['div', HTMLAttributes, unknownNodeLabel(node.attrs['own'])],
});

const UnknownInline = Node.create({
  name: UNKNOWN.inline,
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ own: unknownOwn }),
  parseHTML: () => [{ tag: 'span[data-unknown]', priority: 60 }],
  renderHTML: ({ HTMLAttributes, node }) => ['span', HTMLAttributes, unknownNodeLabel(node.attrs['own'])],
});

const UnknownMark = Mark.create({
  name: UNKNOWN.mark,
  excludes: '',
  addAttributes: () => ({ own: unknownOwn }),
  parseHTML: () => [{ tag: 'mark[data-unknown]' }],
  renderHTML: ({ HTMLAttributes }) => ['mark', HTMLAttributes, 0],
});

const unknownNodeLabel = (own: unknown): string => (isJsonNode(own) ? own.type : '?');

/** The contract allows a list item to begin with any block. */
const AnyListItem = ListItem.extend({ content: 'block+' });

/** The contract allows inline code to be bold. */
const MarkedCode = Code.extend({ excludes: '' });

const PageLink = Link.extend({
  // Text typed right after a link is not part of it.
  inclusive: false,
  addAttributes: () => ({
    href: { default: null },
    target: { default: null },
    rel: { default: null },
    title: { default: null },
  }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  markdownLinks: true,
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (href) => isLinkableHref(href),
});

/** A cell without TipTap's column width. Alignment is an attribute, as the content security policy forbids inline styles. */
const cellAttributes = (name: string) => () => ({
  colspan: { default: 1 },
  rowspan: { default: 1 },
  align: {
    default: null,
    parseHTML: (element: HTMLElement) =>
      readEditorAttributes(name, { align: element.style?.textAlign || element.getAttribute('align') })['align'],
    renderHTML: ({ align }: { readonly align?: unknown }) => (align ? { align } : {}),
  },
});

const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addNodeView: () => null as never,
});

const Kit = StarterKit.configure({
  heading: { levels: [2, 3, 4, 5, 6] },
  // Replaced by the extensions below.
  codeBlock: false,
  code: false,
  link: false,
  listItem: false,
  // The form has the history.
  undoRedo: false,
  // A paragraph added automatically at the end would count as a change.
  trailingNode: false,
});

/** The nodes and marks of the starter kit that a document may contain. */
const OF_KIT = [
  'doc',
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'horizontalRule',
  'hardBreak',
  'bold',
  'italic',
  'underline',
  'strike',
];

/** Keeps the original JSON of a node or mark with it: unknown attributes, and the way it was written. */
const Own = Extension.create<{ types: readonly string[] }>({
  name: 'own',
  addOptions: () => ({ types: [] }),
  addGlobalAttributes() {
    const own = { default: null, keepOnSplit: false, parseHTML: readOwn, renderHTML: renderOwn };
    return [{ types: [...this.options.types], attributes: { own } }];
  },
});

/** The schema of a document and its typing rules, without any user interface. */
export function documentExtensions(): Extensions {
  const nodes = [
    AnyListItem,
    MarkedCode,
    CodeBlock,
    PageLink,
    Subscript,
    Superscript,
    PlainTable.configure({ resizable: false }),
    TableRow,
    TableHeader.extend({ addAttributes: cellAttributes('tableHeader') }),
    TableCell.extend({ addAttributes: cellAttributes('tableCell') }),
    ...pictureNodes(),
  ];
  const types = [...OF_KIT, ...nodes.map(({ name }) => name)];
  return [Kit, ...nodes, UnknownBlock, UnknownInline, UnknownMark, Own.configure({ types })];
}
