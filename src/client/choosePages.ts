import { badRequest } from './ask.ts';
import type { List } from './content.ts';
import { foldAccents } from './findPages.ts';
import type { AnyListOptions, AnyPageItem } from './reads.ts';
import type { Conditions } from './types.ts';

export type PageListAnswer = List<AnyPageItem>;

/** Filters and sorts the pages of an export as a server would. */
export function choosePages(
  all: readonly AnyPageItem[],
  options: AnyListOptions,
): { items: readonly AnyPageItem[]; total: number } {
  const { type, taxonomy, filter = {}, ids, sort = 'published_at:desc' } = options;
  const [vocabulary, term] = taxonomy?.split(':') ?? [];
  const tests = Object.entries(filter).map(([field, asked]) => createTest(field, asked));
  const items = all.filter(
    (item) =>
      (!type || item.type === type) &&
      (!ids || ids.includes(item.id)) &&
      (!vocabulary || item.terms.some((one) => one.taxonomy === vocabulary && (!term || one.term === term))) &&
      tests.every((isMet) => isMet(item)),
  );
  return { items: sortPages(items, sort), total: items.length };
}

type ReadSortValue = (item: AnyPageItem) => string | null;

const KEYS: Record<string, ReadSortValue> = {
  published_at: ({ meta }) => meta.published_at,
  created_at: ({ meta }) => meta.created_at,
  updated_at: ({ meta }) => meta.updated_at,
  title: ({ title }) => title,
  slug: ({ slug }) => slug,
};

/** Breaks ties by ascending id; pages without the value come last in either direction. */
function sortPages(items: AnyPageItem[], sort: string): AnyPageItem[] {
  const [name = '', direction] = sort.split(':');
  const keyOf = KEYS[name];
  if (!keyOf) throw badRequest(['sort'], `must be one of ${Object.keys(KEYS).join(', ')}`);
  const sign = direction === 'desc' ? -1 : 1;
  const compare = name === 'title' ? new Intl.Collator('en', { numeric: true }).compare : compareStrings;
  return items.sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || a.id - b.id;
    return sign * compare(one, other) || a.id - b.id;
  });
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type OperatorTest = (value: unknown) => boolean;

const OPERATORS: Record<keyof Conditions, (asked: unknown) => OperatorTest> = {
  eq: (asked) => matchesAny((value) => equals(value, asked)),
  ne: (asked) => (value) => !OPERATORS.eq(asked)(value),
  in: (asked) => matchesAny((value) => [asked].flat().some((one) => equals(value, one))),
  lt: (asked) => matchesAny((value) => compareValues(value, asked) < 0),
  lte: (asked) => matchesAny((value) => compareValues(value, asked) <= 0),
  gt: (asked) => matchesAny((value) => compareValues(value, asked) > 0),
  gte: (asked) => matchesAny((value) => compareValues(value, asked) >= 0),
  contains: (asked) =>
    matchesAny((value) =>
      typeof value === 'string' ? foldAccents(value).includes(foldAccents(String(asked))) : equals(value, asked),
    ),
};

function createTest(field: string, asked: unknown): (item: AnyPageItem) => boolean {
  const conditions = Object.entries(typeof asked === 'object' && asked ? asked : { eq: asked });
  const tests = conditions.map(([operator, value]) => {
    const create = OPERATORS[operator as keyof Conditions];
    if (!create)
      throw badRequest(
        ['filter', field, operator],
        `must use one of the operators ${Object.keys(OPERATORS).join(', ')}`,
      );
    return create(value);
  });
  return (item) => tests.every((isMet) => isMet(collapseValue(field === 'id' ? item.id : item.fields[field])));
}

/** A value as it would be if nothing were expanded: pages, media items and terms are compared by id. */
const collapseValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(collapseItem) : collapseItem(value);
const collapseItem = (value: unknown): unknown =>
  typeof value === 'object' && value && 'id' in value && ('mimeType' in value || 'slug' in value) ? value.id : value;

/** A list passes if one of its items does. */
const matchesAny =
  (test: OperatorTest): OperatorTest =>
  (value) =>
    Array.isArray(value) ? value.some(test) : test(value);

/** Compares numbers and booleans as text, and times as moments. */
function equals(value: unknown, asked: unknown): boolean {
  if (typeof value !== 'string') return /number|boolean/.test(typeof value) && String(value) === String(asked);
  return value === String(asked) || parseIsoTime(value) === parseIsoTime(String(asked));
}

/** NaN if the two cannot be compared. */
function compareValues(value: unknown, asked: unknown): number {
  if (typeof value === 'number') return value - Number(asked);
  if (typeof value !== 'string') return Number.NaN;
  const difference = parseIsoTime(value) - parseIsoTime(String(asked));
  return Number.isNaN(difference) ? compareStrings(value, String(asked)) : difference;
}

/** Milliseconds of a date or time in ISO 8601, in UTC if it has no zone. */
function parseIsoTime(text: string): number {
  if (!/^\d{4}-\d\d-\d\d([Tt ][\d:.]+([Zz]|[+-]\d\d:?\d\d)?)?$/.test(text)) return Number.NaN;
  return Date.parse(/[Zz]$|[+-]\d\d:?\d\d$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`);
}
