import type { ContentType } from '../model/entities/contentType.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import { MAX_PROBLEMS } from '../model/fields/problem.ts';
import { readFields } from '../model/fields/readFields.ts';
import { isNumberText, OPERATORS, type Operator } from '../model/page/conditions.ts';
import { suggestName } from '../model/schema/unknownNames.ts';
import { isTimestamp } from '../model/text/timestamp.ts';
import { showFields } from './page/showPage.ts';

/** A condition on a content field of the pages in a list: `filter[rating][gte]=3`. */
export interface FilterCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly text: string;
}

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
      { expected: 'a number', test: isNumberText },
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
