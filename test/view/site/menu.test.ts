import { describe, expect, it } from 'vitest';
import { showMenuItem, showMenuWhole } from '../../../src/view/admin/record/menu.ts';
import { type ShownMenuItem, showMenu, showMenuParts } from '../../../src/view/site/menu.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

const site = (items: readonly object[]) => {
  const { store, content } = siteInMemory({
    'menus/main.yaml': { id: 1, name: 'Main', items },
    'pages/en/open.yaml': pageFile({ id: 2 }),
    'pages/en/hidden.yaml': pageFile({ id: 3, status: 'draft' }),
  });
  return { store, content, menu: store.get('menu', 1)! };
};

const item = (id: number, values: object = {}) => ({ id, title: `Item ${id}`, ...values });

const treeOf = (items: readonly ShownMenuItem[]): readonly unknown[] =>
  items.map(({ id, children }) => (children.length === 0 ? id : [id, ...treeOf(children)]));

it('shows an item with an address of its own in full', () => {
  const attributes = { rel: 'nofollow' };
  const { content, menu } = site([
    item(5, { url: 'https://a.example', target: '_blank', attributes, isExpanded: true }),
  ]);
  expect(showMenu(menu, content)).toEqual({
    id: 1,
    name: 'Main',
    slug: 'main',
    items: [
      {
        id: 5,
        title: 'Item 5',
        url: 'https://a.example',
        page_slug: null,
        target: '_blank',
        attributes: { rel: 'nofollow' },
        children: [],
      },
    ],
  });
});

describe('an item', () => {
  it.each([
    ['that leads to a public page names it', { page: 'en/open' }, [{ page_slug: 'open', url: null }]],
    ['that leads only to a hidden page is left out', { page: 'en/hidden' }, []],
    ['that leads only to a page that is gone is left out', { page: 'en/gone' }, []],
    ['with an empty address and a hidden page is left out', { page: 'en/hidden', url: '' }, []],
    ['keeps its address where its page is hidden', { page: 'en/hidden', url: '/x' }, [{ page_slug: null, url: '/x' }]],
    ['that leads nowhere on purpose stays', {}, [{ page_slug: null, url: null }]],
  ])('%s', (_, values, expected) => {
    const { content, menu } = site([item(5, values)]);
    expect(showMenu(menu, content).items).toMatchObject(expected);
    expect(showMenu(menu, content).items).toHaveLength(expected.length);
  });

  it('that leads to a hidden page stays for the items below it, without the name of the page', () => {
    const { content, menu } = site([
      item(5, { page: 'en/hidden', children: [item(6, { page: 'en/hidden' }), item(7, { page: 'en/open' })] }),
    ]);
    const { items } = showMenu(menu, content);
    expect(treeOf(items)).toEqual([[5, 7]]);
    expect(JSON.stringify(items)).not.toContain('hidden');
  });
});

describe('the depth of a menu', () => {
  const nested = [
    item(5, { page: 'en/hidden', children: [item(6, { page: 'en/open', children: [item(7)] })] }),
    item(8),
  ];

  it.each([
    [1, [5, 8]],
    [2, [[5, 6], 8]],
    [3, [[5, [6, 7]], 8]],
    [undefined, [[5, [6, 7]], 8]],
  ])('of %s cuts what is below it, and decides nothing about what is shown', (depth, expected) => {
    const { content, menu } = site(nested);
    expect(treeOf(showMenu(menu, content, { depth }).items)).toEqual(expected);
  });

  it('is told with each item, from 0, and looked at only when it is asked for', () => {
    const { content, menu } = site(nested);
    const { items, ...facts } = showMenuParts(menu, content) as { items(): readonly object[] };
    expect(facts).toEqual({ id: 1, name: 'Main', slug: 'main' });
    expect(items()).toMatchObject([
      { id: 5, depth: 0, children: [{ id: 6, depth: 1, children: [{ id: 7, depth: 2 }] }] },
      { id: 8, depth: 0 },
    ]);
  });
});

describe('to people who write', () => {
  const items = [
    item(5),
    item(6, { isExpanded: true, children: [item(7, { page: 'en/hidden', url: '/x' }), item(8)] }),
  ];

  it('a menu is shown with hidden pages, and each item with its place', () => {
    const { store, menu } = site(items);
    const below = {
      menuId: 1,
      parentId: 6,
      depth: 1,
      target: '_self',
      isExpanded: false,
      attributes: null,
      children: [],
    };
    const eight = { ...below, id: 8, title: 'Item 8', url: null, pageId: null, pageSlug: null, position: 1 };
    const seven = { ...below, id: 7, title: 'Item 7', url: '/x', pageId: 3, pageSlug: 'hidden', position: 0 };
    const top = { ...eight, parentId: null, depth: 0 };
    expect(showMenuWhole(menu, store)).toEqual({
      id: 1,
      name: 'Main',
      slug: 'main',
      items: [
        { ...top, id: 5, title: 'Item 5', position: 0 },
        { ...top, id: 6, title: 'Item 6', position: 1, isExpanded: true, children: [seven, eight] },
      ],
    });
    expect(showMenuItem(menu, 7, store)).toEqual(seven);
  });

  it.each([1, 3, 99])('no item is found by the id %i of something else', (id) => {
    const { store, menu } = site(items);
    expect(showMenuItem(menu, id, store)).toBeUndefined();
  });
});
