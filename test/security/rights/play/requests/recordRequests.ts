import { MEDIA_FOLDERS, TYPES } from '../randomSite.ts';
import { anyId, anyOf, type PlanRequest, type World } from './world.ts';

const FIELDS = [
  { name: 'summary', type: 'text' },
  { name: 'related', type: 'page' },
];

interface Nested {
  readonly id: number;
  readonly children?: readonly Nested[];
}
/** The ids of what a menu or vocabulary holds. */
const insideOf = (world: World, kind: 'menu' | 'taxonomy'): readonly number[] => {
  const data = anyOf(world, kind)?.data ?? {};
  const nodes = (data[kind === 'menu' ? 'items' : 'terms'] ?? []) as readonly Nested[];
  return nodes.flatMap(({ id, children = [] }) => [id, ...children.map((child) => child.id)]);
};

const menuPath = (world: World): string => `/admin/menus/${anyId(world, 'menu')}`;
const taxonomyPath = (world: World): string => `/admin/taxonomies/${anyId(world, 'taxonomy')}`;
const anyIn = (world: World, kind: 'menu' | 'taxonomy'): number => world.random.pick([...insideOf(world, kind), 1]);

export const RECORD_REQUESTS: Readonly<Record<string, PlanRequest>> = {
  createBlock: ({ random, word }) => ({
    method: 'POST',
    path: '/admin/blocks',
    body: { typeId: 1 + random.below(2), title: word(), fields: { body: word() } },
  }),
  editBlock: (world) => ({
    method: world.random.pick(['PUT', 'PATCH']),
    path: `/admin/blocks/${anyId(world, 'block')}`,
    body: world.random.pick<object>([{ title: world.word() }, { fields: { body: world.word() } }]),
  }),
  deleteBlock: (world) => ({ method: 'DELETE', path: `/admin/blocks/${anyId(world, 'block')}` }),
  createMenu: ({ word }) => ({ method: 'POST', path: '/admin/menus', body: { name: word() } }),
  editMenu: (world) => ({ method: 'PUT', path: menuPath(world), body: { name: world.word() } }),
  deleteMenu: (world) => ({ method: 'DELETE', path: menuPath(world) }),
  addItem: (world) => ({
    method: 'POST',
    path: `${menuPath(world)}/items`,
    body: { title: world.word(), pageId: anyId(world, 'page') },
  }),
  editItem: (world) => ({
    method: 'PUT',
    path: `${menuPath(world)}/items/${anyIn(world, 'menu')}`,
    body: { title: world.word() },
  }),
  deleteItem: (world) => ({ method: 'DELETE', path: `${menuPath(world)}/items/${anyIn(world, 'menu')}` }),
  orderItems: (world) => {
    const items = insideOf(world, 'menu').toReversed();
    const body = { items: items.map((id, position) => ({ id, parentId: null, position, depth: 0 })) };
    return { method: 'PUT', path: `${menuPath(world)}/items-order`, body };
  },
  createTaxonomy: ({ word }) => ({ method: 'POST', path: '/admin/taxonomies', body: { name: word() } }),
  editTaxonomy: (world) => ({ method: 'PUT', path: taxonomyPath(world), body: { name: world.word() } }),
  deleteTaxonomy: (world) => ({ method: 'DELETE', path: taxonomyPath(world) }),
  addTerm: (world) => ({ method: 'POST', path: `${taxonomyPath(world)}/terms`, body: { name: world.word() } }),
  editTerm: (world) => ({
    method: 'PUT',
    path: `${taxonomyPath(world)}/terms/${anyIn(world, 'taxonomy')}`,
    body: world.random.pick<object>([{ name: world.word() }, { slug: world.word() }]),
  }),
  deleteTerm: (world) => ({ method: 'DELETE', path: `${taxonomyPath(world)}/terms/${anyIn(world, 'taxonomy')}` }),
  orderTerms: (world) => {
    const terms = insideOf(world, 'taxonomy').toReversed();
    const body = { items: terms.map((id, position) => ({ id, parentId: null, position })) };
    return { method: 'PUT', path: `${taxonomyPath(world)}/terms-order`, body };
  },
  editMedia: (world) => ({
    method: world.random.pick(['PUT', 'PATCH']),
    path: `/admin/media/${anyId(world, 'media')}`,
    body: world.random.pick<object>([
      { altText: world.word() },
      { title: world.word() },
      { folder: world.random.pick(MEDIA_FOLDERS) },
    ]),
  }),
  deleteMedia: (world) => ({ method: 'DELETE', path: `/admin/media/${anyId(world, 'media')}` }),
  renameFolder: ({ random }) => ({
    method: 'PUT',
    path: `/admin/media/folders/${encodeURIComponent(random.pick(MEDIA_FOLDERS) || 'press')}`,
    body: { name: random.pick(MEDIA_FOLDERS) || 'inside/b' },
  }),
  dissolveFolder: ({ random }) => ({
    method: 'DELETE',
    path: `/admin/media/folders/${encodeURIComponent(random.pick(MEDIA_FOLDERS) || 'press')}`,
  }),
  createRedirect: ({ word }) => ({
    method: 'POST',
    path: '/admin/redirects',
    body: { fromPath: `/${word()}`, toPath: `/${word()}` },
  }),
  editRedirect: (world) => ({
    method: 'PUT',
    path: `/admin/redirects/${anyId(world, 'redirect')}`,
    body: { toPath: `/${world.word()}` },
  }),
  deleteRedirect: (world) => ({ method: 'DELETE', path: `/admin/redirects/${anyId(world, 'redirect')}` }),
  importRedirects: ({ word }) => ({
    method: 'POST',
    path: '/admin/redirects/import',
    body: [{ fromPath: `/${word()}`, toPath: `/${word()}` }],
  }),
  editScript: (world) => ({
    method: 'PUT',
    path: `/admin/tracking-scripts/${anyId(world, 'trackingScript')}`,
    body: { code: world.word() },
  }),
  createType: ({ word, random }) => ({
    method: 'POST',
    path: random.pick(['/admin/content-types', '/admin/block-types']),
    body: { name: word(), fieldsSchema: FIELDS },
  }),
  editType: ({ random, word }) => ({
    method: 'PUT',
    path: `${random.pick(['/admin/content-types', '/admin/block-types'])}/${1 + random.below(2)}`,
    body: random.pick<object>([{ description: word() }, { settings: { slugPrefix: 'blog' } }]),
  }),
  renameType: ({ random, word }) => ({
    method: 'PUT',
    path: `/admin/content-types/${1 + random.below(TYPES.length)}`,
    body: { slug: word() },
  }),
  migrateType: ({ random, word }) => ({
    method: 'POST',
    path: '/admin/migrations',
    body: {
      type: { kind: random.pick(['contentType', 'blockType']), slug: random.pick(TYPES) },
      operations: [
        random.pick<object>([{ rename: { from: 'text', to: word() } }, { fill: { field: word(), value: word() } }]),
      ],
    },
  }),
  settings: ({ random, word }) => ({
    method: random.pick(['PUT', 'PATCH']),
    path: '/admin/config',
    body: { tagline: word() },
  }),
};
