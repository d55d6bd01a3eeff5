import type { Schema } from '../../model/schema/schema.ts';
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
