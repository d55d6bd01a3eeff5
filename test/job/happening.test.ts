import { describe, expect, it } from 'vitest';
import { happeningsOf, timedHappenings } from '../../src/job/happening.ts';
import type { Page } from '../../src/model/entities/page.ts';
import type { Entry, EntryChange } from '../../src/model/entry.ts';

const AT = '2026-02-01T12:00:00.000Z';
const BEFORE = '2026-02-01T11:00:00.000Z';
const AFTER = '2026-02-01T13:00:00.000Z';

const page = (data: Partial<Page> = {}, id = 1): Entry<Page> => ({
  kind: 'page',
  id,
  key: `${data.locale ?? 'en'}/${data.slug ?? 'about'}`,
  path: 'pages/en/about.yaml',
  rev: 'r',
  createdAt: BEFORE,
  updatedAt: BEFORE,
  data: {
    locale: 'en',
    slug: 'about',
    type: 'plain',
    title: 'About',
    status: 'draft',
    slugOverride: false,
    terms: {},
    seo: {},
    fields: {},
    regions: {},
    ...data,
  },
});
const PUBLIC: Partial<Page> = { status: 'published' };

const tell = (...changes: readonly EntryChange[]): readonly string[] =>
  happeningsOf(changes, { from: 'c0', commit: 'c1', at: AT }).map(({ type, entry }) => `${type} ${entry.id}`);
const change = (before: Entry | null, after: Entry | null): EntryChange => ({
  kind: (after ?? before)!.kind,
  before,
  after,
});

describe('a change of a page', () => {
  it.each<[string, Entry<Page> | null, Entry<Page> | null, readonly string[]]>([
    ['a new draft', null, page(), ['page.created 1']],
    ['a new public page', null, page(PUBLIC), ['page.created 1', 'page.published 1']],
    ['one that is published later', null, page({ ...PUBLIC, scheduledAt: AFTER }), ['page.created 1']],
    ['a new title', page(), page({ title: 'Us' }), ['page.updated 1']],
    ['a page that is published', page(), page(PUBLIC), ['page.updated 1', 'page.published 1']],
    ['a page unpublished', page(PUBLIC), page(), ['page.updated 1', 'page.unpublished 1']],
    ['a public page archived', page(PUBLIC), page({ status: 'archived' }), ['page.updated 1', 'page.unpublished 1']],
    [
      'a public page postponed',
      page(PUBLIC),
      page({ ...PUBLIC, scheduledAt: AFTER }),
      ['page.updated 1', 'page.unpublished 1'],
    ],
    ['a draft deleted', page(), null, ['page.deleted 1']],
    ['a public page deleted', page(PUBLIC), null, ['page.unpublished 1', 'page.deleted 1']],
    ['nothing new', page(), page(), []],
  ])('has the events of %s', (_, before, after, expected) => {
    expect(tell(change(before, after))).toEqual(expected);
  });

  it('names the fields that differ, as the interface calls them', () => {
    const before = page({ terms: { topics: ['a'] }, fields: { one: 1, two: { deep: [1] } } });
    const after = page({
      title: 'Us',
      terms: { topics: ['a', 'b'] },
      seo: { metaTitle: 'M' },
      fields: { one: 1, two: { deep: [2] }, three: 3 },
      translationGroup: 'g',
      regions: { content: [{ id: 4, type: 'text', fields: {} }] },
    });
    const [told] = happeningsOf([change(before, after)], { from: 'c0', commit: 'c1', at: AT });
    expect(told?.changed.toSorted()).toEqual([
      'fields.three',
      'fields.two',
      'metaTitle',
      'regions.content',
      'terms.topics',
      'title',
      'translationGroupId',
    ]);
  });
});

/** A vocabulary with these terms, by their ids. */
const taxonomy = (...terms: readonly (readonly [id: number, slug: string])[]): Entry => ({
  ...page(),
  kind: 'taxonomy',
  key: 'topics',
  data: { slug: 'topics', terms: terms.map(([id, slug]) => ({ id, slug, name: slug, weight: 0, children: [] })) },
});

