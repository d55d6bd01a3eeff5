import type { DayParts } from '../../extend/featureParts.ts';
import { viewOf } from '../../http/content/pageView.ts';
import { shownBy } from '../../http/content/query.ts';
import { createShowWritten } from '../../http/content/showWritten.ts';
import { writeInThread } from '../../http/content/writeInThread.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { paging } from '../../http/request/query.ts';
import { dataResult, listResult } from '../../http/result.ts';
import { withOpenAddresses } from '../../http/version/openAddresses.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { choice, flag, namedSchema, object, text, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import type { GitSite } from '../../site/site.ts';
import { showPage } from '../../view/page/showPage.ts';
import { PAGE } from '../../view/shapes/page.ts';
import { arrayOf, idShape, integerShape, orNull, stringShape } from '../../view/shapes/values.ts';
import { DAY_DIFFERENCES, findDayDifferences, type PageOnDay, toPageOnDay } from './pagesOnDay.ts';

interface DayDeps extends DayParts {
  readonly clock: () => Date;
  /** The path of the content in the repository. */
  readonly prefix: string;
}

const PAGE_ON_DAY = namedSchema(
  'PageOnDay',
  object({
    ...{ id: idShape, title: stringShape, type: stringShape, locale: stringShape, slug: stringShape },
    /** How it differs from what visitors read now; `takenOff` is a page that they will not read any more. */
    difference: orNull(choice(...DAY_DIFFERENCES)),
  }),
);

const DAY_META = object({
  ...{ total: integerShape, limit: integerShape, offset: integerShape },
  /** How many pages differ from now; null for a moment of the past. */
  differing: orNull(integerShape),
  /** Changes that are due by then and cannot be published as they are. */
  leftOut: arrayOf(object({ name: stringShape, title: stringShape })),
  /** Pages that are due by then and cannot be published as they are. */
  unpublished: arrayOf(object({ id: idShape, title: stringShape })),
});

const page = paging({ defaultLimit: 50, maxLimit: 100 });
const at = timestamp();
const listQuery = object(
  { at },
  {
    ...page.schema,
    type: text({ maxLength: 200 }),
    locale: text({ maxLength: 35 }),
    search: text({ maxLength: 200, description: 'Only pages with this in their title' }),
    differs: { ...flag(), description: 'Only pages that differ from what visitors read now' },
  },
);

/** The site as it will be, or was, at a time (PEOPLE, 4). */
export function dayEndpoints(deps: DayDeps): Endpoint[] {
  const showWritten = createShowWritten(writeInThread());
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/calendar/pages',
      summary: 'List the pages that visitors can read at a time, and how they differ from now',
      access: 'viewer',
      query: listQuery,
      result: listResult(PAGE_ON_DAY, { meta: DAY_META }),
      async handle({ query }) {
        const { limit, offset } = page.read(query);
        const time = new Date(toTimestamp(query.at));
        const site = await deps.foreseenSites.at(time);
        const differing = site.edits ? findDayDifferences(site, { ...deps, time, now: deps.clock() }) : null;
        const meant = listMeant(site, differing, { ...query, time });
        return {
          data: meant.slice(offset, offset + limit),
          meta: {
            ...{ total: meant.length, limit, offset, differing: differing?.size ?? null },
            ...(await nameLeftOut(site, deps)),
          },
        };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/admin/calendar/pages/:id',
      summary: 'Show a page as visitors can read it at a time',
      access: 'viewer',
      query: object({ at }, shownBy),
      result: dataResult(PAGE),
      async handle(call) {
        const time = toTimestamp(call.query.at);
        const { content } = (await deps.foreseenSites.at(new Date(time))).view;
        const found = content.get('page', call.params.id);
        if (!found) throw notFound('Page');
        const handle: Endpoint['handle'] = ({ opening }) =>
          showWritten((writing) => ({
            data: showPage(
              found,
              content.translationsOf(found),
              viewOf({ query: call.query, opening }, content, writing),
            ),
          }));
        return withOpenAddresses({ handle }, { at: time })(call);
      },
    }),
  ];
}

interface AskedPages {
  readonly time: Date;
  readonly type?: string;
  readonly locale?: string;
  readonly search?: string;
  readonly differs?: boolean;
}

/** The pages that are asked for, by their titles. */
function listMeant(
  { lists }: GitSite,
  differing: ReadonlyMap<number, PageOnDay> | null,
  { time, type, locale, search = '', differs = false }: AskedPages,
): readonly PageOnDay[] {
  const wanted = search.toLowerCase();
  const isMeant = (one: PageOnDay): boolean =>
    (type === undefined || one.type === type) &&
    (locale === undefined || one.locale === locale) &&
    one.title.toLowerCase().includes(wanted);
  const byTitle = (a: PageOnDay, b: PageOnDay): number => a.title.localeCompare(b.title) || a.id - b.id;
  if (differs) return [...(differing?.values() ?? [])].filter(isMeant).sort(byTitle);
  const filter = { ...(type !== undefined && { type }), ...(locale !== undefined && { locale }) };
  const shown = lists.public(filter, 'title', 'asc', time);
  const found = shown.map((entry): PageOnDay => differing?.get(entry.id) ?? toPageOnDay(entry, null));
  return wanted === '' ? found : found.filter(isMeant);
}

/** What is due by then and cannot be published as it is. */
async function nameLeftOut(site: GitSite, { foreseenSites, proposals }: DayDeps) {
  const { changes, pages } = await foreseenSites.leftOut(site);
  const leftOut: object[] = [];
  for (const name of changes) {
    // It may have gone by now.
    const found = await proposals.get(name).catch(() => null);
    if (found) leftOut.push({ name, title: found.title });
  }
  return { leftOut, unpublished: pages.flatMap((id) => nameTitle(site.store.get('page', id))) };
}

const nameTitle = (page: Entry<Page> | undefined): readonly object[] =>
  page ? [{ id: page.id, title: page.data.title }] : [];
