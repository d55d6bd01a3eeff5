import { describe, expect, it } from 'vitest';
import { showPage, showPageItem, showSeo } from '../../../src/view/page/showPage.ts';
import { showAdminTerm, showTerms } from '../../../src/view/page/terms.ts';
import { LATER, pageFile, siteInMemory } from '../siteInMemory.ts';

const TIME = '2026-01-01T00:00:00.000Z';
const FILES = {
  'content-types/article.yaml': {
    id: 1,
    name: 'Article',
    fieldsSchema: [
      { name: 'summary', type: 'text' },
      { name: 'tone', type: 'text', default: 'calm' },
      { name: 'see', type: 'page' },
    ],
    regions: [{ name: 'main', allowed_types: ['quote'] }, { name: 'aside' }],
  },
  'block-types/quote.yaml': { id: 2, name: 'Quote', fieldsSchema: [{ name: 'words', type: 'text' }] },
  'block-types/picture.yaml': { id: 3, name: 'Picture', fieldsSchema: [] },
  'blocks/motto.yaml': { id: 4, type: 'quote', title: 'Motto', fields: { words: 'Slowly' } },
  'taxonomies/topics.yaml': {
    id: 5,
    name: 'Topics',
    hierarchical: true,
    terms: [{ id: 6, slug: 'news', name: 'News', weight: 3, children: [{ id: 7, slug: 'sea', name: 'Sea' }] }],
  },
  'pages/en/hidden.yaml': pageFile({ id: 8, title: 'Hidden', status: 'draft' }),
  'pages/en/soon.yaml': pageFile({ id: 9, title: 'Soon', scheduledAt: LATER }),
  'pages/en/open.yaml': pageFile({ id: 10, title: 'Open' }),
};

const siteWith = (values: object, more: Readonly<Record<string, object>> = {}) => {
  const site = siteInMemory({ ...FILES, ...more, 'pages/en/a.yaml': pageFile({ id: 11, ...values }) } as never);
  return { ...site, page: site.store.get('page', 11)! };
};

const shown = (values: object, more?: Readonly<Record<string, object>>) => {
  const { content, page } = siteWith(values, more);
  return showPage(page, content.translationsOf(page), { lookup: content }) as Record<string, unknown>;
};

it('shows a page with nothing but its title in full, and no key of its file that is not public', () => {
  expect(shown({ slugOverride: true, unpublishAt: LATER, createdAt: TIME })).toEqual({
    id: 11,
    type: 'article',
    title: 'A',
    slug: 'a',
    status: 'published',
    locale: 'en',
    fields: { tone: 'calm' },
    terms: [],
    meta: { created_at: TIME, updated_at: TIME, published_at: TIME },
    translationGroupId: null,
    translations: [],
    seo: { meta_title: null, meta_description: null, og_image: null, canonical_url: null, robots: null },
    regions: {},
  });
});

describe('fields', () => {
  it.each([
    ['a field that the type does not have', { secret: 'x' }, { tone: 'calm' }],
    ['a page that is not public', { see: 'en/hidden' }, { tone: 'calm', see: null }],
    ['a page that is public later', { see: 'en/soon' }, { tone: 'calm', see: null }],
    ['a page that does not exist', { see: 'en/gone' }, { tone: 'calm', see: null }],
    ['a value that does not fit', { summary: 7 }, { tone: 'calm' }],
  ])('never give away %s', (_, fields, expected) => {
    expect(shown({ fields })['fields']).toEqual(expected);
  });

  it('are all there where they fit', () => {
    const fields = { summary: 'Short', tone: 'loud', see: 'en/open' };
    expect(shown({ fields })['fields']).toEqual({ summary: 'Short', tone: 'loud', see: 10 });
  });

  it('are none for a page whose type is gone', () => {
    expect(shown({ type: 'gone', fields: { summary: 'Short' } })).toMatchObject({ fields: {}, regions: {} });
  });

  it('are only those asked for, in the order asked', () => {
    const { content, page } = siteWith({ fields: { summary: 'Short' } });
    const only = ['tone', 'summary', 'nothing', 'constructor'];
    const item = showPageItem(page, { lookup: content, only }) as { fields: object };
    expect(JSON.stringify(item.fields)).toBe('{"tone":"calm","summary":"Short"}');
  });
});

