import type { Menu, MenuItem } from '../../../model/entities/menu.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';

/** A menu in a list. */
export const showMenu = ({ id, data }: Entry<Menu>): object => ({ id, name: data.name, slug: data.slug });

/** A menu by itself, with its items. */
export const showMenuWhole = (menu: Entry<Menu>, lookup: Lookup): object => ({
  ...showMenu(menu),
  items: showMenuItems(menu, lookup),
});

/** The items of a menu as a tree; positions and depths count from 0. */
export const showMenuItems = (menu: Entry<Menu>, lookup: Lookup): readonly object[] =>
  showItems(menu.data.items, { menuId: menu.id, parentId: null, depth: 0 }, lookup);

/** One item with its children; undefined if the menu has no item with this id. */
export const showMenuItem = (menu: Entry<Menu>, itemId: number, lookup: Lookup): object | undefined =>
  find(showItems(menu.data.items, { menuId: menu.id, parentId: null, depth: 0 }, lookup), itemId);

interface Level {
  readonly menuId: number;
  readonly parentId: number | null;
  readonly depth: number;
}

interface Shown {
  readonly id: number;
  readonly children: readonly Shown[];
}

const showItems = (items: readonly MenuItem[], level: Level, lookup: Lookup): readonly Shown[] =>
  items.map((item, position) => showItem(item, { ...level, position }, lookup));

function showItem(item: MenuItem, place: Level & { readonly position: number }, lookup: Lookup): Shown {
  const page = item.page === undefined ? undefined : lookup.byKey('page', item.page);
  const { menuId, parentId, position, depth } = place;
  const shown = {
    id: item.id,
    menuId,
    parentId,
    title: item.title,
    url: item.url ?? null,
    pageId: page?.id ?? null,
    pageSlug: page?.data.slug ?? null,
    target: item.target,
    position,
    depth,
    isExpanded: item.isExpanded,
    attributes: item.attributes ?? null,
  };
  return { ...shown, children: showItems(item.children, { menuId, parentId: item.id, depth: depth + 1 }, lookup) };
}

function find(items: readonly Shown[], id: number): Shown | undefined {
  for (const item of items) {
    const found = item.id === id ? item : find(item.children, id);
    if (found) return found;
  }
  return undefined;
}
