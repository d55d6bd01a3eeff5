import { slugify } from '../../lib/text/slugify.ts';
import { isMapping, ownValue } from '../fields/values.ts';
import { fromMarkdown } from '../richText/markdown/fromMarkdown.ts';
import { toMarkdown } from '../richText/markdown/toMarkdown.ts';
import { isNode, type RichTextNode } from '../richText/node.ts';
import { plainText } from '../richText/plainText.ts';
import type { OperationArguments } from './operation.ts';

/** What a conversion may lose: words for it are made where it is shown. */
export const LOSSES = [
  'formatting',
  'fraction',
  'timeOfDay',
  'others',
  'otherParts',
  'unknownChoices',
  'notFound',
] as const;
export type ConversionLoss = (typeof LOSSES)[number];

/** Finds the key of a record by what a text says of it; undefined if there is none, or several. */
export type FindByText = (text: string) => string | undefined;

/** What a conversion may use. */
export interface ConversionScope {
  readonly to: OperationArguments['convert'];
  readonly findPage?: FindByText;
  readonly findTerm?: FindByText;
}

/** How the values of one kind of field become those of another. */
export interface Conversion {
  /** What may be lost, in values that hold more than the new kind can. */
  readonly loses: ConversionLoss | null;
  /** The new value: the value itself where it is one of the new kind already, undefined where nothing can be made of it. */
  convert(value: unknown, scope: ConversionScope): unknown;
  /** Whether this value loses something. */
  losesIn?(value: unknown): boolean;
}

type ConvertText = (text: string, scope: ConversionScope) => unknown;

const ofText = (convert: ConvertText, loses: ConversionLoss | null = null): Conversion => ({
  loses,
  convert: (value, scope) => (typeof value === 'string' ? convert(value, scope) : undefined),
});

/** The value stays as it is: what the new kind refuses is found when the record is checked. */
const same: Conversion = { loses: null, convert: (value) => value };

const paragraphs = (text: string): RichTextNode => ({
  type: 'doc',
  content: text
    .split(/\r?\n[ \t]*\r?\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ type: 'paragraph', content: lineNodes(part.trim()) })),
});

const lineNodes = (text: string): readonly RichTextNode[] =>
  text
    .split(/\r?\n/)
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]);

/** Marks, and nodes other than paragraphs. */
const hasFormatting = (value: unknown): boolean =>
  isNode(value) &&
  (!['doc', 'paragraph', 'text', 'hardBreak'].includes(value.type) ||
    (Array.isArray(value.marks) && value.marks.length > 0) ||
    (Array.isArray(value.content) && value.content.some(hasFormatting)));

const textToRichText: Conversion = {
  loses: null,
  convert: (value) => (typeof value === 'string' ? paragraphs(value) : isNode(value) ? value : undefined),
};
const richTextToText = (join: (text: string) => string): Conversion => ({
  loses: 'formatting',
  convert: (value) => (isNode(value) ? join(plainText(value)) : typeof value === 'string' ? value : undefined),
  losesIn: hasFormatting,
});
const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

const NUMBER = /^[+-]?\d+([.,]\d+)?$/;
const toNumber: Conversion = {
  loses: null,
  convert(value) {
    if (typeof value === 'number') return value;
    return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value.trim().replace(',', '.')) : undefined;
  },
};
const toInteger: Conversion = {
  loses: 'fraction',
  convert(value, scope) {
    const number = toNumber.convert(value, scope);
    return typeof number === 'number' ? Math.round(number) : undefined;
  },
  losesIn: (value) => !Number.isInteger(toNumber.convert(value, { to: { field: '', from: '', to: '' } })),
};
const toText: Conversion = {
  loses: null,
  convert: (value) =>
    typeof value === 'string' ? value : ['number', 'boolean'].includes(typeof value) ? String(value) : undefined,
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dateToMoment = ofText((text) => (DAY.test(text) ? `${text}T00:00:00.000Z` : text));
const momentToDate: Conversion = {
  ...ofText((text) => (/^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : undefined), 'timeOfDay'),
  losesIn: (value) => typeof value === 'string' && !DAY.test(value) && !/T00:00(:00(\.0+)?)?(Z|$)/.test(value),
};

const textToChoice: Conversion = {
  loses: 'unknownChoices',
  convert(value, { to: { options } }) {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && (options === undefined || options.includes(text)) ? text : undefined;
  },
};

/** A value in a list, unless it is one. */
const toList: Conversion = { loses: null, convert: (value) => (Array.isArray(value) ? value : [value]) };
const toFirst: Conversion = {
  loses: 'others',
  convert: (value) => (Array.isArray(value) ? value[0] : value),
  losesIn: (value) => Array.isArray(value) && value.length > 1,
};

const textsToItems: Conversion = {
  loses: null,
  convert: (value, { to: { item = 'text' } }) =>
    Array.isArray(value) ? value.map((one) => (isMapping(one) ? one : { [item]: one })) : undefined,
};
const itemsToTexts: Conversion = {
  loses: 'otherParts',
  convert: (value, { to: { item = 'text' } }) =>
    Array.isArray(value)
      ? value.flatMap((one) =>
          isMapping(one) ? [ownValue(one, item)].filter((text) => typeof text === 'string') : [one],
        )
      : undefined,
  losesIn: (value) => Array.isArray(value) && value.some((one) => isMapping(one) && Object.keys(one).length > 1),
};

const textToPage = ofText((text, { findPage }) => findPage?.(text), 'notFound');
const textToTerm = ofText((text, { to: { vocabulary }, findTerm }) => {
  const found = findTerm?.(text);
  if (found !== undefined || vocabulary === undefined) return found;
  const key = text.startsWith(`${vocabulary}/`) ? text : `${vocabulary}/${slugify(text)}`;
  return findTerm?.(key);
}, 'notFound');
const keyToText = ofText((text) => text);
const termToChoice = ofText((text) => text.slice(text.indexOf('/') + 1));

const textToLink = (key: 'url' | 'page'): Conversion => ({
  loses: null,
  convert: (value) => (typeof value === 'string' ? { [key]: value } : isMapping(value) ? value : undefined),
});
const fromLink = (key: 'url' | 'page'): Conversion => ({
  loses: 'otherParts',
  convert: (value) =>
    isMapping(value) ? (ownValue(value, key) ?? undefined) : typeof value === 'string' ? value : undefined,
  losesIn: (value) => isMapping(value) && Object.keys(value).length > 1,
});

const toBoolean: Conversion = {
  loses: null,
  convert(value) {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 1) return true;
    return value === 'false' || value === 0 ? false : undefined;
  },
};

