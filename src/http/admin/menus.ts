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
} from '../../change/menu.ts';
import { describedBy } from '../../change/problems.ts';
import { addedId } from '../../change/tree.ts';
import { type Menu, menu } from '../../model/entities/menu.ts';
import { showMenu, showMenuItem, showMenuItems, showMenuWhole } from '../../view/admin/menu.ts';
import { ADMIN_MENU, ADMIN_MENU_ENTRY, ADMIN_MENU_ITEM } from '../../view/shapes/menu.ts';
import { answerShown, type CrudDeps, crudEndpoints, firstEntry } from '../crud.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { createdResult, deletedResult, listResult, writtenResult } from '../result.ts';

/** Menus and their items. */
export const menuEndpoints = (deps: CrudDeps): Endpoint[] => [
  ...crudEndpoints(
    {
      kind: 'menu',
      shapes: { item: ADMIN_MENU_ENTRY, whole: ADMIN_MENU },
      create: describedBy(menuInput.create),
      update: describedBy(menuInput.update),
      show: showMenu,
      showWhole: (entry) => showMenuWhole(entry, deps.lookup),
      creates: (body) => ({ action: createMenu(body) }),
      updates: updateMenu,
    },
    deps,
  ),
  ...itemEndpoints(deps),
];

// The change of a menu holds menus.
const itemsOf = (data: unknown): Menu['items'] => (data as Menu | undefined)?.items ?? [];

const itemEndpoints = ({ lookup, writer, ...deps }: CrudDeps): Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/menus/:id/items',
    summary: 'Add an item to a menu',
    access: menu.access.update,
    result: createdResult(ADMIN_MENU_ITEM),
    body: describedBy(menuItemCreateInput),
    async handle({ params: { id }, body, actor, ifMatch }) {
      const written = await writer.write(createMenuItem({ id, ifMatch }, body), actor);
      const answer = answerShown<'menu'>(written, deps, (entry) =>
        showMenuItem(entry, addedId(written, entry, itemsOf), lookup),
      );
      return { ...answer, status: 201 };
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/menus/:id/items/:itemId',
    summary: 'Change or move an item of a menu',
    access: menu.access.update,
    result: writtenResult(ADMIN_MENU_ITEM),
    body: describedBy(menuItemUpdateInput),
    async handle({ params: { id, itemId }, body, actor, ifMatch }) {
      const written = await writer.write(updateMenuItem({ id, ifMatch }, itemId, body), actor);
      return answerShown<'menu'>(written, deps, (entry) => showMenuItem(entry, itemId, lookup));
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/menus/:id/items/:itemId',
    summary: 'Delete an item of a menu; those below it take its place',
    access: menu.access.update,
    result: deletedResult(),
    async handle({ params: { id, itemId }, actor, ifMatch }) {
      const written = await writer.write(removeMenuItem({ id, ifMatch }, itemId), actor);
      return answerShown<'menu'>(written, deps, () => ({ deleted: true }));
    },
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/api/admin/menus/:id/items-order',
    summary: 'Arrange all items of a menu anew',
    access: menu.access.update,
    result: listResult(ADMIN_MENU_ITEM),
    body: describedBy(menuOrderInput),
    async handle({ params: { id }, body, actor, ifMatch }) {
      const written = await writer.write(orderMenuItems({ id, ifMatch }, body), actor);
      const items = showMenuItems(firstEntry<'menu'>(written), lookup);
      return { ...answerShown(written, deps, () => items), meta: { total: items.length } };
    },
  }),
];
