import type { ContentType } from '../model/entities/contentType.ts';
import type { Page } from '../model/entities/page.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Detail } from '../model/errors.ts';
import { MAX_PROBLEMS } from '../model/fields/problem.ts';
import { readFields } from '../model/fields/readFields.ts';
import { isNumberText, OPERATORS, type Operator } from '../model/page/conditions.ts';
import { findTermByKey, findTermBySlug } from '../model/page/term.ts';
import { suggestName } from '../model/schema/unknownNames.ts';
import { siteSettings } from '../model/siteSettings.ts';
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

interface ExpectedText {
  readonly expected: string;
  test(text: string): boolean;
  /** The id that is meant by a text that is none: a slug, or what files call it. */
  idOf?(text: string, lookup: Lookup): number | undefined;
}

const findTermId = (text: string, lookup: Lookup): number | undefined =>
  findTermByKey(lookup, text.replace(':', '/'))?.term.id ??
  [...lookup.all('taxonomy')].flatMap(({ key }) => findTermBySlug(lookup, key, text)?.term.id ?? [])[0];

const findPageId = (text: string, lookup: Lookup): number | undefined =>
  (lookup.byKey('page', text) ?? lookup.byKey('page', `${siteSettings(lookup).defaultLocale}/${text}`))?.id;

/** What the text of a condition must be, for the field types that require a certain form. */
const EXPECTED: Readonly<Record<string, ExpectedText>> = {
  number: { expected: 'a number', test: isNumberText },
  integer: { expected: 'a number', test: isNumberText },
  media: { expected: 'the id of a media item', test: isNumberText },
  gallery: { expected: 'the id of a media item', test: isNumberText },
  reference: { expected: 'the id of a page', test: isNumberText, idOf: findPageId },
  page: { expected: 'the id of a page', test: isNumberText, idOf: findPageId },
  term: { expected: 'the id of a term', test: isNumberText, idOf: findTermId },
  boolean: { expected: 'true or false', test: (text) => text === 'true' || text === 'false' },
  date: { expected: 'a date', test: isTimestamp },
  datetime: { expected: 'a date', test: isTimestamp },
};

/** The problems of conditions on pages of these types: unknown fields, and texts that no value can match. */
export function checkConditions(
  conditions: readonly FilterCondition[],
  types: readonly Entry<ContentType>[],
  lookup: Lookup,
): readonly Detail[] {
  const all = types.flatMap(({ data }) => readFields(data.fieldsSchema));
  const names = all.map(({ name }) => name);
  return conditions.flatMap(({ field, operator, text }) => {
    const fields = all.filter(({ name }) => name === field);
    if (fields.length === 0) return [{ path: ['filter', field], message: notAField(field, names) }];
    const texts = operator === 'in' ? text.split(',') : [text];
    const kinds = operator === 'contains' ? [] : fields.map(({ type }) => type);
    const message = findUnfit(texts, kinds, lookup);
    return message === undefined ? [] : [{ path: ['filter', field, operator], message }];
  });
}

/** What is wrong with texts that no value of fields of these kinds can match; undefined if one can. */
export function findUnfit(texts: readonly string[], kinds: Iterable<string>, lookup: Lookup): string | undefined {
  const wanted = Array.from(kinds, (kind) => (Object.hasOwn(EXPECTED, kind) ? EXPECTED[kind] : undefined));
  if (wanted.length === 0 || wanted.some((rule) => rule === undefined || texts.every(rule.test))) return undefined;
  const [rule] = wanted;
  const wrong = texts.find((text) => !rule!.test(text)) ?? '';
  const id = rule!.idOf?.(wrong, lookup);
  return `must be ${rule!.expected}${id === undefined ? '' : `: that of "${wrong}" is ${id}`}`;
}

/** The problems of names of fields to show of pages of these types. */
export function checkFieldNames(asked: readonly string[], types: readonly Entry<ContentType>[]): readonly Detail[] {
  const names = types.flatMap(({ data }) => readFields(data.fieldsSchema).map(({ name }) => name));
  const unknown = asked.filter((name) => !names.includes(name)).slice(0, MAX_PROBLEMS);
  return unknown.map((name) => ({ path: ['fields'], message: `"${name}" ${notAField(name, names)}` }));
}

export const notAField = (name: string, known: readonly string[]): string =>
  `is not a field of these pages${suggestName(name, new Set(known))}`;