type Row = Readonly<Record<string, Conversion>>;

const LINES: Row = { text: same, textarea: same, markdown: same, code: same };
const FORMATTED: Row = { url: same, email: same, slug: same, color: same, date: same, datetime: same };
const FROM_TEXT: Row = {
  ...LINES,
  ...FORMATTED,
  richtext: textToRichText,
  number: toNumber,
  integer: toInteger,
  boolean: toBoolean,
  select: textToChoice,
  multiselect: { ...textToChoice, convert: (value, scope) => convertToList(textToChoice, value, scope) },
  reference: textToPage,
  page: textToPage,
  term: textToTerm,
  link: textToLink('url'),
};

function convertToList({ convert }: Conversion, value: unknown, scope: ConversionScope): unknown {
  if (Array.isArray(value)) return value;
  const one = convert(value, scope);
  return one === undefined ? undefined : [one];
}

/** How values are converted, by the present kind of their field and by the new one. */
export const FIELD_CONVERSIONS: Readonly<Record<string, Row>> = {
  text: FROM_TEXT,
  textarea: {
    ...FROM_TEXT,
    text: {
      ...richTextToText(oneLine),
      convert: (value) => (typeof value === 'string' ? oneLine(value) : undefined),
      losesIn: (value) => typeof value === 'string' && value.trim().includes('\n'),
    },
  },
  markdown: {
    ...LINES,
    richtext: {
      loses: null,
      convert: (value) => (typeof value === 'string' ? fromMarkdown(value) : isNode(value) ? value : undefined),
    },
  },
  richtext: {
    text: richTextToText(oneLine),
    textarea: richTextToText((text) => text),
    markdown: {
      loses: null,
      convert: (value) => (isNode(value) ? toMarkdown(value) : typeof value === 'string' ? value : undefined),
    },
  },
  code: LINES,
  number: { text: toText, textarea: toText, integer: toInteger, select: textToChoice, boolean: toBoolean },
  integer: { text: toText, textarea: toText, number: same, select: textToChoice, boolean: toBoolean },
  boolean: { text: toText, select: toText },
  date: { text: same, datetime: dateToMoment },
  datetime: { text: same, date: momentToDate },
  select: { text: same, textarea: same, multiselect: toList, term: textToTerm, slug: same, radio: same },
  multiselect: { select: toFirst, text: toFirst, repeater: textsToItems },
  url: { text: same, link: textToLink('url') },
  email: { text: same },
  color: { text: same },
  slug: { text: same, select: textToChoice, term: textToTerm },
  media: { gallery: toList },
  gallery: { media: toFirst },
  reference: { page: same, text: keyToText, link: textToLink('page') },
  page: { reference: same, text: keyToText, link: textToLink('page') },
  term: { text: keyToText, select: termToChoice },
  link: { url: fromLink('url'), text: fromLink('url'), page: fromLink('page'), reference: fromLink('page') },
  json: {
    repeater: textsToItems,
    code: { loses: null, convert: (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2)) },
  },
  object: { repeater: toList, json: same },
  repeater: { object: toFirst, multiselect: itemsToTexts, json: same },
};

/** The conversion between two kinds of fields; undefined if there is none. */
export const findFieldConversion = (from: string, to: string): Conversion | undefined => {
  const row = Object.hasOwn(FIELD_CONVERSIONS, from) ? FIELD_CONVERSIONS[from] : undefined;
  return row && Object.hasOwn(row, to) ? row[to] : undefined;
};
