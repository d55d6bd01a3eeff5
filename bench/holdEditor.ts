import { numbers } from '../scripts/generate/model.ts';
import { admin, post, put, type Sent } from './holdRequest.ts';

/** The records that requests are about. */
export interface Ids {
  readonly page: number;
  readonly heavy: number;
  readonly heavyType: number;
  readonly pageIds: readonly number[];
  readonly block: number;
  readonly commits: readonly string[];
  readonly places: number;
  readonly topics: number;
  readonly topic: number;
  readonly articleType: { readonly id: number; readonly fieldsSchema: readonly object[] };
  readonly galleryType: { readonly id: number; readonly fieldsSchema: readonly object[] };
}

/** The most expensive requests of editors, the largest changes last. */
export const editorRequests = (ids: Ids): readonly Sent[] => [
  { what: 'dashboard', ...admin('dashboard'), isFirst: true },
  { what: 'list', ...admin('pages?limit=100'), isFirst: true },
  {
    what: 'list by title, searched',
    ...admin('pages?limit=100&sort=title:asc&search=e&status=published'),
    isFirst: true,
  },
  { what: 'list of heavy pages', ...admin('pages?limit=100&type=heavy') },
  { what: 'heavy page', ...admin(`pages/${ids.heavy}`) },
  { what: 'search', ...admin('search?q=zz'), isFirst: true },
  { what: 'search, frequent', ...admin('search?q=in&limit=50') },
  { what: 'problems', ...admin('problems'), isFirst: true },
  { what: 'audit log', ...admin('audit-logs?limit=100'), isFirst: true },
  { what: 'audit log of a record', ...admin('audit-logs?limit=100&record=page/7&offset=1000') },
  { what: 'blocks', ...admin('blocks?search=e') },
  { what: 'block and its use', ...admin(`blocks/${ids.block}`) },
  { what: 'media list', ...admin('media?limit=100&search=e&sort=title'), isFirst: true },
  { what: 'media folders', ...admin('media/folders') },
  { what: 'media and its use', ...admin('media/1'), isFirst: true },
  { what: 'menu list', ...admin('menus') },
  { what: 'huge menu', ...admin('menus/50000') },
  { what: 'taxonomy', ...admin('taxonomies/50000') },
  { what: 'taxonomy as a tree', ...admin('taxonomies/50001') },
  { what: 'terms', ...admin('taxonomies/50000/terms') },
  { what: 'content types', ...admin('content-types') },
  { what: 'block types', ...admin('block-types') },
  { what: 'redirects', ...admin('redirects') },
  { what: 'tracking scripts', ...admin('tracking-scripts') },
  { what: 'users', ...admin('users') },
  { what: 'settings', ...admin('config') },
  { what: 'revisions', ...admin(`pages/${ids.heavy}/revisions`), isFirst: true },
  { what: 'revision', ...admin(`pages/${ids.heavy}/revisions/${ids.commits[0]}`) },
  {
    what: 'revision, difference',
    ...admin(`pages/${ids.heavy}/revisions/${ids.commits.at(-1)}/diff?to=${ids.commits[0]}`),
    accepts: [200, 400],
  },
  { what: 'translations', ...admin(`pages/${ids.page}/translations`) },
  { what: 'export', ...admin('export'), isFirst: true },
  { what: 'export with files', ...admin('export?media=true') },
  {
    what: 'preview of a heavy page',
    by: 'editor',
    path: '/api/content/preview/pages/heavy-1',
    accepts: [200, 401, 404],
  },
  { what: 'PUT of a heavy page', ...admin(`pages/${ids.heavy}`), ...put({ metaTitle: 'Put' }) },
  {
    what: 'PUT of a heavy page that changes its text',
    ...admin(`pages/${ids.heavy}`),
    ...put({
      fields: {
        body: {
          type: 'doc',
          content: numbers(1000).map((at) => ({
            type: 'paragraph',
            content: [{ type: 'text', text: `Line ${at} `.repeat(10) }],
          })),
        },
      },
    }),
  },
  { what: 'PUT of the huge menu', ...admin('menus/50000'), ...put({ name: 'Huger' }) },
  {
    what: 'new term among many',
    ...admin('taxonomies/50000/terms'),
    ...post({ name: 'New' }),
    accepts: [200, 201],
    isOnce: true,
  },
  {
    what: 'term renamed, one referrer',
    ...admin('taxonomies/50000/terms/50007'),
    ...put({ slug: 'tag-renamed' }),
    isOnce: true,
  },
  { what: 'PUT of settings', ...admin('config'), ...put({ siteName: 'Another' }), isOnce: true },
  {
    what: 'PUT of settings: another default locale',
    ...admin('config'),
    ...put({ defaultLocale: 'es' }),
    isOnce: true,
  },
  {
    what: 'PUT of settings: the default locale again',
    ...admin('config'),
    ...put({ defaultLocale: 'en' }),
    isOnce: true,
  },
  {
    what: 'PUT of a content type: another name',
    ...admin(`content-types/${ids.articleType.id}`),
    ...put({ name: 'Articles' }),
    isOnce: true,
  },
  {
    what: 'bulk of 1,000: archive',
    ...admin('pages/bulk'),
    ...post({ ids: ids.pageIds, action: 'archive' }),
    isOnce: true,
  },
  {
    what: 'bulk of 1,000: publish',
    ...admin('pages/bulk'),
    ...post({ ids: ids.pageIds, action: 'publish' }),
    isOnce: true,
  },
  {
    what: 'bulk of 1,000: delete',
    ...admin('pages/bulk'),
    ...post({ ids: ids.pageIds, action: 'delete' }),
    isOnce: true,
  },
  {
    what: 'PUT of a content type: another field',
    ...admin(`content-types/${ids.articleType.id}`),
    ...put({ fieldsSchema: [...ids.articleType.fieldsSchema, { name: 'more', type: 'text', required: true }] }),
    isOnce: true,
  },
  {
    what: 'PUT of a block type: another field',
    ...admin(`block-types/${ids.galleryType.id}`),
    ...put({ fieldsSchema: [...ids.galleryType.fieldsSchema, { name: 'more', type: 'text', required: true }] }),
    isOnce: true,
  },
  { what: 'problems, thousands', ...admin('problems') },
  { what: 'dashboard, thousands of problems', ...admin('dashboard') },
  {
    what: 'media folder of a thousand renamed',
    ...admin('media/folders/heavy'),
    ...put({ name: 'heavier' }),
    isOnce: true,
  },
  {
    what: 'content type renamed, 4,500 pages',
    ...admin(`content-types/${ids.articleType.id}`),
    ...put({ slug: 'essay' }),
    isOnce: true,
  },
  {
    what: 'term renamed, 500 referrers',
    ...admin(`taxonomies/${ids.topics}/terms/${ids.topic}`),
    ...put({ slug: 'topic-renamed' }),
    isOnce: true,
  },
  {
    what: 'vocabulary renamed, 10,000 referrers',
    ...admin(`taxonomies/${ids.topics}`),
    ...put({ slug: 'subjects' }),
    isOnce: true,
  },
  {
    what: 'vocabulary deleted, 10,000 referrers',
    ...admin(`taxonomies/${ids.topics}`),
    method: 'DELETE',
    isOnce: true,
  },
];
