import { compareNames, compareText } from '../lib/text/compareText.ts';
import { isOperator, OPERATOR_NAMES, OPERATORS } from '../model/page/conditions.ts';
import { createKeyCompare } from '../model/page/keyOrder.ts';
import { badRequest } from './ask.ts';
import type { List } from './content.ts';
import type { AnyListOptions, AnyPageItem } from './reads.ts';

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

function sortPages(pages: readonly AnyPageItem[], sort: string): readonly AnyPageItem[] {
  const [name = '', direction] = sort.split(':');
  const keyOf = KEYS[name];
  if (!keyOf) throw badRequest(['sort'], `must be one of ${Object.keys(KEYS).join(', ')}`);
  const compare = createKeyCompare(
    name === 'title' ? compareNames : compareText,
    direction === 'desc' ? 'desc' : 'asc',
  );
  return pages
    .map((page) => ({ page, key: keyOf(page) ?? undefined }))
    .sort(compare)
    .map(({ page }) => page);
}

function createTest(field: string, asked: unknown): (item: AnyPageItem) => boolean {
  const conditions = Object.entries(typeof asked === 'object' && asked ? asked : { eq: asked });
  const tests = conditions.map(([operator, value]) => {
    if (!isOperator(operator))
      throw badRequest(['filter', field, operator], `must use one of the operators ${OPERATOR_NAMES.join(', ')}`);
    return OPERATORS[operator](String(value));
  });
  return (item) => tests.every((isMet) => isMet(collapseValue(field === 'id' ? item.id : item.fields[field])));
}

/** A value as it would be if nothing were expanded: pages, media items and terms are compared by id. */
const collapseValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(collapseItem) : collapseItem(value);
const collapseItem = (value: unknown): unknown =>
  typeof value === 'object' && value && 'id' in value && ('mimeType' in value || 'slug' in value) ? value.id : value;
