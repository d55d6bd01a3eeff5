import { compareText } from '../lib/text/compareText.ts';
import { foldText } from '../lib/text/foldText.ts';
import type { ContentType } from '../model/entities/contentType.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import { MAX_PROBLEMS } from '../model/fields/problem.ts';
import { readFields } from '../model/fields/readFields.ts';
import { suggestName } from '../model/schema/unknownNames.ts';
import { isTimestamp, parseTimestamp } from '../model/text/timestamp.ts';
import { showFields } from './page/showPage.ts';

/** A condition on a content field of the pages in a list: `filter[rating][gte]=3`. */
export interface FilterCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly text: string;
}

/** Whether a value meets a condition. */
type ValueTest = (value: unknown) => boolean;

const NUMBER = /^-?\d{1,300}(\.\d{1,300})?$/;

/** Tests whether an item equals one of these texts, which are parsed only once for all items. */
function isOneOf(texts: readonly string[]): ValueTest {
  const asked = new Set(texts);
  const numbers = new Set(texts.filter((text) => NUMBER.test(text)).map(Number));
  const times = new Set(texts.filter(isTimestamp).map(parseTimestamp));
  return (item) => {
    if (typeof item === 'number') return numbers.has(item);
    if (typeof item === 'boolean') return asked.has(String(item));
    return typeof item === 'string' && (asked.has(item) || (times.size > 0 && times.has(parseTimestamp(item))));
  };
}

/** Compares items with a text; NaN if the two cannot be compared. */
function compareWith(text: string): (item: unknown) => number {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  const time = parseTimestamp(text);
  return (item) => {
    if (typeof item === 'number') return item - number;
    if (typeof item !== 'string') return Number.NaN;
    const difference = Number.isNaN(time) ? Number.NaN : parseTimestamp(item) - time;
    return Number.isNaN(difference) ? compareText(item, text) : difference;
  };
}

function contains(text: string): ValueTest {
  const folded = foldText(text);
  const isEqual = isOneOf([text]);
  return (item) => (typeof item === 'string' ? foldText(item).includes(folded) : isEqual(item));
}

/** Applies a test to the items of a list, one of which must pass. */
const matchesSome =
  (test: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) ? value.some(test) : test(value);

/** @param test must be false for NaN */
const ordered =
  (test: (order: number) => boolean) =>
  (text: string): ValueTest => {
    const compare = compareWith(text);
    return matchesSome((item) => test(compare(item)));
  };

/** The test that each operator makes from the text of a condition. */
const OPERATORS = {
  eq: (text) => matchesSome(isOneOf([text])),
  ne: (text) => {
    const isEqual = matchesSome(isOneOf([text]));
    return (value) => !isEqual(value);
  },
  in: (text) => matchesSome(isOneOf(text.split(','))),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  contains: (text) => matchesSome(contains(text)),
} satisfies Record<string, (text: string) => ValueTest>;

export type Operator = keyof typeof OPERATORS;
export const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);
export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);

/** Whether a page's public values meet all conditions. */
export function createPageTest(conditions: readonly FilterCondition[], lookup: Lookup): (page: Entry<Page>) => boolean {
  const only = [...new Set(conditions.map(({ field }) => field))];
  const tests = conditions.map(({ field, operator, text }) => ({ field, isMet: OPERATORS[operator](text) }));
  return (page) => {
    const values = showFields(page, { lookup, only });
    return tests.every(({ field, isMet }) => isMet(values[field]));
  };
}

/** What the text of a condition must be, for the field types that require a certain form. */
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

/** The problems of conditions on pages of these types: unknown fields, and texts that no value can match. */
export function checkConditions(
  conditions: readonly FilterCondition[],
  types: readonly Entry<ContentType>[],
): readonly Detail[] {
  const all = types.flatMap(({ data }) => readFields(data.fieldsSchema));
  const names = all.map(({ name }) => name);
  return conditions.flatMap(({ field, operator, text }) => {
    const fields = all.filter(({ name }) => name === field);
    if (fields.length === 0) return [{ path: ['filter', field], message: notAField(field, names) }];
    const wanted = fields.map(({ type }) => (Object.hasOwn(EXPECTED, type) ? EXPECTED[type] : undefined));
    const texts = operator === 'in' ? text.split(',') : [text];
    const fits = wanted.some((rule) => rule === undefined || operator === 'contains' || texts.every(rule.test));
    return fits ? [] : [{ path: ['filter', field, operator], message: `must be ${wanted[0]?.expected}` }];
  });
}

/** The problems of names of fields to show of pages of these types. */
export function checkFieldNames(asked: readonly string[], types: readonly Entry<ContentType>[]): readonly Detail[] {
  const names = types.flatMap(({ data }) => readFields(data.fieldsSchema).map(({ name }) => name));
  const unknown = asked.filter((name) => !names.includes(name)).slice(0, MAX_PROBLEMS);
  return unknown.map((name) => ({ path: ['fields'], message: `"${name}" ${notAField(name, names)}` }));
}

const notAField = (name: string, known: readonly string[]): string =>
  `is not a field of these pages${suggestName(name, new Set(known))}`;
