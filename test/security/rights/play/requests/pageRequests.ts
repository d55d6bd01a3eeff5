import { LOCALES, SECTIONS, STATUSES } from '../randomSite.ts';
import type { Version } from '../versions.ts';
import { anyId, anyOf, type PlanRequest, type World } from './world.ts';

const LATER = '2026-04-01T00:00:00.000Z';

/** Some values of a page, as a request gives them. */
export function somePageValues(world: World): Readonly<Record<string, unknown>> {
  const { random, word } = world;
  const makers: Readonly<Record<string, () => unknown>> = {
    title: () => `Harbour ${word()}`,
    slug: () => [random.pick(SECTIONS), word()].filter(Boolean).join('/'),
    status: () => random.pick(STATUSES),
    typeId: () => 1 + random.below(3),
    fields: () => ({ summary: word(), related: anyId(world, 'page'), picture: anyId(world, 'media') }),
    metaTitle: word,
    terms: () => [1 + random.below(2)],
    regions: () => ({ content: [random.chance(0.5) ? inlineBlock(world) : sharedBlock(world)] }),
    scheduledAt: () => random.pick([LATER, null]),
    unpublishAt: () => random.pick([LATER, null]),
  };
  const names = Object.keys(makers).filter(() => random.chance(0.2));
  const chosen = names.length > 0 ? names : [random.pick(['title', 'fields', 'status', 'slug'])];
  return Object.fromEntries(chosen.map((name) => [name, makers[name]!()]));
}

const inlineBlock = ({ word, random }: World): object => ({
  blockTypeSlug: random.pick(['text', 'quote']),
  fields: { body: word() },
});
const sharedBlock = (world: World): object => ({ blockId: anyId(world, 'block') });

const newPage = (world: World): object => ({
  title: `Harbour ${world.word()}`,
  typeId: 1 + world.random.below(3),
  locale: world.random.pick(LOCALES),
  slug: [world.random.pick(SECTIONS), world.word()].filter(Boolean).join('/'),
  ...(world.random.chance(0.4) && somePageValues(world)),
});

/** A request about one page. */
const onPage =
  (plan: (page: Version, world: World) => ReturnType<PlanRequest>): PlanRequest =>
  (world) => {
    const page = anyOf(world, 'page');
    return page ? plan(page, world) : null;
  };

const someIds = (world: World): readonly number[] => [
  ...new Set(world.random.times(3, () => anyId(world, 'page')).concat(anyId(world, 'page'))),
];

interface Placement {
  readonly id: number;
}
const placementsOf = ({ data }: Version): readonly (readonly [string, readonly Placement[]])[] =>
  Object.entries((data['regions'] ?? {}) as Readonly<Record<string, readonly Placement[]>>);

/** A request about a block on a page. */
const onPlacement = (
  plan: (
    at: { page: Version; region: string; id: number; ids: readonly number[] },
    world: World,
  ) => ReturnType<PlanRequest>,
): PlanRequest =>
  onPage((page, world) => {
    const filled = placementsOf(page).filter(([, blocks]) => blocks.length > 0);
    if (filled.length === 0) return null;
    const [region, blocks] = world.random.pick(filled);
    const ids = blocks.map(({ id }) => id);
    return plan({ page, region, id: world.random.pick(ids), ids }, world);
  });

/** A revision of a page: any live commit, whether or not it was about that page. */
const someCommit = ({ random, commits }: World): string => random.pick(commits);

