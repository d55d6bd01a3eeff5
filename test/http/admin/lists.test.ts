import { describe, expect, it } from 'vitest';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { refusalOf } from '../problemsOf.ts';

/** Every list of the admin interface that is not paged, with its length. */
const WHOLE = [
  ['menus', 1],
  ['taxonomies', 1],
  ['content-types', 2],
  ['block-types', 2],
  ['redirects', 0],
  ['tracking-scripts', 0],
  ['users', 3],
  ['api-keys', 0],
  ['webhooks', 0],
  ['problems', 0],
  ['media/folders', 0],
  ['taxonomies/1/terms', 2],
  ['pages/1/terms', 2],
  ['pages/1/translations', 2],
  ['page-tree', 3],
] as const;

describe('a list that is not paged', () => {
  it.for(WHOLE)('is whole unless a limit is given: %s', async ([path, total]) => {
    const site = await makeSite(SMALL_SITE);
    const get = (query: string) => site.ask(`GET /admin/${path}${query}`, { as: 'viewer' });
    const { body: whole } = await get('');
    expect([whole.data.length, whole.meta]).toEqual([total, { total }]);
    expect((await get('?limit=1')).body).toEqual({ data: whole.data.slice(0, 1), meta: { total } });
    expect((await get('?limit=1&offset=1')).body).toEqual({ data: whole.data.slice(1, 2), meta: { total } });
    expect((await get('?limit=5000')).body).toEqual(whole);
    expect(refusalOf(await get('?limit=0&offset=-1'))).toBe('400 VALIDATION limit VALIDATION offset');
  });
});
