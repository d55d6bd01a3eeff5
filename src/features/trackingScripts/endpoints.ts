import { type CrudDeps, crudEndpoints } from '../../http/admin/crud.ts';
import { untilNextChange } from '../../http/content/query.ts';
import { withStaticFile } from '../../http/content/withStaticFile.ts';
import { type Answer, defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { dataResult } from '../../http/result.ts';
import { notFound } from '../../model/errors.ts';
import { object, text } from '../../model/schema/schema.ts';
import { trimSlug } from '../../model/text/slug.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { findPublicSlugs } from '../../view/site/site.ts';
import { describedBy } from '../../write/problems.ts';
import { createTrackingScript, trackingScriptInput, updateTrackingScript } from './actions.ts';
import { ADMIN_TRACKING_SCRIPT, showTrackingScript, showTrackingScripts, TRACKING_SCRIPTS } from './view.ts';

/** Scripts that front ends put into the head and body of pages. */
export const adminTrackingScripts = (deps: CrudDeps): Endpoint[] =>
  crudEndpoints(
    {
      kind: 'trackingScript',
      shapes: { item: ADMIN_TRACKING_SCRIPT },
      create: describedBy(trackingScriptInput.create),
      update: describedBy(trackingScriptInput.update),
      show: showTrackingScript,
      creates: (body) => ({ action: createTrackingScript(body) }),
      updates: updateTrackingScript,
    },
    deps,
  );

/** Scripts for front ends. */
export const publicTrackingScripts = (content: PublicContent): readonly Endpoint[] => [
  ...withStaticFile(
    defineEndpoint({
      method: 'GET',
      path: '/api/content/tracking-scripts',
      summary: 'Read the tracking scripts of a page',
      access: 'public',
      result: dataResult(TRACKING_SCRIPTS),
      query: object({}, { page: text({ maxLength: 250, description: 'The slug of the page' }) }),
      handle: ({ query: { page } }) => answerScripts(content, page),
    }),
  ),
  defineEndpoint({
    method: 'GET',
    path: '/api/content/tracking-scripts/:page*.json',
    summary: 'Read the tracking scripts of a page that has its own: a file of the static site',
    access: 'public',
    result: dataResult(TRACKING_SCRIPTS),
    handle({ params: { page } }) {
      if (!targetedPages(content, page).includes(page)) throw notFound('Page with scripts of its own');
      return answerScripts(content, page);
    },
    exports: () => targetedPages(content).map((page) => ({ page })),
  }),
];

const answerScripts = (content: PublicContent, page?: string): Answer => ({
  data: showTrackingScripts(content, page && trimSlug(page)),
  ...(page && untilNextChange(content)),
});

/** The slugs of public pages that scripts are targeted at; if a page is named, only that one, if it is among them. */
function targetedPages(content: PublicContent, page?: string): readonly string[] {
  const scripts = [...content.all('trackingScript')].filter(({ data }) => data.scope === 'targeted');
  const targets = new Set(scripts.flatMap(({ data }) => data.targetPages));
  if (page !== undefined) return targets.has(page) ? findPublicSlugs([page], content) : [];
  return findPublicSlugs([...targets], content);
}
