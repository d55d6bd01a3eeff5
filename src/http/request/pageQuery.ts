import type { Direction } from '../../model/page/keyOrder.ts';
import { type Schema, text } from '../../model/schema/schema.ts';
import { PAGE_SORTS, type PageSort } from '../../store/page/pageOrder.ts';

/** A query parameter `<field>:<dir>`; without a direction it is ascending. */
export const pageSort = (sorts: readonly PageSort[], fallback: string): Schema<string> => ({
  type: 'string',
  pattern: `^(${sorts.join('|')})(:(asc|desc))?$`,
  errorMessage: `must be one of ${sorts.join(', ')}, followed by :asc or :desc`,
  default: fallback,
});

/** Reads a value that `pageSort` accepted. */
export function readPageSort(sort = ''): { sort: PageSort; direction: Direction } {
  const [field, direction] = sort.split(':');
  // The query's schema has matched both parts.
  return { sort: field as PageSort, direction: direction === 'desc' ? 'desc' : 'asc' };
}

const OWN_FIELD = 'fields.';

/** The best matches of a search first. */
export const RELEVANCE = 'relevance';

/**
 * The same parameter where pages may also be sorted by a field of their type, `fields.<name>:<dir>`, and by how well they
 * match a search.
 */
export const fieldSort = (fallback: string): Schema<string> => ({
  type: 'string',
  maxLength: 200,
  pattern: `^(${RELEVANCE}|(${PAGE_SORTS.join('|')}|fields\\.[A-Za-z_][A-Za-z0-9_-]*)(:(asc|desc))?)$`,
  errorMessage: `must be ${RELEVANCE}, or one of ${PAGE_SORTS.join(', ')} or fields.<name>, followed by :asc or :desc`,
  description:
    '`relevance` puts first what is called as in `search`; `fields.<name>` sorts by a field of the type that `type` names; pages without a value come last',
  default: fallback,
});

/** Reads a value that `fieldSort` accepted: the name of the field in a sort by one, else undefined. */
export const sortedField = (sort = ''): string | undefined =>
  sort.startsWith(OWN_FIELD) ? sort.slice(OWN_FIELD.length).replace(/:\w+$/, '') : undefined;

/**
 * The key of a term that a list's filter names as `vocabulary:term` or, as files write it, `vocabulary/term`. A
 * vocabulary alone stays as it is.
 */
export const toTermKey = (filter: string): string => filter.replace(':', '/');

/** A search text: 2 to 200 characters, not counting white space around them. */
export const searchText = text({ maxLength: 200, pattern: '\\S[^]*\\S', errorMessage: 'must be 2 to 200 characters' });
