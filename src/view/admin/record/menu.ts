import type { Menu, MenuItem } from '../../../model/entities/menu.ts';
import type { Entry, Lookup } from '../../../model/entry.ts';
import { showTranslatedWords } from '../../../model/record/words.ts';

/** A menu in a list. */
export const showAdminMenu = ({ id, data }: Entry<Menu>): object => ({
  id,
  name: data.name,
  slug: data.slug,
  ...showTranslatedWords(data),
});

/** A menu by itself, with its items. */
export const showMenuWhole = (menu: Entry<Menu>, lookup: Lookup): object => ({
  ...showAdminMenu(menu),
  items: showMenuItems(menu, lookup),
});

/** The items of a menu as a tree; positions and depths count from 0. */
export const showMenuItems = (menu: Entry<Menu>, lookup: Lookup): readonly object[] =>
  showItems(menu.data.items, { menuId: menu.id, parentId: null, depth: 0 }, lookup);

/** One item with its children; undefined if the menu has no item with this id. */
export const showMenuItem = (menu: Entry<Menu>, itemId: number, lookup: Lookup): object | undefined =>
  findShownItem(showItems(menu.data.items, { menuId: menu.id, parentId: null, depth: 0 }, lookup), itemId);

interface Level {
  readonly menuId: number;
  readonly parentId: number | null;
  readonly depth: number;
}

interface ShownAdminItem {
  readonly id: number;
  readonly children: readonly ShownAdminItem[];
}

const showItems = (items: readonly MenuItem[], level: Level, lookup: Lookup): readonly ShownAdminItem[] =>
  items.map((item, position) => showAdminMenuItem(item, { ...level, position }, lookup));

function showAdminMenuItem(
  item: MenuItem,
  place: Level & { readonly position: number },
  lookup: Lookup,
): ShownAdminItem {
  const page = item.page === undefined ? undefined : lookup.byKey('page', item.page);
  const { menuId, parentId, position, depth } = place;
  const shown = {
    id: item.id,
    menuId,
    parentId,
    title: item.title,
    ...showTranslatedWords(item),
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

function findShownItem(items: readonly ShownAdminItem[], id: number): ShownAdminItem | undefined {
  for (const item of items) {
    const found = item.id === id ? item : findShownItem(item.children, id);
    if (found) return found;
  }
  return undefined;
}
