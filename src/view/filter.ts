import { compareText } from '../lib/compareText.ts';
import { foldText } from '../lib/foldText.ts';
import type { ContentType } from '../model/entities/contentType.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import { readFields } from '../model/fields/readFields.ts';
import { isTimestamp, parseTimestamp } from '../model/timestamp.ts';
import { showFields } from './page.ts';

/** What a list asks of a content field: `filter[rating][gte]=3`. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly text: string;
}

/** How a value compares with what was asked, or undefined where the two cannot be compared. */
function compare(value: unknown, text: string): number | undefined {
  if (typeof value === 'number') return NUMBER.test(text) ? value - Number(text) : undefined;
  if (typeof value === 'boolean') return compareText(String(value), text) || undefined;
  if (typeof value !== 'string') return undefined;
  return isTimestamp(value) && isTimestamp(text)
    ? parseTimestamp(value) - parseTimestamp(text)
    : compareText(value, text);
}

const NUMBER = /^-?\d{1,300}(\.\d{1,300})?$/;

const equals = (value: unknown, text: string): boolean =>
  typeof value === 'boolean' ? String(value) === text : compare(value, text) === 0;

/** A list holds what one of its items holds. */
const some = (value: unknown, test: (item: unknown) => boolean): boolean =>
  Array.isArray(value) ? value.some(test) : test(value);

const ordered =
  (test: (order: number) => boolean) =>
  (value: unknown, text: string): boolean =>
    some(value, (item) => {
      const order = typeof item === 'boolean' ? undefined : compare(item, text);
      return order !== undefined && test(order);
    });

const OPERATORS = {
  eq: (value, text) => some(value, (item) => equals(item, text)),
  ne: (value, text) => !some(value, (item) => equals(item, text)),
  in: (value, text) => some(value, (item) => text.split(',').some((one) => equals(item, one))),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  contains: (value, text) =>
    some(value, (item) => (typeof item === 'string' ? foldText(item).includes(foldText(text)) : equals(item, text))),
} satisfies Record<string, (value: unknown, text: string) => boolean>;

export type Operator = keyof typeof OPERATORS;
export const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);
export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);

/** Keeps the pages whose public values meet all conditions. */
export function filterPages(
  pages: readonly Entry<Page>[],
  conditions: readonly Condition[],
  lookup: Lookup,
): readonly Entry<Page>[] {
  if (conditions.length === 0) return pages;
  const only = [...new Set(conditions.map(({ field }) => field))];
  return pages.filter((page) => {
    const values = showFields(page, { lookup, only });
    return conditions.every(({ field, operator, text }) => OPERATORS[operator](values[field], text));
  });
}

/** What a text must be to be compared with the values of a field, where the field's type says so. */
const EXPECTED: Readonly<Record<string, { readonly expected: string; test(text: string): boolean }>> = {
  ...Object.fromEntries(
    ['number', 'integer', 'media', 'gallery', 'reference', 'page', 'term'].map((type) => [
      type,
      { expected: 'a number', test: (text: string) => NUMBER.test(text) },
    ]),
  ),
  boolean: { expected: 'true or false', test: (text) => text === 'true' || text === 'false' },
  date: { expected: 'a date', test: isTimestamp },
  datetime: { expected: 'a date', test: isTimestamp },
};

/** What is wrong with conditions on pages of these types: fields that none of them has, texts that fit no value. */
export function checkConditions(
  conditions: readonly Condition[],
  types: readonly Entry<ContentType>[],
): readonly Detail[] {
  // A type without a schema takes any name.
  const isOpen = types.some(({ data }) => readFields(data.fieldsSchema).length === 0);
  return conditions.flatMap(({ field, operator, text }) => {
    const fields = types.flatMap(({ data }) => readFields(data.fieldsSchema).filter(({ name }) => name === field));
    if (isOpen) return [];
    if (fields.length === 0) return [{ path: ['filter', field], message: 'is no field of these pages' }];
    const wanted = fields.map(({ type }) => (Object.hasOwn(EXPECTED, type) ? EXPECTED[type] : undefined));
    const texts = operator === 'in' ? text.split(',') : [text];
    const fits = wanted.some((rule) => rule === undefined || operator === 'contains' || texts.every(rule.test));
    return fits ? [] : [{ path: ['filter', field, operator], message: `must be ${wanted[0]?.expected}` }];
  });
}
