import type { Request } from './play/requests/world.ts';

/** The record that a cell of the matrix is about, which nothing else is about. */
export interface Target {
  readonly id: number;
  readonly type: string;
  readonly locale: string;
  readonly slug: string;
  readonly folder: string;
  readonly key: string;
  /** The block on the page. */
  readonly block: number;
  /** The commit that has changed the record last, and the change that holds an edit of it. */
  readonly commit: string;
  readonly change: string;
}

type Body = (target: Target) => unknown;
const same =
  (body: unknown): Body =>
  () =>
    body;

const newPage: Body = ({ type, locale, slug }) => ({ type, locale, slug: `${slug}-new`, title: 'New' });
const draft: Body = same({ title: 'Drafted' });
const named: Body = same({ name: 'Changed' });
const block: Body = same({ region: 'content', blockTypeSlug: 'text', fields: { body: 'More' } });

/**
 * What each endpoint that writes content is asked, by the kind of record that it is asked about. An endpoint without a
 * line fails the matrix.
 */
export const MATRIX_REQUESTS: Readonly<Record<string, Readonly<Record<string, Body>>>> = {
  page: {
    'POST /admin/pages': newPage,
    'POST /admin/pages/upsert': ({ type, locale, slug }) => ({ type, locale, slug, title: 'Upserted' }),
    'PUT /admin/pages/:id': same({ title: 'Changed' }),
    'PATCH /admin/pages/:id': same({ fields: { summary: 'Changed' } }),
    'DELETE /admin/pages/:id': same(undefined),
    'POST /admin/pages/bulk': ({ id }) => ({ ids: [id], action: 'publish' }),
    'POST /admin/pages/:id/translate': same({ locale: 'de' }),
    'POST /admin/translations/import': ({ id, locale }) => ({
      ...{ format: 'quire-translation-1', sourceLocale: locale, targetLocale: 'de' },
      pages: [{ page: id, rev: '', key: '', units: [{ id: 'title', source: '', target: 'Changed' }] }],
    }),
    'POST /admin/pages/:id/duplicate': same({}),
    'POST /admin/pages/:id/blocks': block,
    'PUT /admin/pages/:id/blocks/:pbId': same({ fields: { body: 'Changed' } }),
    'PATCH /admin/pages/:id/blocks/:pbId': same({ hidden: true }),
    'DELETE /admin/pages/:id/blocks/:pbId': same(undefined),
    'PUT /admin/pages/:id/blocks-order': ({ block }) => ({ region: 'aside', order: [`pb_${block}`] }),
    'PUT /admin/pages/:id/terms': same({ termIds: [300_011] }),
    'POST /admin/pages/:id/terms': same({ termId: 300_011 }),
    'DELETE /admin/pages/:id/terms/:termId': same(undefined),
    'POST /admin/pages/:id/revisions/:commit/restore': same({}),
    'POST /admin/commits/:commit/revert': same({}),
    'POST /admin/undo': ({ commit }) => ({ filter: { commits: [commit] } }),
    'POST /admin/compare/bring': ({ commit, locale, slug }) => ({
      from: commit,
      records: [{ kind: 'page', key: `${locale}/${slug}` }],
    }),
    'POST /admin/import': ({ locale, slug, type }) => ({
      quire: 1,
      pages: [{ locale, slug, type, title: 'Imported', fields: { summary: 'Imported' } }],
    }),
    'POST /admin/pages/:id/draft': same({}),
    'PUT /admin/pages/:id/draft': draft,
    'PATCH /admin/pages/:id/draft': draft,
    'DELETE /admin/pages/:id/draft': same(undefined),
    'POST /admin/pages/:id/draft/publish': same({}),
    'POST /admin/changes': same({ title: 'A change' }),
    'PUT /admin/changes/:name': same({ title: 'Another title' }),
    'DELETE /admin/changes/:name': same(undefined),
    'POST /admin/changes/:name/restore': same({}),
    'POST /admin/changes/:name/update': same({}),
    'POST /admin/changes/:name/publish': same({}),
    'POST /admin/changes/:name/queue': same({}),
    'DELETE /admin/changes/:name/queue': same(undefined),
    'POST /admin/changes/:name/review/ask': same({}),
    'POST /admin/changes/:name/review/approve': same({ content: '' }),
    'POST /admin/changes/:name/review/send-back': same({ reason: 'Too long' }),
    'POST /admin/changes/:name/review/withdraw': same(undefined),
    'POST /admin/changes/:name/request': same({ title: 'Look' }),
    'DELETE /admin/changes/:name/request': same(undefined),
    'POST /admin/changes/:name/move': ({ locale, slug }) => ({
      records: [{ kind: 'page', key: `${locale}/${slug}` }],
      to: 'live',
    }),
  },
  block: {
    'POST /admin/blocks': ({ type }) => ({ type: type === 'secret' ? 'secret' : 'text', title: 'New', fields: {} }),
    'PUT /admin/blocks/:id': same({ title: 'Changed' }),
    'PATCH /admin/blocks/:id': same({ title: 'Changed' }),
    'DELETE /admin/blocks/:id': same(undefined),
    'POST /admin/blocks/:id/draft': same({}),
    'PUT /admin/blocks/:id/draft': draft,
    'PATCH /admin/blocks/:id/draft': draft,
    'DELETE /admin/blocks/:id/draft': same(undefined),
    'POST /admin/blocks/:id/draft/publish': same({}),
  },
  media: {
    'POST /admin/media': ({ folder }) => ({ folder }),
    'PUT /admin/media/:id/file': same({}),
    'PUT /admin/media/:id': same({ altText: 'Changed' }),
    'PATCH /admin/media/:id': same({ folder: 'elsewhere' }),
    'DELETE /admin/media/:id': same(undefined),
    'PUT /admin/media/folders/:name': ({ folder }) => ({ name: `${folder} renamed` }),
    'DELETE /admin/media/folders/:name': same(undefined),
    'POST /admin/media/:id/draft': same({}),
    'PUT /admin/media/:id/draft': draft,
    'PATCH /admin/media/:id/draft': draft,
    'DELETE /admin/media/:id/draft': same(undefined),
    'POST /admin/media/:id/draft/publish': same({}),
  },
  menu: {
    'POST /admin/menus': named,
    'PUT /admin/menus/:id': named,
    'PATCH /admin/menus/:id': named,
    'DELETE /admin/menus/:id': same(undefined),
    'POST /admin/menus/:id/items': same({ title: 'New', url: '/new' }),
    'PUT /admin/menus/:id/items/:itemId': same({ title: 'Changed' }),
    'PATCH /admin/menus/:id/items/:itemId': same({ title: 'Changed' }),
    'DELETE /admin/menus/:id/items/:itemId': same(undefined),
    'PUT /admin/menus/:id/items-order': ({ id }) => ({
      items: [200_001, 200_000].map((item, position) => ({ id: item + 10 * id, parentId: null, position, depth: 0 })),
    }),
    'POST /admin/menus/:id/draft': same({}),
    'PUT /admin/menus/:id/draft': named,
    'PATCH /admin/menus/:id/draft': named,
    'DELETE /admin/menus/:id/draft': same(undefined),
    'POST /admin/menus/:id/draft/publish': same({}),
  },
  taxonomy: {
    'POST /admin/taxonomies': named,
    'PUT /admin/taxonomies/:id': named,
    'PATCH /admin/taxonomies/:id': named,
    'DELETE /admin/taxonomies/:id': same(undefined),
    'POST /admin/taxonomies/:id/terms': named,
    'PUT /admin/taxonomies/:id/terms/:termId': named,
    'PATCH /admin/taxonomies/:id/terms/:termId': named,
    'DELETE /admin/taxonomies/:id/terms/:termId': same(undefined),
    'PUT /admin/taxonomies/:id/terms-order': ({ id }) => ({
      items: [300_001, 300_000].map((term, position) => ({ id: term + 10 * id, parentId: null, position })),
    }),
    'POST /admin/taxonomies/:id/draft': same({}),
    'PUT /admin/taxonomies/:id/draft': named,
    'PATCH /admin/taxonomies/:id/draft': named,
    'DELETE /admin/taxonomies/:id/draft': same(undefined),
    'POST /admin/taxonomies/:id/draft/publish': same({}),
  },
  redirect: {
    'POST /admin/redirects': ({ key }) => ({ fromPath: `/new-${key}`, toPath: '/there' }),
    'PUT /admin/redirects/:id': same({ toPath: '/changed' }),
    'PATCH /admin/redirects/:id': same({ toPath: '/changed' }),
    'DELETE /admin/redirects/:id': same(undefined),
    'POST /admin/redirects/import': ({ key }) => [{ fromPath: `/many-${key}`, toPath: '/there' }],
  },
  trackingScript: {
    'POST /admin/tracking-scripts': same({ name: 'New', code: 'x' }),
    'PUT /admin/tracking-scripts/:id': named,
    'PATCH /admin/tracking-scripts/:id': named,
    'DELETE /admin/tracking-scripts/:id': same(undefined),
  },
  contentType: {
    'POST /admin/content-types': named,
    'PUT /admin/content-types/:id': named,
    'PATCH /admin/content-types/:id': named,
    'DELETE /admin/content-types/:id': same(undefined),
    'POST /admin/migrations': ({ key }) => ({ type: { kind: 'contentType', slug: key }, body: { name: 'Changed' } }),
  },
  blockType: {
    'POST /admin/block-types': named,
    'PUT /admin/block-types/:id': named,
    'PATCH /admin/block-types/:id': named,
    'DELETE /admin/block-types/:id': same(undefined),
  },
  settings: {
    'PUT /admin/config': same({ tagline: 'Changed' }),
    'PATCH /admin/config': same({ tagline: 'Changed' }),
    'POST /admin/config/draft': same({}),
    'PUT /admin/config/draft': same({ tagline: 'Changed' }),
    'PATCH /admin/config/draft': same({ tagline: 'Changed' }),
    'DELETE /admin/config/draft': same(undefined),
    'POST /admin/config/draft/publish': same({}),
  },
};

/** Endpoints that take a file. */
const TAKES_FILE = new Set(['POST /admin/media', 'PUT /admin/media/:id/file']);

/** A request of the matrix; with `file`, its body is the fields of a form. */
export interface MatrixRequest extends Request {
  readonly file: boolean;
}

/** The request of a line of the matrix about a record. */
export function requestFor(endpoint: string, body: unknown, target: Target): MatrixRequest {
  const [method = '', path = ''] = endpoint.split(' ');
  const { id, block, commit, change, folder } = target;
  const filled = path
    .replace('/folders/:name', `/folders/${encodeURIComponent(folder)}`)
    .replace(':id', String(id))
    .replace(':commit', commit)
    .replace(':name', change)
    .replace(':pbId', String(block))
    .replace(':itemId', String(200_000 + 10 * id))
    .replace(':termId', path.includes('/taxonomies/') ? String(300_000 + 10 * id) : '300010');
  return { method, path: filled, file: TAKES_FILE.has(endpoint), ...(body !== undefined && { body }) };
}
