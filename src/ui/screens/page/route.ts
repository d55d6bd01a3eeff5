import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { editedQuery } from '../../parts/draft/draftedKind.ts';
import { shellRoute } from '../../router/root.ts';
import { ask } from '../../wire/ask.ts';
import { blockTypesQuery, contentTypesQuery, settingsQuery } from '../../wire/queries.ts';
import { pageDrafts } from './form/pageDrafts.ts';
import { PREVIEWS, type PreviewWidth } from './preview/previewWidth.ts';

const readPageParam = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface NewPageSearch {
  /** The slug of the content type. */
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
}

export const newPageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/new',
  validateSearch: ({ type, locale }: Record<string, unknown>): NewPageSearch => ({
    type: readPageParam(type),
    locale: readPageParam(locale),
  }),
  component: lazyRouteComponent(() => import('./NewPageScreen.tsx'), 'NewPageScreen'),
});

/** Leads to the page of a single type: in the default language if it is there, else in any; to the form for a new one if there is none. */
export const singleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/singles/$type',
  async loader({ context: { client }, params: { type } }) {
    const { defaultLocale } = await client.ensureQueryData(settingsQuery);
    const { data } = await ask('GET /api/admin/pages', { query: { type, sort: 'created_at:asc' } });
    const page = data.find(({ locale }) => locale === defaultLocale) ?? data[0];
    throw page
      ? redirect({ to: '/pages/$id', params: { id: String(page.id) }, replace: true })
      : redirect({ to: '/pages/new', search: { type }, replace: true });
  },
});

interface PageSearch {
  /** The id of the translation that is shown beside the form, to translate from. */
  readonly beside?: number | undefined;
  readonly preview?: PreviewWidth | undefined;
  /** `live` shows what visitors read instead of the draft. */
  readonly show?: 'live' | undefined;
  /** The path of the value to focus: `fields/summary`. */
  readonly field?: string | undefined;
  /** What is open beside the form: see `FormRail`. */
  readonly rail?: string | undefined;
}

/** Loads the types together with the page, so that nothing moves once the form is shown. */
const loadForm = (client: QueryClient, id: string | undefined): Promise<unknown> =>
  Promise.all([
    client.ensureQueryData(editedQuery(pageDrafts, Number(id))),
    client.ensureQueryData(contentTypesQuery),
    client.ensureQueryData(blockTypesQuery),
  ]);

export const pageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$id',
  validateSearch: ({ beside, preview, field, show, rail }: Record<string, unknown>): PageSearch => ({
    beside: Number.isInteger(beside) ? Number(beside) : undefined,
    preview: PREVIEWS.find((width) => width === preview),
    field: readPageParam(field),
    show: show === 'live' ? show : undefined,
    rail: readPageParam(rail),
  }),
  loader: ({ context: { client }, params }) => loadForm(client, params.id),
  staticData: { fetchAhead: (client, params) => loadForm(client, params['id']) },
  component: lazyRouteComponent(() => import('./PageScreen.tsx'), 'PageScreen'),
});
