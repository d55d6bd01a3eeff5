import type { ReaderParts } from '../../extend/featureParts.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { listResult } from '../../http/result.ts';
import { invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { choice, namedSchema, object, text, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import {
  arrayOf,
  booleanShape,
  idShape,
  integerShape,
  orNull,
  stringShape,
  timeShape,
} from '../../view/shapes/values.ts';
import type { CalendarEntry, CalendarPage, CalendarRange } from './entry.ts';
import { listPlanned } from './planned.ts';
import { type PublicationLog, toCalendarPage } from './publicationLog.ts';

interface CalendarDeps extends Pick<ReaderParts, 'live' | 'proposals' | 'proposalSchedule'> {
  readonly publications: PublicationLog;
  readonly clock: () => Date;
}

const page = object({ id: idShape, title: stringShape, type: stringShape, locale: stringShape });

const CALENDAR_ENTRY = namedSchema(
  'CalendarEntry',
  object({
    ...{ at: timeShape, event: choice('published', 'takenOff'), isDone: booleanShape, title: stringShape },
    page: orNull(page),
    change: orNull(stringShape),
    draftOf: orNull(idShape),
    pages: arrayOf(page),
    commit: orNull(stringShape),
    isHindered: booleanShape,
  }),
);

/** The longest range, in days. */
const MAX_DAYS = 100;
const DAY_MS = 24 * 60 * 60_000;
/** The most entries of an answer. */
const MAX_ENTRIES = 5000;

const calendarQuery = object(
  { from: timestamp(), to: { ...timestamp(), description: `Exclusive; at most ${MAX_DAYS} days after \`from\`` } },
  {
    type: text({ maxLength: 200, description: 'Only pages of this type, and changes that hold some' }),
    locale: text({ maxLength: 35, description: 'Only pages in this language, and changes that hold some' }),
  },
);

/** What was and what will be published and taken offline (PEOPLE, 4). */
export const calendarEndpoints = (deps: CalendarDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/calendar',
    summary: 'List what was and what will be published and taken offline in a range of time, the earliest first',
    access: 'viewer',
    query: calendarQuery,
    result: listResult(CALENDAR_ENTRY, { meta: object({ total: integerShape }) }),
    async handle({ query, actor }) {
      const range = readCalendarRange(query);
      const past = await deps.publications.list(range);
      const readable = (actor.rights.readsAll ? past : past.flatMap((entry) => asReadable(entry, deps))).toReversed();
      const all = [...readable, ...(await listPlanned(range, deps.clock(), deps))].filter(createEntryFilter(query));
      all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
      return { data: all.slice(0, MAX_ENTRIES), meta: { total: all.length } };
    },
  }),
];

function readCalendarRange(query: CalendarRange): CalendarRange {
  const range = { from: toTimestamp(query.from), to: toTimestamp(query.to) };
  const days = (Date.parse(range.to) - Date.parse(range.from)) / DAY_MS;
  if (days <= 0) throw invalidAt(['to'], because('laterThan', 'must be later than its start', { other: 'from' }));
  if (days > MAX_DAYS) throw invalidAt(['to'], `must be at most ${MAX_DAYS} days after from`);
  return range;
}

/** An entry of the past for somebody who may not read all: what is gone is not told of, and neither is a hidden page. */
function asReadable(entry: CalendarEntry, { live }: Pick<CalendarDeps, 'live'>): readonly CalendarEntry[] {
  // As they are now: what they were called then may have been hidden.
  const show = ({ id }: CalendarPage): readonly CalendarPage[] => {
    const found = live.store.get('page', id);
    return found ? [toCalendarPage(found)] : [];
  };
  if (entry.page) return show(entry.page).map((page) => ({ ...entry, page, title: page.title }));
  const pages = entry.pages.flatMap(show);
  const [first] = pages;
  // The title of a change may be that of a hidden page.
  return first ? [{ ...entry, pages, title: pages.length === entry.pages.length ? entry.title : first.title }] : [];
}

function createEntryFilter({ type, locale }: { readonly type?: string; readonly locale?: string }) {
  const isMeant = (one: { readonly type: string; readonly locale: string }): boolean =>
    (type === undefined || one.type === type) && (locale === undefined || one.locale === locale);
  const isAny = type === undefined && locale === undefined;
  return ({ page: own, pages }: CalendarEntry): boolean => isAny || (own ? isMeant(own) : pages.some(isMeant));
}
