import type { Menu, MenuItem } from '../../model/entities/menu.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { findPagePath, hasAddress } from '../../model/page/pagePath.ts';

/** A menu item as everybody sees it. `url` is as it was written; `page_slug` is given only for a visible page. */
export interface ShownMenuItem {
  readonly id: number;
  readonly title: string;
  readonly url: string | null;
  readonly page_slug: string | null;
  /** The language of that page, in a menu in one language. */
  readonly page_locale?: string | null;
  readonly target: MenuItem['target'];
  readonly attributes: MenuItem['attributes'] | null;
  readonly children: readonly ShownMenuItem[];
}

export interface ShownMenu {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly items: readonly ShownMenuItem[];
}

interface MenuView {
  /** The number of levels; 1 is the top level alone. */
  readonly depth?: number | undefined;
  /** Whether the `url` of an item that leads to a page is the path of that page. */
  readonly isLinked?: boolean;
}

export const showMenu = (
  { id, data }: Entry<Menu>,
  lookup: Lookup,
  { depth = Number.POSITIVE_INFINITY, isLinked = false }: MenuView = {},
): ShownMenu => ({
  id,
  name: data.name,
  slug: data.slug,
  items: data.items.flatMap((item) => showVisibleItem(item, lookup, isLinked)).map((item) => cutMenuDepth(item, depth)),
});

/** A menu whose items are a function, called only if they are asked for; each item has its depth, from 0. */
export const showMenuParts = (menu: Entry<Menu>, lookup: Lookup): object => ({
  id: menu.id,
  name: menu.data.name,
  slug: menu.data.slug,
  items: () => showMenu(menu, lookup).items.map((item) => withDepth(item, 0)),
});

const withDepth = (item: ShownMenuItem, depth: number): object =>
  Object.assign({ depth }, item, { children: item.children.map((child) => withDepth(child, depth + 1)) });

/** An item with its children; empty if it leads only to a page that the reader may not see. */
function showVisibleItem(item: MenuItem, lookup: Lookup, isLinked: boolean): readonly ShownMenuItem[] {
  const found = item.page === undefined ? undefined : lookup.byKey('page', item.page);
  const named = found && (lookup.linked?.(found) ?? found);
  const page = named && hasAddress(named.data, lookup) ? named : undefined;
  const children = item.children.flatMap((child) => showVisibleItem(child, lookup, isLinked));
  const leadsNowhere = item.page !== undefined && page === undefined && !item.url;
  if (leadsNowhere && children.length === 0) return [];
  return [
    {
      id: item.id,
      title: item.title,
      url: item.url ?? (isLinked && page ? findPagePath(page.data, lookup) : null),
      page_slug: page?.data.slug ?? null,
      ...(lookup.linked && { page_locale: page?.data.locale ?? null }),
      target: item.target,
      attributes: item.attributes ?? null,
      children,
    },
  ];
}

// Cut afterwards: whether an item is left out must not depend on the requested depth.
const cutMenuDepth = (item: ShownMenuItem, depth: number): ShownMenuItem => ({
  ...item,
  children: depth > 1 ? item.children.map((child) => cutMenuDepth(child, depth - 1)) : [],
});
