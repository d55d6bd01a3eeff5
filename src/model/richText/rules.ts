import { isSafeHref, isSafeSource } from './href.ts';
import { mediaKey } from './imageSource.ts';
import { readPageAddress } from './pageAddress.ts';

/** The rule for an attribute; null counts as absent. */
export interface AttributeRule {
  /** Completes "must be …". */
  readonly expected: string;
  test(value: unknown): boolean;
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
const isWholeNumberWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const line: AttributeRule = { expected: 'text', test: isLine };
const wholeNumber = (min: number, max: number): AttributeRule => ({
  expected: `a whole number from ${min} to ${max}`,
  test: (value) => isWholeNumberWithin(value, min, max),
});
const href: AttributeRule = {
  expected: 'an http, https, mailto, tel or relative URL, or page:<locale>/<slug>',
  test: (value) => isLine(value) && (isSafeHref(value) || readPageAddress(value) !== undefined),
};
const source: AttributeRule = {
  expected: 'an http, https or relative URL',
  test: (value) => isLine(value) && (isSafeSource(value) || mediaKey(value) !== undefined),
};
const target: AttributeRule = {
  expected: 'one of _self, _blank, _parent, _top',
  test: (value) => value === '_self' || value === '_blank' || value === '_parent' || value === '_top',
};
/** The target of the link around an image: a keyword, or the name of a window. */
const linkTarget: AttributeRule = {
  expected: 'a link target such as _blank',
  test: (value) => typeof value === 'string' && /^[\w.-]{0,100}$/.test(value),
};
const float: AttributeRule = {
  expected: 'one of none, left, right, center',
  test: (value) => value === 'none' || value === 'left' || value === 'right' || value === 'center',
};
/** Pixels as a number, or a length of CSS: `320`, `50%`, `20em`. */
const dimension: AttributeRule = {
  expected: 'a length such as 320 or "50%"',
  test: (value) =>
    typeof value === 'number'
      ? Number.isFinite(value) && value >= 0
      : isLine(value) && /^(?:\d{1,6}(?:\.\d{1,6})?(?:%|[a-z]{1,5})?|auto|(?:min|max|fit)-content)$/.test(value),
};

const INLINE = ['text', 'hardBreak', 'image'];
const BLOCKS = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'image',
  'table',
  'horizontalRule',
];
const cell: NodeRule = {
  content: BLOCKS,
  attributes: { colspan: wholeNumber(1, 1000), rowspan: wholeNumber(1, 1000) },
};

/** The nodes of a document, and what each may contain (contract, section 9). */
export const NODES: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['doc', { content: BLOCKS }],
  ['paragraph', { content: INLINE }],
  ['heading', { content: INLINE, attributes: { level: { ...wholeNumber(2, 6), required: true } } }],
  ['bulletList', { content: ['listItem'] }],
  ['orderedList', { content: ['listItem'], attributes: { start: wholeNumber(0, 999_999_999) } }],
  ['listItem', { content: BLOCKS }],
  ['blockquote', { content: BLOCKS }],
  ['codeBlock', { content: ['text'], attributes: { language: line }, isPlain: true }],
  [
    'image',
    {
      content: [],
      isMarked: true,
      attributes: {
        src: source,
        href,
        linkTarget,
        target,
        rel: line,
        alt: line,
        title: line,
        caption: line,
        width: dimension,
        height: dimension,
        float,
      },
    },
  ],
  ['table', { content: ['tableRow'] }],
  ['tableRow', { content: ['tableHeader', 'tableCell'] }],
  ['tableHeader', cell],
  ['tableCell', cell],
  ['horizontalRule', { content: [] }],
  ['hardBreak', { content: [], isMarked: true }],
  ['text', { content: [], isMarked: true }],
]);

/** The marks and their attributes. */
export const MARKS: ReadonlyMap<string, AttributeRules> = new Map<string, AttributeRules>([
  ['bold', {}],
  ['italic', {}],
  ['underline', {}],
  ['strike', {}],
  ['code', {}],
  ['link', { href: { ...href, required: true }, target, rel: line, title: line }],
  ['subscript', {}],
  ['superscript', {}],
]);
