import { type Schema, text } from '../../model/schema/schema.ts';
import type { Direction, PageSort } from '../../store/page/pageOrder.ts';

/** A query parameter `<field>:<dir>`; the direction may be left out (ascending). */
export const pageSort = (sorts: readonly PageSort[], fallback: string): Schema<string> => ({
  type: 'string',
  pattern: `^(${sorts.join('|')})(:(asc|desc))?$`,
  errorMessage: `must be one of ${sorts.join(', ')}, followed by :asc or :desc`,
  default: fallback,
});

/** Reads what `pageSort` let through. */
export function readPageSort(sort = ''): { sort: PageSort; direction: Direction } {
  const [field, direction] = sort.split(':');
  // The query's schema has matched both parts.
  return { sort: field as PageSort, direction: direction === 'desc' ? 'desc' : 'asc' };
}

/** The key of the term (or of a vocabulary alone, as it stands) that a list's filter names as `vocabulary:term`; `vocabulary/term`, as files have it, is taken too. */
export const toTermKey = (filter: string): string => filter.replace(':', '/');

/** What is searched for: 2 to 200 characters; blanks around them do not count. */
export const searchText = text({ maxLength: 200, pattern: '\\S[^]*\\S', errorMessage: 'must be 2 to 200 characters' });
