import { LINK_TARGETS } from '../../model/entities/menu.ts';
import { choice, named, object, recursive, type Schema } from '../../model/schema/schema.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string } from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const target = choice(...LINK_TARGETS);

/** A menu item with its children, as the admin interface shows it. */
export const ADMIN_MENU_ITEM: Schema = named(
  'AdminMenuItem',
  object({
    ...{ id, menuId: id, parentId: orNull(id), title: string, url: orNull(string) },
    ...{ pageId: orNull(id), pageSlug: orNull(string), target, position: integer, depth: integer },
    ...{ isExpanded: boolean, attributes: orNull(rawObject) },
    children: listOf(recursive('AdminMenuItem', () => ADMIN_MENU_ITEM)),
  }),
);

const menu = { id, name: string, slug: string };

/** A menu in a list. */
export const ADMIN_MENU_ENTRY = named('AdminMenuListItem', object(menu));
/** A menu by itself in the admin interface. */
export const ADMIN_MENU = named('AdminMenu', object({ ...menu, items: listOf(ADMIN_MENU_ITEM) }, DRAFT_FACTS));

const item: Schema = named(
  'MenuItem',
  object({
    ...{ id, title: string, url: orNull(string), page_slug: orNull(string), target, attributes: orNull(rawObject) },
    children: listOf(recursive('MenuItem', () => item)),
  }),
);

/** A menu as everybody sees it. */
export const MENU = named('Menu', object({ ...menu, items: listOf(item) }));