describe('regions', () => {
  it('leave out blocks that are hidden, of a type that is gone or not allowed, and regions the type lacks', () => {
    const quote = { id: 21, type: 'quote', fields: { words: 'Hi', secret: 1 } };
    const picture = { id: 22, type: 'picture', fields: {} };
    const hidden = { id: 23, type: 'quote', fields: {}, hidden: true };
    const gone = { id: 24, type: 'gone', fields: {} };
    const regions = {
      main: [quote, picture, hidden, gone],
      aside: [{ ...picture, id: 25 }],
      footer: [{ ...quote, id: 26 }],
    };
    expect(shown({ regions })['regions']).toEqual({
      main: [{ id: 'pb_21', block_type: 'quote', fields: { words: 'Hi' } }],
      aside: [{ id: 'pb_25', block_type: 'picture', fields: {} }],
    });
  });

  it.each([
    [undefined, { words: 'Slowly' }],
    [{ words: 'Fast' }, { words: 'Fast' }],
  ])('show a reusable block with the overrides %j', (overrides, fields) => {
    const placement = { id: 21, block: 'motto', ...(overrides && { overrides }) };
    expect(shown({ regions: { main: [placement, { id: 22, block: 'gone' }] } })['regions']).toEqual({
      main: [{ id: 'pb_21', block_type: 'quote', fields, is_shared: true, block_id: 4 }],
    });
  });
});

describe('terms', () => {
  const terms = { topics: ['news', 'gone', 'sea', 'news'], gone: ['news'] };

  it('are each shown once, also nested ones, and never those that are gone', () => {
    const { content, page } = siteWith({ terms });
    expect(showTerms(page.data, content)).toEqual([
      { taxonomy: 'topics', term: 'news', weight: 3 },
      { taxonomy: 'topics', term: 'sea', weight: 0 },
    ]);
  });

  it.each([
    [
      7,
      {
        id: 7,
        termId: 7,
        termName: 'Sea',
        termSlug: 'sea',
        taxonomyId: 5,
        taxonomyName: 'Topics',
        taxonomySlug: 'topics',
      },
    ],
    [99, undefined],
  ])('are found on a page by the id %i', (id, expected) => {
    const { content, page } = siteWith({ terms });
    expect(showAdminTerm(page.data, id, content)).toEqual(expected);
  });

  it('are not found on a page that does not have them', () => {
    const { content, page } = siteWith({ terms: { topics: ['news'] } });
    expect(showAdminTerm(page.data, 7, content)).toBeUndefined();
  });
});

describe('search engines', () => {
  it.each([
    [{ canonicalUrl: 'https://a.example/b' }, { canonical_url: 'https://a.example/b' }],
    [{ canonicalUrl: 'javascript:alert(1)' }, { canonical_url: null }],
    [{ robots: 'noindex, nofollow' }, { robots: 'noindex, nofollow' }],
    [{ robots: 'noindex\nSet-Cookie: a=b' }, { robots: null }],
    [{ ogImage: 'https://a.example/b.png' }, { og_image: 'https://a.example/b.png' }],
    [{ ogImage: 'data:text/html,x' }, { og_image: null }],
    [{ ogImage: 'media:gone' }, { og_image: null }],
  ])('are given %j as %j', (seo, expected) => {
    const { content, page } = siteWith({});
    expect(showSeo({ ...page.data, seo }, content)).toMatchObject(expected);
  });
});

it('names the other public pages of its group by locale, and neither itself nor hidden ones', () => {
  const others = {
    'pages/fr/a.yaml': pageFile({ id: 31, title: 'Le A', translationGroup: 'g' }),
    'pages/de/a.yaml': pageFile({ id: 32, title: 'Das A', translationGroup: 'g' }),
    'pages/es/a.yaml': pageFile({ id: 33, title: 'El A', translationGroup: 'g', status: 'draft' }),
    'pages/it/a.yaml': pageFile({ id: 34, title: 'Il A', translationGroup: 'other' }),
  };
  expect(shown({ translationGroup: 'g' }, others)).toMatchObject({
    translationGroupId: 'g',
    translations: [
      { id: 32, locale: 'de', slug: 'a', title: 'Das A' },
      { id: 31, locale: 'fr', slug: 'a', title: 'Le A' },
    ],
  });
});
