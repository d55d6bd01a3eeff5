import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';
import { blockTypesQuery, contentTypesQuery } from '../../wire/queries.ts';
import { PREVIEWS, type PreviewWidth } from './preview/previewWidth.ts';
import { pageQuery } from './queries.ts';

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

interface NewPageSearch {
  /** The slug of its content type. */
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
}

export const newPageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/new',
  validateSearch: ({ type, locale }: Record<string, unknown>): NewPageSearch => ({
    type: readText(type),
    locale: readText(locale),
  }),
  component: lazyRouteComponent(() => import('./NewPageScreen.tsx'), 'NewPageScreen'),
});

interface PageSearch {
  /** The id of the translation that stands beside the form, to translate from. */
  readonly beside?: number | undefined;
  readonly preview?: PreviewWidth | undefined;
  /** The path of the value that is to be looked at: `fields/summary`. */
  readonly field?: string | undefined;
}

export const pageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/pages/$id',
  validateSearch: ({ beside, preview, field }: Record<string, unknown>): PageSearch => ({
    beside: Number.isInteger(beside) ? Number(beside) : undefined,
    preview: PREVIEWS.find((width) => width === preview),
    field: readText(field),
  }),
  // With what its form is made of: nothing moves after it is shown.
  loader: ({ context: { client }, params }) =>
    Promise.all([
      client.ensureQueryData(pageQuery(Number(params.id))),
      client.ensureQueryData(contentTypesQuery),
      client.ensureQueryData(blockTypesQuery),
    ]),
  component: lazyRouteComponent(() => import('./PageScreen.tsx'), 'PageScreen'),
});
