import { flag, object, text } from '../../model/schema/schema.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { dataResult } from '../result.ts';
import { getAskedPage, showAskedPage, viewOf } from './pageView.ts';
import { askContent, languageQuery, shownBy } from './query.ts';
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
      { ...languageQuery, ...shownBy, token: text({ maxLength: 4000, description: 'A preview token' }) },
    ),
    result: dataResult(PAGE, { meta: object({}, { isPublicVersion: flag() }) }),
    handle({ params, query, opening, actor }) {
      return showWritten((time) => {
        const asked = askContent(query, preview);
        const page = getAskedPage(asked, params.slug);
        const data = showAskedPage(page, viewOf({ query, opening }, asked.content, time), preview, asked);
        const only = actor.preview?.page ?? null;
        return only === null || only === page.id ? { data } : { data, meta: { isPublicVersion: true } };
      });
    },
  }),
];