export const PAGE_REQUESTS: Readonly<Record<string, PlanRequest>> = {
  create: (world) => ({ method: 'POST', path: '/admin/pages', body: newPage(world) }),
  upsert: (world) => {
    const page = world.random.chance(0.6) ? anyOf(world, 'page') : undefined;
    const place = page && { locale: page.locale, slug: page.slug };
    return { method: 'POST', path: '/admin/pages/upsert', body: { ...newPage(world), ...place } };
  },
  put: onPage(({ id }, world) => ({ method: 'PUT', path: `/admin/pages/${id}`, body: somePageValues(world) })),
  patch: onPage(({ id }, world) => ({
    method: 'PATCH',
    path: `/admin/pages/${id}`,
    body: world.random.pick([{ fields: { summary: world.word() } }, { title: world.word() }, somePageValues(world)]),
  })),
  delete: onPage(({ id }) => ({ method: 'DELETE', path: `/admin/pages/${id}` })),
  bulk: (world) => ({
    method: 'POST',
    path: '/admin/pages/bulk',
    body: { ids: someIds(world), action: world.random.pick(['publish', 'unpublish', 'archive', 'delete']) },
  }),
  translate: onPage(({ id }, { random }) => ({
    method: 'POST',
    path: `/admin/pages/${id}/translate`,
    body: { locale: random.pick([...LOCALES, 'de']) },
  })),
  duplicate: onPage(({ id }) => ({ method: 'POST', path: `/admin/pages/${id}/duplicate`, body: {} })),
  addBlock: onPage(({ id }, world) => ({
    method: 'POST',
    path: `/admin/pages/${id}/blocks`,
    body: { region: 'content', ...(world.random.chance(0.5) ? inlineBlock(world) : sharedBlock(world)) },
  })),
  editBlock: onPlacement(({ page, id }, { random, word }) => ({
    method: random.pick(['PUT', 'PATCH']),
    path: `/admin/pages/${page.id}/blocks/${id}`,
    body: random.pick<object>([{ fields: { body: word() } }, { region: 'aside' }, { hidden: true }]),
  })),
  editInlineBlock: onPlacement(({ id }, { word }) => ({
    method: 'PUT',
    path: `/admin/blocks/${id}`,
    body: { fields: { body: word() } },
  })),
  removeBlock: onPlacement(({ page, id }) => ({ method: 'DELETE', path: `/admin/pages/${page.id}/blocks/${id}` })),
  orderBlocks: onPlacement(({ page, region, ids }) => ({
    method: 'PUT',
    path: `/admin/pages/${page.id}/blocks-order`,
    body: { region, order: ids.toReversed().map((id) => `pb_${id}`) },
  })),
  setTerms: onPage(({ id }, { random }) => ({
    method: 'PUT',
    path: `/admin/pages/${id}/terms`,
    body: { termIds: random.pick([[], [1], [1, 2]]) },
  })),
  addTerm: onPage(({ id }) => ({ method: 'POST', path: `/admin/pages/${id}/terms`, body: { termId: 2 } })),
  removeTerm: onPage(({ id }) => ({ method: 'DELETE', path: `/admin/pages/${id}/terms/1` })),
  restoreRevision: onPage(({ id }, world) => ({
    method: 'POST',
    path: `/admin/pages/${id}/revisions/${someCommit(world)}/restore`,
    body: {},
  })),
  revert: (world) => ({ method: 'POST', path: `/admin/commits/${someCommit(world)}/revert`, body: {} }),
  mergeLate: onPage(({ id }, world) => ({
    method: 'PUT',
    path: `/admin/pages/${id}`,
    body: { ...somePageValues(world), baseCommit: someCommit(world) },
    headers: { prefer: 'merge' },
  })),
  takeSlug: onPage(({ locale, slug }, world) => ({
    method: 'PUT',
    path: `/admin/pages/${anyId(world, 'page')}`,
    body: { slug, ...(world.random.chance(0.2) && { locale }) },
  })),
  bySiteCode: onPage(({ id }, { word }) => ({ method: 'PUT', path: `/x/play/pages/${id}`, body: { title: word() } })),
  export: () => ({ method: 'GET', path: '/admin/export' }),
  import: (world) => {
    const pages = world.random
      .times(2, () => newPage(world))
      .map((page) => {
        const { typeId: _, regions: __, terms: ___, fields, ...rest } = page as Readonly<Record<string, unknown>>;
        const known = world.random.chance(0.5) ? anyOf(world, 'page') : undefined;
        return {
          ...rest,
          type: 'article',
          ...(known && { locale: known.locale, slug: known.slug }),
          fields: { summary: world.word(), ...(fields ? {} : {}) },
        };
      });
    const menus = world.random.chance(0.2) ? [{ slug: 'main', name: world.word(), items: [] }] : [];
    return { method: 'POST', path: '/admin/import', body: { quire: 1, pages, menus } };
  },
};
