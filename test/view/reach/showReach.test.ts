import { describe, expect, it } from 'vitest';
import { FEATURES } from '../../../src/features/lists/server.ts';
import { MAX_RECORDS, showReach } from '../../../src/view/reach/showReach.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

const RULES = FEATURES.flatMap(({ reach = [] }) => reach);

type Json = Readonly<Record<string, unknown>>;

const FILES: Readonly<Record<string, Json>> = {
  'content-types/article.yaml': {
    id: 1,
    name: 'Article',
    fieldsSchema: [
      { name: 'see', type: 'page' },
      { name: 'hero', type: 'media' },
    ],
  },
  'pages/en/a.yaml': pageFile({ id: 2, title: 'A' }),
  'pages/en/b.yaml': pageFile({ id: 3, title: 'B', fields: { see: 'en/a', hero: 'sea' } }),
  'pages/en/hidden.yaml': pageFile({ id: 4, title: 'Hidden', status: 'draft', fields: { see: 'en/a' } }),
  'media/sea.yaml': { id: 5, filename: 'sea.jpg', altText: 'Sea' },
  'menus/main.yaml': { id: 6, name: 'Main', items: [{ id: 7, title: 'A', page: 'en/a' }] },
  'taxonomies/topics.yaml': { id: 8, name: 'Topics', terms: [{ id: 9, slug: 'news', name: 'News' }] },
  'tracking-scripts/t.yaml': { id: 10, name: 'T', code: 'x', scope: 'targeted', targetPages: ['a', 'hidden'] },
  'redirects/r.yaml': { id: 11, fromPath: '/old', toPath: '/a' },
  'block-types/quote.yaml': { id: 12, name: 'Quote', fieldsSchema: [] },
  'blocks/motto.yaml': { id: 13, type: 'quote', title: 'Motto', fields: {} },
};

/** What is reached when these files become those; a missing file is gone. */
function reached(changed: Readonly<Record<string, Json | null>>, { knowsMentions = true } = {}) {
  const before = siteInMemory(FILES).content;
  const files = { ...FILES, ...changed };
  const after = siteInMemory(
    Object.fromEntries(Object.entries(files).filter((one): one is [string, Json] => one[1] !== null)),
  );
  const kinds = [
    'page',
    'media',
    'menu',
    'taxonomy',
    'trackingScript',
    'redirect',
    'settings',
    'contentType',
    'blockType',
    'block',
  ] as const;
  const changes = kinds.flatMap((kind) => {
    const ids = [...before.all(kind), ...after.content.all(kind)].map(({ id }) => id);
    return [...new Set(ids)].flatMap((id) => {
      const [was, is] = [before.get(kind, id) ?? null, after.content.get(kind, id) ?? null];
      return JSON.stringify(was?.data) === JSON.stringify(is?.data) && was?.key === is?.key
        ? []
        : [{ kind, before: was, after: is }];
    });
  });
  return showReach(changes, { content: after.content, knowsMentions, rules: RULES });
}

const urlsOf = (...parameters: Parameters<typeof reached>): readonly string[] =>
  (reached(...parameters)?.urls ?? []).map((url) => url.replace('/api/content/', ''));

const A = ['pages/a', 'pages/en/a.json'];
const B = ['pages/b', 'pages/en/b.json'];
const LISTS = ['lists/en/all/1.json', 'lists/en/type/article/1.json', 'pages', 'search', 'search/en.json'];
const SITEMAP = ['/sitemap.xml', 'sitemap', 'sitemap.xml'];
const sorted = (...lists: readonly (readonly string[])[]) => lists.flat().sort();

describe('a page', () => {
  it('that changes its text reaches itself, its lists and the sitemap, and no other page', () => {
    const result = urlsOf({
      'pages/en/b.yaml': pageFile({ id: 3, title: 'B', fields: { see: 'en/a', hero: 'sea' }, seo: { metaTitle: 'X' } }),
    });
    expect([...result].sort()).toEqual(sorted(B, LISTS, SITEMAP));
  });

  it('that changes its title reaches its picture for sharing, and what mentions it', () => {
    const result = urlsOf({ 'pages/en/a.yaml': pageFile({ id: 2, title: 'New' }) });
    expect([...result].sort()).toEqual(sorted(A, B, LISTS, SITEMAP, ['og/a', 'og/a.png', 'og/en/a.png']));
  });

  it('that goes reaches also the menus, scripts and redirects that name it', () => {
    const result = reached({ 'pages/en/a.yaml': null });
    expect(result?.records).toEqual([{ kind: 'page', key: 'en/a', id: 2, change: 'deleted' }]);
    const urls = urlsOf({ 'pages/en/a.yaml': null });
    for (const url of [
      ...A,
      ...B,
      'menus/main',
      'menus/main.json',
      'redirects',
      'redirects.json',
      '/_redirects',
      'tracking-scripts/a.json',
    ])
      expect(urls).toContain(url);
    expect(urls.filter((url) => url.includes('hidden'))).toEqual([]);
  });

  it('that is the first of its locale brings all lists of it, and another one only its own', () => {
    const added = (locale: string) => urlsOf({ [`pages/${locale}/new.yaml`]: pageFile({ id: 90 }) });
    expect(added('fr')).toContain('lists/fr/term/topics/news/1.json');
    expect(added('en').filter((url) => url.includes('/term/'))).toEqual([]);
  });

  it('that is not public reaches nothing', () => {
    expect(reached({ 'pages/en/hidden.yaml': pageFile({ id: 4, title: 'Other', status: 'draft' }) })).toBeNull();
  });

  it('that moves reaches both its addresses', () => {
    const urls = urlsOf({ 'pages/en/a.yaml': null, 'pages/en/moved.yaml': pageFile({ id: 2, title: 'A' }) });
    for (const url of [...A, 'pages/moved', 'pages/en/moved.json', ...B]) expect(urls).toContain(url);
  });
});

