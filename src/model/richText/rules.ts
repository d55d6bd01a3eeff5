import { isSafeHref, isSafeSource } from './href.ts';

/** What an attribute holds. */
export type AttributeForm = 'line' | 'number' | 'choice' | 'href' | 'source' | 'window' | 'length';

/** The rule for an attribute; null counts as absent. */
export interface AttributeRule {
  readonly form: AttributeForm;
  test(value: unknown): boolean;
  /** The least and the greatest number. */
  readonly range?: readonly [min: number, max: number];
  readonly choices?: readonly string[];
  readonly required?: boolean;
}
export type AttributeRules = Readonly<Record<string, AttributeRule>>;

export interface NodeRule {
  /** The node types allowed in its `content`; empty for a leaf. */
  readonly content: readonly string[];
  /** Other attributes are kept, but mean nothing to Quire (editors add their own). */
  readonly attributes?: AttributeRules;
  /** Whether it may have marks. */
  readonly isMarked?: boolean;
  /** Whether the text in it must have no marks. */
  readonly isPlain?: boolean;
}

const MAX_ATTRIBUTE = 10_000;

const isLine = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_ATTRIBUTE;

const line: AttributeRule = { form: 'line', test: isLine };
const numberWithin = (min: number, max: number): AttributeRule => ({
  form: 'number',
  test: (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
  range: [min, max],
});
const oneOf = (...choices: readonly string[]): AttributeRule => ({
  form: 'choice',
  test: (value) => choices.includes(value as string),
  choices,
});
const href: AttributeRule = { form: 'href', test: (value) => isLine(value) && isSafeHref(value) };
const source: AttributeRule = { form: 'source', test: (value) => isLine(value) && isSafeSource(value) };
const target = oneOf('_self', '_blank', '_parent', '_top');
/** The target of the link around an image: a keyword, or the name of a window. */
const linkTarget: AttributeRule = {
  form: 'window',
  test: (value) => typeof value === 'string' && /^[\w.-]{0,100}$/.test(value),
};
const float = oneOf('none', 'left', 'right', 'center');
/** Pixels as a number, or a length of CSS: `320`, `50%`, `20em`. */
const dimension: AttributeRule = {
  form: 'length',
  test: (value) =>
    typeof value === 'number'
      ? Number.isFinite(value) && value >= 0
      : isLine(value) && /^(?:\d{1,6}(?:\.\d{1,6})?(?:%|[a-z]{1,5})?|auto|(?:min|max|fit)-content)$/.test(value),
};

const INLINE = ['text', 'hardBreak', 'image'];
const BLOCKS = 'paragraph heading bulletList orderedList blockquote codeBlock image table horizontalRule'.split(' ');
const cell: NodeRule = {
  content: BLOCKS,
  attributes: { colspan: numberWithin(1, 1000), rowspan: numberWithin(1, 1000) },
};

/** The nodes of a document, and what each may contain (contract, section 9): here, in the client and in the editor. */
export const NODES: ReadonlyMap<string, NodeRule> = new Map(
  Object.entries<NodeRule>({
    doc: { content: BLOCKS },
    paragraph: { content: INLINE },
    heading: { content: INLINE, attributes: { level: { ...numberWithin(2, 6), required: true } } },
    bulletList: { content: ['listItem'] },
    orderedList: { content: ['listItem'], attributes: { start: numberWithin(0, 999_999_999) } },
    listItem: { content: BLOCKS },
    blockquote: { content: BLOCKS },
    codeBlock: { content: ['text'], attributes: { language: line }, isPlain: true },
    image: {
      content: [],
      isMarked: true,
      attributes: {
        ...{ src: source, href, linkTarget, target, rel: line, alt: line, title: line, caption: line },
        ...{ width: dimension, height: dimension, float },
      },
    },
    table: { content: ['tableRow'] },
    tableRow: { content: ['tableHeader', 'tableCell'] },
    tableHeader: cell,
    tableCell: cell,
    horizontalRule: { content: [] },
    hardBreak: { content: [], isMarked: true },
    text: { content: [], isMarked: true },
  }),
);

/** The marks and their attributes. */
export const MARKS: ReadonlyMap<string, AttributeRules> = new Map(
  Object.entries<AttributeRules>({
    bold: {},
    italic: {},
    underline: {},
    strike: {},
    code: {},
    link: { href: { ...href, required: true }, target, rel: line, title: line },
    subscript: {},
    superscript: {},
  }),
);
