import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/model/entities/page.ts';
import type { Entry } from '../../../src/model/entry.ts';
import { dueChange, isPublic } from '../../../src/model/page/isPublic.ts';
import type { Direction } from '../../../src/model/page/keyOrder.ts';
import { createStore } from '../../../src/store/createStore.ts';
import { createPageLists, type PageLists } from '../../../src/store/page/pageLists.ts';
import { createPageOrder, PAGE_SORTS, type PageSort, publishedAtOf } from '../../../src/store/page/pageOrder.ts';
import type { PageFilter } from '../../../src/store/page/sortedPages.ts';
import type { FileUpdate, Store } from '../../../src/store/store.ts';
import type { StorePart } from '../../../src/store/storePart.ts';
import { runs } from '../../effort.ts';
import { removal, update } from '../siteFiles.ts';

type PageEntry = Entry<Page>;

const RUNS = { numRuns: runs(120) };
const T = (hour: number): string => `2026-02-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

const time = fc.option(fc.integer({ min: 1, max: 5 }).map(T), { nil: undefined });
const content = fc.record({
  type: fc.constantFrom('article', 'event'),
  title: fc.constantFrom('Zebra', 'zebra', 'Ähre', 'Page 2', 'Page 10'),
  status: fc.constantFrom('draft', 'published', 'published', 'archived'),
  publishedAt: time,
  scheduledAt: time,
  unpublishAt: time,
  createdAt: fc.constantFrom(T(0), T(1)),
  updatedAt: fc.constantFrom(T(2), T(3)),
  terms: fc.constantFrom({}, { topics: ['a'] }, { topics: ['a', 'b'], places: ['a'] }, { topics: ['b', 'b'] }),
});
const path = fc.constantFrom('en/a', 'en/b', 'en/c', 'en/d', 'es/a', 'es/b');

type Step = { readonly path: string; readonly content: object | null } | { readonly hour: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ path, content: fc.option(content, { freq: 4 }) }), weight: 4 },
  { arbitrary: fc.record({ hour: fc.integer({ min: 0, max: 6 }) }), weight: 2 },
);
const ask = fc.record({
  filter: fc.record(
    {
      locale: fc.constantFrom('en', 'es', 'fr'),
      type: fc.constantFrom('article', 'event'),
      term: fc.constantFrom('topics/a', 'topics/b', 'places/a', 'topics/', 'none/a'),
    },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom(...PAGE_SORTS),
  direction: fc.constantFrom<Direction>('asc', 'desc'),
});

/** Filters and sorts everything each time. */
function naive(store: Store, { locale, type, term }: PageFilter, sort: PageSort, direction: Direction): PageEntry[] {
  return [...store.all('page')]
    .filter(({ data }) => locale === undefined || data.locale === locale)
    .filter(({ data }) => type === undefined || data.type === type)
    .filter(
      ({ data }) =>
        term === undefined ||
        Object.entries(data.terms).some(([vocabulary, slugs]) =>
          slugs.some((slug) => `${vocabulary}/${slug}` === term),
        ),
    )
    .sort(createPageOrder(sort, direction).compare);
}

const keysOf = (entries: readonly PageEntry[]): readonly string[] => entries.map(({ key }) => key);

describe('lists of pages', () => {
  it('equal all pages filtered and sorted, after any writes and at any time', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.array(ask, { minLength: 1, maxLength: 4 }), (steps, asked) => {
        let now = new Date(T(0));
        const store = createStore();
        const lists = createPageLists(store, () => now);
        const foundAt = new Map<PageEntry, number>();
        for (const one of steps) {
          if ('hour' in one) now = new Date(T(one.hour));
          else store.apply([toUpdate(one.path, one.content)]);
          for (const { filter, sort, direction } of asked) {
            const expected = naive(store, filter, sort, direction);
            expect(keysOf(lists.all(filter, sort, direction))).toEqual(keysOf(expected));
            expect(keysOf(lists.public(filter, sort, direction, now))).toEqual(
              keysOf(expected.filter(({ data }) => isPublic(data, now))),
            );
          }
          expect(lists.nextChangeAt(now)).toBe(nextChange(store, now, foundAt));
        }
      }),
      RUNS,
    );
  });
});

function toUpdate(key: string, page: object | null): FileUpdate {
  const file = `pages/${key}.yaml`;
  // Ids against the order of the paths, so that ties are not settled by chance.
  const id = 300 - key.charCodeAt(3) - key.charCodeAt(1);
  return page === null ? removal(file) : update(file, JSON.parse(JSON.stringify({ ...page, id })));
}

/**
 * The first of the coming hours at which a page is or is not public any more, drafts by the schedule's commit: those
 * that are just found to be due in a moment.
 */
function nextChange(store: Store, now: Date, foundAt: Map<PageEntry, number>): number | undefined {
  const dueAt = [...store.all('page')]
    .filter(({ data }) => data.status !== 'archived')
    .flatMap(({ data }) => [data.scheduledAt, ...(data.status === 'published' ? [data.unpublishAt] : [])])
    .flatMap((at) => (at !== undefined && at > now.toISOString() ? Date.parse(at) : []));
  const due = [...store.all('page')].filter(({ data }) => dueChange(data, now) === 'publish');
  for (const page of due) if (!foundAt.has(page)) foundAt.set(page, now.getTime());
  if (due.some((page) => now.getTime() < foundAt.get(page)! + 10_000)) return now.getTime() + 500;
  return dueAt.length > 0 ? Math.min(...dueAt) : undefined;
}

describe('the order of pages', () => {
  const entry = (id: number, values: Partial<Page> & { createdAt?: string } = {}): PageEntry => {
    const { createdAt = T(0), ...data } = values;
    const page = { title: 'A', slug: 'a', status: 'draft', ...data } as Page;
    return { kind: 'page', id, key: 'en/a', path: '', rev: '', createdAt, updatedAt: T(0), data: page };
  };
  const ordered = (entries: readonly PageEntry[], sort: PageSort, direction: Direction): readonly number[] =>
    createPageOrder(sort, direction)
      .sort(entries)
      .map(({ id }) => id);

  it.each(PAGE_SORTS)('by %s settles ties by ascending id in both directions', (sort) => {
    const entries = [3, 1, 2].map((id) => entry(id));
    expect(ordered(entries, sort, 'asc')).toEqual([1, 2, 3]);
    expect(ordered(entries, sort, 'desc')).toEqual([1, 2, 3]);
  });

  it('by publication puts pages that were never published last in both directions', () => {
    const entries = [
      entry(1),
      entry(2, { status: 'published', publishedAt: T(2) }),
      entry(3, { status: 'archived' }),
      entry(4, { status: 'published', createdAt: T(1) }),
      entry(5, { status: 'draft', publishedAt: T(3) }),
    ];
    expect(ordered(entries, 'published_at', 'asc')).toEqual([4, 2, 5, 1, 3]);
    expect(ordered(entries, 'published_at', 'desc')).toEqual([5, 2, 4, 1, 3]);
    expect(publishedAtOf(entries[3]!)).toBe(T(1));
  });

  it('by title is the one people expect: numbers by value, accents and case last', () => {
    const titles = ['Page 10', 'zebra', 'Ähre', 'Page 2', 'Ahorn', 'Zebra'];
    const entries = titles.map((title, index) => entry(index, { title }));
    expect(ordered(entries, 'title', 'asc').map((id) => titles[id])).toEqual([
      'Ahorn',
      'Ähre',
      'Page 2',
      'Page 10',
      'zebra',
      'Zebra',
    ]);
  });

  it('by slug is that of code units, the same everywhere', () => {
    const slugs = ['b', 'B', 'é', 'a'];
    const entries = slugs.map((slug, index) => entry(index, { slug }));
    expect(ordered(entries, 'slug', 'asc').map((id) => slugs[id])).toEqual(['B', 'a', 'b', 'é']);
  });
});

describe('public lists', () => {
  const page = (values: object): FileUpdate =>
    update('pages/en/a.yaml', { id: 1, type: 'plain', title: 'A', ...values });
  function makeLists(...updates: readonly FileUpdate[]): { lists: PageLists; store: Store } {
    const store = createStore();
    const lists = createPageLists(store, () => new Date(T(0)));
    store.apply(updates);
    return { lists, store };
  }
  const shownAt = (lists: PageLists, hour: number): number =>
    lists.public({}, 'updated_at', 'desc', new Date(T(hour))).length;

  it('SEC-21 follow the schedule without a write', () => {
    const { lists } = makeLists(page({ status: 'published', scheduledAt: T(2), unpublishAt: T(4) }));
    expect([1, 2, 3, 4, 5].map((hour) => shownAt(lists, hour))).toEqual([0, 1, 1, 0, 0]);
  });

  it('are right again when the clock is set back', () => {
    const { lists } = makeLists(page({ status: 'published', scheduledAt: T(2), unpublishAt: T(4) }));
    expect([5, 3, 1, 3].map((hour) => shownAt(lists, hour))).toEqual([0, 1, 0, 1]);
    expect(lists.nextChangeAt(new Date(T(1)))).toBe(Date.parse(T(2)));
  });

  it('SEC-21 are checked every moment while a draft is being published, for at most ten seconds', () => {
    const { lists } = makeLists(page({ status: 'draft', scheduledAt: T(2) }));
    const after = (milliseconds: number) => {
      const at = Date.parse(T(3)) + milliseconds;
      const next = lists.nextChangeAt(new Date(at));
      return next && next - at;
    };
    // Found late, as after a start.
    expect([0, 400, 500, 9_999, 10_499, 60_000].map(after)).toEqual([500, 100, 500, 500, undefined, undefined]);
  });

  it('know when they change next, or that they do not', () => {
    const { lists, store } = makeLists(page({ status: 'published', scheduledAt: T(2), unpublishAt: T(4) }));
    expect([1, 2, 4].map((hour) => lists.nextChangeAt(new Date(T(hour))))).toEqual([
      Date.parse(T(2)),
      Date.parse(T(4)),
      undefined,
    ]);
    store.apply([page({ status: 'draft', scheduledAt: T(5), unpublishAt: T(3) })]);
    expect(lists.nextChangeAt(new Date(T(4)))).toBe(Date.parse(T(5)));
    store.apply([page({ status: 'archived', scheduledAt: T(5) })]);
    expect(lists.nextChangeAt(new Date(T(4)))).toBeUndefined();
  });
});

it('SEC-36 takes in a change of a thousand pages by looking at each page a few times', () => {
  let looks = 0;
  const makePage = (id: number, title: string): PageEntry => {
    const data = {
      type: 'article',
      locale: 'en',
      title,
      slug: `p${id}`,
      status: 'published',
      terms: { topics: ['a'] },
    };
    const entry = { kind: 'page', id, key: `en/p${id}` };
    const look = (): object => {
      looks += 1;
      return data;
    };
    return Object.defineProperty(entry, 'data', { get: look }) as unknown as PageEntry;
  };
  const pagesOf = (title: string): PageEntry[] =>
    Array.from({ length: 1_000 }, (_, at) => makePage(at + 1, `${title} ${(at * 7) % 1_000}`));
  let present = pagesOf('Before');
  const parts: StorePart[] = [];
  const store = {
    add: (part: StorePart) => void parts.push(part),
    all: () => present,
    find: () => [],
  } as unknown as Store;
  const lists = createPageLists(store, () => new Date(T(0)));
  const titles = () => lists.all({ type: 'article' }, 'title', 'asc').map(({ data }) => data.title);
  titles();
  lists.public({ term: 'topics/a' }, 'title', 'asc', new Date(T(0)));
  const before = present;
  present = pagesOf('After');
  const changes = before.map((entry, at) => ({ kind: 'page' as const, before: entry, after: present[at]! }));
  looks = 0;
  for (const part of parts) part.apply(changes);
  expect(looks).toBeLessThan(10 * changes.length);
  expect(titles()).toEqual(
    present.map(({ data }) => data.title).sort(new Intl.Collator('en', { numeric: true }).compare),
  );
});