describe('another record', () => {
  const SEA = { id: 5, filename: 'sea.jpg', altText: 'Sea' };

  it.each<readonly [string, Readonly<Record<string, Json | null>>, readonly string[]]>([
    [
      'a media item whose text changes reaches its facts and the answers that may show it whole',
      { 'media/sea.yaml': { ...SEA, altText: 'X' } },
      ['media/5/info', 'media/5/info.json', 'pages', 'pages/b'],
    ],
    ['a media item whose folder changes reaches nothing', { 'media/sea.yaml': { ...SEA, folder: 'Water' } }, []],
    [
      'a menu reaches itself alone',
      { 'menus/main.yaml': { id: 6, name: 'X', items: [] } },
      ['menus/main', 'menus/main.json'],
    ],
    [
      'a menu whose new item leads to a hidden page reaches nothing',
      {
        'menus/main.yaml': {
          id: 6,
          name: 'Main',
          items: [
            { id: 7, title: 'A', page: 'en/a' },
            { id: 14, title: 'H', page: 'en/hidden' },
          ],
        },
      },
      [],
    ],
    [
      'a redirect reaches the list of redirects',
      { 'redirects/r.yaml': { id: 11, fromPath: '/old', toPath: '/b' } },
      ['/_redirects', 'redirects', 'redirects.json'],
    ],
    [
      'a redirect to a hidden page reaches nothing',
      { 'redirects/new.yaml': { id: 14, fromPath: '/x', toPath: '/hidden' } },
      [],
    ],
    [
      'a script for some pages reaches them, but no hidden one',
      { 'tracking-scripts/t.yaml': { ...FILES['tracking-scripts/t.yaml'], code: 'y' } },
      ['tracking-scripts', 'tracking-scripts/a.json'],
    ],
    [
      'a script for all pages reaches those with scripts of their own too',
      { 'tracking-scripts/u.yaml': { id: 14, name: 'U', code: 'u' } },
      ['tracking-scripts', 'tracking-scripts.json', 'tracking-scripts/a.json'],
    ],
    [
      'a term that is renamed reaches its vocabulary',
      { 'taxonomies/topics.yaml': { id: 8, name: 'Topics', terms: [{ id: 9, slug: 'news', name: 'New' }] } },
      ['taxonomies/topics/terms', 'taxonomies/topics/terms.json'],
    ],
    [
      'a term that is new reaches its lists',
      {
        'taxonomies/topics.yaml': {
          id: 8,
          name: 'Topics',
          terms: [
            { id: 9, slug: 'news', name: 'News' },
            { id: 14, slug: 'sea', name: 'Sea' },
          ],
        },
      },
      ['lists/en/term/topics/sea/1.json', 'pages', 'taxonomies/topics/terms', 'taxonomies/topics/terms.json'],
    ],
    [
      'a vocabulary that is called otherwise reaches nothing',
      { 'taxonomies/topics.yaml': { id: 8, name: 'X', terms: [{ id: 9, slug: 'news', name: 'News' }] } },
      [],
    ],
    ['a tagline reaches the configuration', { 'site.yaml': { tagline: 'X' } }, ['config', 'config.json']],
    ['a setting of the server alone reaches nothing', { 'site.yaml': { session: { duration: '7d' } } }, []],
    ['a home page reaches everything', { 'site.yaml': { homeSlug: 'a' } }, ['/*']],
    [
      'a block that no page shows reaches nothing',
      { 'blocks/motto.yaml': { id: 13, type: 'quote', title: 'Motto', fields: { a: 1 } } },
      [],
    ],
    [
      'a type of blocks that is called otherwise reaches the schemas',
      { 'block-types/quote.yaml': { id: 12, name: 'X', fieldsSchema: [] } },
      ['schemas', 'schemas.json'],
    ],
  ])('%s', (_, changed, expected) => {
    expect([...urlsOf(changed)].sort()).toEqual([...expected].sort());
  });

  it('whose mentions are not known yet reaches every answer that may show one', () => {
    const urls = urlsOf({ 'media/sea.yaml': null }, { knowsMentions: false });
    for (const url of ['lists/*', 'menus/*', 'pages/*', 'config', 'schemas', 'media/5/*']) expect(urls).toContain(url);
  });
});

describe('very many changes', () => {
  const changesOf = (count: number) => {
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`menus/m${at}.yaml`, { id: at + 1, name: 'M', items: [] }]),
    );
    const { content } = siteInMemory(files);
    return showReach(
      [...content.all('menu')].map((after) => ({ kind: 'menu' as const, before: null, after })),
      { content, knowsMentions: true },
    );
  };

  it.each([
    [200, 200],
    [201, 200],
    [501, 200],
  ])('of %i records are counted all, and %i are listed', (count, listed) => {
    const result = changesOf(count);
    expect(result?.recordCount).toBe(count);
    expect(result?.records).toHaveLength(listed);
    expect(listed).toBeLessThanOrEqual(MAX_RECORDS);
  });

  it('reach the whole site only beyond five hundred', () => {
    expect(changesOf(500)?.urls).toEqual(['/api/content/menus/*']);
    expect(changesOf(501)?.urls).toEqual(['/*']);
  });

  it('of nothing reach nothing', () => {
    expect(changesOf(0)).toBeNull();
  });
});