it('removing a term is an update of its pages, whatever is renamed with it', () => {
  const topics = (...slugs: readonly string[]): Entry<Page> => page({ terms: { topics: slugs } });
  const gone = change(taxonomy([5, 'news'], [6, 'x']), taxonomy([6, 'x']));
  expect(tell(gone, change(topics('news', 'x'), topics('x')))).toEqual(['page.updated 1']);
  const both = change(taxonomy([5, 'news'], [6, 'x']), taxonomy([6, 'y']));
  expect(tell(both, change(topics('news', 'x'), topics('y')))).toEqual(['page.updated 1']);
  expect(tell(both, change(topics('x'), topics('y')))).toEqual([]);
});

describe('a rename', () => {
  const moved = change(page({ slug: 'about' }), page({ slug: 'us' }));
  const mentions = (key: string, more: Partial<Page> = {}): Entry<Page> =>
    page({ slug: 'home', fields: { related: key, deep: [{ link: { page: key } }] }, ...more }, 2);

  it('is an update of the page itself, not of those that mention its new name', () => {
    expect(tell(moved, change(mentions('en/about'), mentions('en/us')))).toEqual(['page.updated 1']);
  });

  it('is an update of a page that was also edited', () => {
    const edited = change(mentions('en/about'), mentions('en/us', { title: 'New' }));
    expect(tell(moved, edited)).toEqual(['page.updated 1', 'page.updated 2']);
  });

  it('of a term or a content type is not an update of its pages', () => {
    const type = (slug: string): Entry => ({ ...page(), kind: 'contentType', key: slug, data: { slug } });
    const follows = change(
      page({ type: 'plain', terms: { topics: ['news', 'x'] } }),
      page({ type: 'simple', terms: { topics: ['latest', 'x'] } }),
    );
    expect(
      tell(change(taxonomy([5, 'news']), taxonomy([5, 'latest'])), change(type('plain'), type('simple')), follows),
    ).toEqual([]);
    expect(tell(follows)).toEqual(['page.updated 1']);
  });
});

it('an upload and a deleted file are events, an edited description is not', () => {
  const media = { ...page(), kind: 'media' as const };
  expect(tell(change(null, media))).toEqual(['media.uploaded 1']);
  expect(tell(change(media, { ...media, data: {} }))).toEqual([]);
  expect(tell(change(media, null))).toEqual(['media.deleted 1']);
});

it('other records have no events', () => {
  const block = { ...page(), kind: 'block' as const };
  expect(tell(change(null, block), change(block, null))).toEqual([]);
});

it('the same event has the same unique key, which names both commits', () => {
  const changes = [change(null, page(PUBLIC)), change(null, page(PUBLIC, 2))];
  const keys = (from: string, commit: string): readonly string[] =>
    happeningsOf(changes, { from, commit, at: AT }).map(({ key }) => key);
  expect(keys('c0', 'c1')).toEqual(keys('c0', 'c1'));
  expect(new Set([...keys('c0', 'c1'), ...keys('c0', 'c2'), ...keys('c2', 'c1')]).size).toBe(12);
});

describe('time that passes', () => {
  const tellTimes = (data: Partial<Page>, from: string, to: string): readonly string[] =>
    timedHappenings(page(data), { from, to }, 'c1').map(({ type, at }) => `${type} ${at}`);

  it.each<[string, Partial<Page>, readonly string[]]>([
    ['publishes', { ...PUBLIC, scheduledAt: AT }, [`page.published ${AT}`]],
    ['unpublishes', { ...PUBLIC, unpublishAt: AT }, [`page.unpublished ${AT}`]],
    ['leaves drafts to the commit', { scheduledAt: AT }, []],
    ['leaves archived pages alone', { status: 'archived', scheduledAt: AT, unpublishAt: AFTER }, []],
    [
      'does both in order',
      { ...PUBLIC, scheduledAt: AT, unpublishAt: AFTER },
      [`page.published ${AT}`, `page.unpublished ${AFTER}`],
    ],
  ])('%s', (_, data, expected) => {
    expect(tellTimes(data, BEFORE, AFTER)).toEqual(expected);
  });

  it('counts each time in one span only', () => {
    const data = { ...PUBLIC, scheduledAt: AT };
    expect(tellTimes(data, BEFORE, AT)).toHaveLength(1);
    expect(tellTimes(data, AT, AFTER)).toHaveLength(0);
  });
});
