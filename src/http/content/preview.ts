import { flag, object, text } from '../../model/schema/schema.ts';
import { showPage } from '../../view/page/showPage.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult } from '../result.ts';
import { getPage, viewOf } from './pages.ts';
import { localeParameter, readContentLocale, shownBy } from './query.ts';
import { createShowWritten } from './showWritten.ts';
import { writeInThread } from './writeInThread.ts';

export interface PreviewDeps {
  /** The content with pages of any status. */
  readonly preview: PublicContent;
}

/** Pages as they will look once they are public, for callers with a credential or a preview token. */
export const previewEndpoints = (
  { preview }: PreviewDeps,
  showWritten = createShowWritten(writeInThread()),
): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/content/preview/pages/:slug*',
    summary: 'Read a page of any status with its blocks',
    access: 'preview',
    query: object(
      {},
      { locale: localeParameter, ...shownBy, token: text({ maxLength: 4000, description: 'A preview token' }) },
    ),
    result: dataResult(PAGE, { meta: object({}, { isPublicVersion: flag() }) }),
    handle({ params, query, opening, actor }) {
      return showWritten((time) => {
        const page = getPage(preview, readContentLocale(query.locale, preview), params.slug);
        const data = showPage(page, preview.translationsOf(page), viewOf({ query, opening }, preview, time));
        const only = actor.preview?.page ?? null;
        return only === null || only === page.id ? { data } : { data, meta: { isPublicVersion: true } };
      });
    },
  }),
];
