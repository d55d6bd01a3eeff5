import type { SavedViewStore, StoredView } from '../../../auth/savedViews.ts';
import { type Actor, actorRefName } from '../../../model/access.ts';
import type { Lookup } from '../../../model/entry.ts';
import { flag, object, text, withDefault } from '../../../model/schema/schema.ts';
import { showView } from '../../../view/admin/savedView.ts';
import { SAVED_VIEW } from '../../../view/shapes/access.ts';
import { defineEndpoint, type Endpoint } from '../../endpoint.ts';
import { answerWholeList, wholeListParameters } from '../../request/wholeList.ts';
import { dataResult, deletedResult, listResult } from '../../result.ts';

export interface ViewDeps {
  readonly lookup: Lookup;
  readonly views: SavedViewStore;
}

const screen = text({ minLength: 1, maxLength: 50, pattern: '^[a-z][a-z0-9-]*$' });
const values = {
  name: text({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  screen: { ...screen, description: 'The screen that it is a view of, such as `pages`' },
  query: text({ maxLength: 4000, description: 'What follows the `?` of the address of the screen' }),
};
const shared = { ...flag(), description: 'Whether everybody sees it; only its owner and admins may change it' };

/** Views are kept outside the content, so a read-only server keeps them, and every caller may have some. */
const BESIDE_CONTENT = { access: 'viewer', changes: 'own' } as const;

/** Lists that people have saved with their filters, columns and order: their own, and those shared with everybody. */
export function viewEndpoints({ lookup, views }: ViewDeps): Endpoint[] {
  const show = (view: StoredView, actor: Actor): object =>
    showView({ ...view, isOwn: view.owner === actorRefName(actor) }, lookup);
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/views',
      summary: 'List saved views: your own, and those shared with everybody',
      access: 'viewer',
      result: listResult(SAVED_VIEW),
      query: object({}, { ...wholeListParameters, screen }),
      handle: ({ actor, query }) =>
        answerWholeList(
          views.list(actor).filter((view) => query.screen === undefined || view.screen === query.screen),
          query,
          (view) => show(view, actor),
        ),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/api/admin/views',
      summary: 'Save a view',
      ...BESIDE_CONTENT,
      result: dataResult(SAVED_VIEW, { status: 201 }),
      body: object(values, { shared: withDefault(shared, false) }),
      async handle({ body: { shared: isShared = false, ...body }, actor }) {
        return { status: 201, data: show(await views.create({ ...body, shared: isShared }, actor), actor) };
      },
    }),
    defineEndpoint({
      method: 'PUT',
      path: '/api/admin/views/:id',
      summary: 'Change a view; what is left out stays',
      ...BESIDE_CONTENT,
      lateWrites: 'written',
      patch: 'asPut',
      result: dataResult(SAVED_VIEW),
      body: object({}, { ...values, shared }),
      handle: async ({ params: { id }, body, actor }) => ({ data: show(await views.update(id, body, actor), actor) }),
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/api/admin/views/:id',
      summary: 'Delete a view',
      ...BESIDE_CONTENT,
      lateWrites: 'written',
      result: deletedResult(),
      async handle({ params: { id }, actor }) {
        await views.remove(id, actor);
        return { data: { deleted: true } };
      },
    }),
  ];
}
