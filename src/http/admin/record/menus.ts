import { menu } from '../../../model/entities/menu.ts';
import { object } from '../../../model/schema/schema.ts';
import { showAdminMenu, showMenuItem, showMenuItems, showMenuWhole } from '../../../view/admin/record/menu.ts';
import { ADMIN_MENU, ADMIN_MENU_ENTRY, ADMIN_MENU_ITEM } from '../../../view/shapes/menu.ts';
import { arrayOf } from '../../../view/shapes/values.ts';
import { describedBy } from '../../../write/problems.ts';
import {
  createMenu,
  createMenuItem,
  menuInput,
  menuItemCreateInput,
  menuItemUpdateInput,
  menuOrderInput,
  orderMenuItems,
  removeMenuItem,
  updateMenu,
  updateMenuItem,
} from '../../../write/record/menu.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { listResult, WRITTEN } from '../../result.ts';
import { answerShown, type CrudDeps, crudEndpoints, firstEntry } from '../crud.ts';
import { nestedEndpoints } from './nestedRecords.ts';

/** Menus and their items. */
export const menuEndpoints = (deps: CrudDeps): Endpoint[] => [
  ...crudEndpoints(
    {
      kind: 'menu',
      shapes: { item: ADMIN_MENU_ENTRY, whole: ADMIN_MENU },
      create: describedBy(menuInput.create),
      update: describedBy(menuInput.update),
      show: showAdminMenu,
      showWhole: (entry) => showMenuWhole(entry, deps.lookup),
      creates: (body) => ({ action: createMenu(body) }),
      updates: updateMenu,
      nested: 'items',
    },
    deps,
  ),
  ...menuItemEndpoints(deps),
  itemOrderEndpoint(deps),
];

const menuItemEndpoints = (deps: CrudDeps): Endpoint[] =>
  nestedEndpoints(
    {
      kind: 'menu',
      list: 'items',
      param: 'itemId',
      summaries: {
        create: 'Add an item to a menu',
        update: 'Update or move an item of a menu',
        remove: 'Delete an item of a menu; its children take its place',
      },
      shape: ADMIN_MENU_ITEM,
      create: describedBy(menuItemCreateInput),
      update: describedBy(menuItemUpdateInput),
      nodesOf: ({ items }) => items,
      show: (entry, id) => showMenuItem(entry, id, deps.lookup),
      creates: createMenuItem,
      updates: updateMenuItem,
      removes: removeMenuItem,
    },
    deps,
  );

const itemOrderEndpoint = ({ lookup, writer, ...deps }: CrudDeps): Endpoint =>
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/menus/:id/items-order',
    summary: 'Reorder all items of a menu',
    access: menu.access.update,
    result: listResult(ADMIN_MENU_ITEM, { headers: WRITTEN }),
    body: { json: describedBy(menuOrderInput), echoes: [object({ items: arrayOf(ADMIN_MENU_ITEM) })] },
    async handle({ params: { id }, body, actor, ifMatch }) {
      const written = await writer.write(orderMenuItems({ id, ifMatch }, body), actor);
      const items = showMenuItems(firstEntry<'menu'>(written), lookup);
      return { ...answerShown(written, deps, () => items), meta: { total: items.length } };
    },
  });
