import { LINK_TARGETS } from '../../model/entities/menu.ts';
import { choice, namedSchema, object, recursive, type Schema } from '../../model/schema/schema.ts';
import {
  ANSWERED_IN,
  arrayOf,
  booleanShape,
  idShape,
  integerShape,
  orNull,
  rawObject,
  stringShape,
  translated,
} from './values.ts';
import { DRAFT_FACTS } from './work.ts';

const target = choice(...LINK_TARGETS);

/** A menu item with its children, as the admin interface shows it. */
export const ADMIN_MENU_ITEM: Schema = namedSchema(
  'AdminMenuItem',
  object(
    {
      ...{ id: idShape, menuId: idShape, parentId: orNull(idShape), title: stringShape, url: orNull(stringShape) },
      ...{
        pageId: orNull(idShape),
        pageSlug: orNull(stringShape),
        target,
        position: integerShape,
        depth: integerShape,
      },
      ...{ isExpanded: booleanShape, attributes: orNull(rawObject) },
      children: arrayOf(recursive('AdminMenuItem', () => ADMIN_MENU_ITEM)),
    },
    translated({ title: stringShape }),
  ),
);

const menu = { id: idShape, name: stringShape, slug: stringShape };

const NAMED = translated({ name: stringShape });

/** A menu in a list. */
export const ADMIN_MENU_ENTRY = namedSchema('AdminMenuListItem', object(menu, NAMED));
/** A menu by itself in the admin interface. */
export const ADMIN_MENU = namedSchema(
  'AdminMenu',
  object({ ...menu, items: arrayOf(ADMIN_MENU_ITEM) }, { ...NAMED, ...DRAFT_FACTS }),
);

const item: Schema = namedSchema(
  'MenuItem',
  object(
    {
      ...{
        id: idShape,
        title: stringShape,
        url: orNull(stringShape),
        page_slug: orNull(stringShape),
        target,
        attributes: orNull(rawObject),
      },
      children: arrayOf(recursive('MenuItem', () => item)),
    },
    { page_locale: orNull(stringShape) },
  ),
);

/** A menu as everybody sees it. */
export const MENU = namedSchema('Menu', object({ ...menu, items: arrayOf(item) }, ANSWERED_IN));
