import { invalidAt } from '../../model/errors.ts';
import type { OrderedPage, OrderKey } from '../../view/ask/pageOrders.ts';

export const MAX_CURSOR = 2000;

const nameOrder = (order: readonly OrderKey[]): string =>
  order.map(({ name, direction }) => `${direction === 'desc' ? '-' : ''}${name}`).join(',');

/** Where a part of a list ends: the values that its last page is sorted by, so that writes in between do no harm. */
export const writePageCursor = ({ page, keys }: OrderedPage, order: readonly OrderKey[]): string =>
  Buffer.from(JSON.stringify([nameOrder(order), page.id, ...keys.map((key) => key ?? null)])).toString('base64url');

/** @throws CmsError VALIDATION if it is none of a list in this order */
export function readPageCursor(cursor: string, order: readonly OrderKey[]): OrderedPage {
  const [name, id, ...keys] = parseList(Buffer.from(cursor, 'base64url').toString());
  if (
    name !== nameOrder(order) ||
    !Number.isSafeInteger(id) ||
    keys.length !== order.length ||
    !keys.every(isCursorKey)
  )
    throw invalidAt(['cursor'], 'must be the `next` of a list with the same sort');
  return { page: { id: id as number }, keys: keys.map((key) => key ?? undefined) };
}

const isCursorKey = (key: unknown): key is string | number | null =>
  key === null || typeof key === 'string' || typeof key === 'number';

function parseList(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
