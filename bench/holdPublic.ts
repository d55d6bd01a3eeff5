import { numbers } from '../scripts/generate/model.ts';
import { content, post, type Sent } from './holdRequest.ts';

const q = encodeURIComponent;
const heavySlugs = numbers(50).map((id) => `heavy-${id}`);
const everything = 'expand=media,reference,page,term';
const filters = (all: readonly (readonly [string, string])[]): string =>
  all.map(([name, value]) => `filter${q(name)}=${q(value)}`).join('&');

/** Conditions that have to check every page. */
const thirteen = filters(
  ['summary', 'author', 'cover', 'wordCount'].flatMap((name): readonly (readonly [string, string])[] => {
    const value = name === 'cover' || name === 'wordCount' ? '1' : 'e';
    return name === 'cover' || name === 'wordCount'
      ? [
          [`[${name}][gte]`, value],
          [`[${name}][ne]`, '999999'],
          [`[${name}][lte]`, '999999'],
        ]
      : [
          [`[${name}][contains]`, value],
          [`[${name}][ne]`, 'nothing'],
          [`[${name}][gte]`, 'A'],
        ];
  }),
);

const query = (text: string): string => `/api/content/graphql?query=${q(text)}`;
const WHOLE_PAGE =
  'id title slug type locale translationGroupId translations { id locale slug title } fields seo { metaTitle ogImage robots } regions terms { taxonomy term weight } meta { createdAt }';

const ITEM = 'title url pageSlug target children { title url pageSlug target children { title } }';
const reads = (text: string): Pick<Sent, 'by' | 'path'> => ({ by: 'public', path: query(text) });

/** The most expensive public requests. */
export const publicRequests = (): readonly Sent[] => [
  { what: 'sitemap', by: 'public', path: '/sitemap.xml', isFirst: true },
  { what: 'a sitemap part', by: 'public', path: '/sitemap-1.xml', accepts: [404] },
  { what: 'list', ...content('pages?limit=50'), isFirst: true },
  { what: 'list by title', ...content('pages?limit=50&sort=title:asc'), isFirst: true },
  { what: 'list by slug', ...content('pages?limit=50&sort=slug:desc'), isFirst: true },
  { what: 'list, deep', ...content('pages?limit=50&offset=4000') },
  { what: 'list of a term', ...content('pages?limit=50&taxonomy=topics:topic-1'), isFirst: true },
  { what: 'list of a vocabulary', ...content('pages?limit=50&taxonomy=topics'), isFirst: true },
  { what: 'list of heavy pages, expanded', ...content(`pages?type=heavy&limit=20&${everything}`) },
  {
    what: 'list of heavy pages, expanded, too long to be answered',
    ...content(`pages?type=heavy&limit=50&${everything}`),
    accepts: [400],
  },
  {
    what: 'list of heavy pages as HTML, expanded',
    ...content(`pages?type=heavy&limit=20&richtext=html&${everything}`),
    isFirst: true,
  },
  {
    what: 'list of heavy pages as Markdown, expanded',
    ...content(`pages?type=heavy&limit=5&richtext=markdown&${everything}`),
    isFirst: true,
  },
  { what: 'list of heavy pages, one field', ...content('pages?type=heavy&limit=50&fields=tag') },
  { what: 'list of events, expanded', ...content(`pages?type=event&limit=50&${everything}`) },
  { what: 'list, 12 conditions', ...content(`pages?type=article&${thirteen}`), isFirst: true },
  { what: 'list of any type, 12 conditions', ...content(`pages?${thirteen}`), isFirst: true },
  { what: 'list, contains', ...content(`pages?${filters([['[summary][contains]', 'zzz']])}`), isFirst: true },
  {
    what: 'list, contains over heavy texts',
    ...content(
      `pages?${filters([
        ['[body][contains]', 'zzz'],
        ['[pictures][contains]', '7'],
        ['[parts][contains]', 'z'],
      ])}`,
    ),
  },
  {
    what: 'list, in 400',
    ...content(
      `pages?${filters([
        ['[wordCount][in]', numbers(250).join(',').slice(0, 990)],
        ['[author][in]', 'a,'.repeat(490)],
      ])}`,
    ),
  },
  {
    what: 'list, 20 contains of 900',
    ...content(
      `pages?${filters(
        ['summary', 'author', 'website', 'contact', 'sku', 'email', 'colour'].flatMap(
          (name) =>
            [
              [`[${name}][contains]`, 'e'],
              [`[${name}][gt]`, 'A'.repeat(90)],
            ] as const,
        ),
      )}`,
    ),
  },
  { what: 'page', ...content('pages/home'), isFirst: true },
  { what: 'heavy page as HTML, expanded', ...content(`pages/heavy-1?richtext=html&${everything}`) },
  { what: 'page that is not there', ...content(`pages/${'x/'.repeat(100)}y`), accepts: [404] },
  { what: 'huge menu', ...content('menus/huge') },
  { what: 'huge menu, one level', ...content('menus/huge?depth=1') },
  { what: 'terms', ...content('taxonomies/tags/terms') },
  { what: 'terms as a tree', ...content('taxonomies/tree/terms') },
  { what: 'config', ...content('config') },
  { what: 'schemas', ...content('schemas') },
  { what: 'redirects', ...content('redirects') },
  { what: 'tracking scripts', ...content('tracking-scripts') },
  { what: 'tracking scripts of a page', ...content('tracking-scripts?page=heavy-3'), isFirst: true },
  { what: 'media info', ...content('media/50001/info') },
  { what: 'media, original', ...content('media/50001/original') },
  { what: 'media, thumbnail', ...content('media/50001/thumbnail') },
  { what: 'OG picture', ...content('og/home.png') },
  { what: 'search', ...content('search?q=heavy'), isFirst: true },
  { what: 'search, 66 times th', ...content(`search?q=${q('th '.repeat(66).trim())}&limit=50`) },
  {
    what: 'search, 66 beginnings',
    ...content(
      `search?q=${q(
        numbers(66)
          .map((at) => ((at * 17) % 1296).toString(36).padStart(2, 'a'))
          .join(' '),
      )}&limit=50`,
    ),
  },
  { what: 'search in all', ...content('search?q=heavy&in=all'), isFirst: true },
  { what: 'search in all, 66 times th', ...content(`search?q=${q('th '.repeat(66).trim())}&limit=50&in=all`) },
  {
    what: 'search in all, 66 beginnings',
    ...content(
      `search?q=${q(
        numbers(66)
          .map((at) => ((at * 17) % 1296).toString(36).padStart(2, 'a'))
          .join(' '),
      )}&limit=50&in=all`,
    ),
  },
  {
    what: 'search in all, 10 frequent beginnings',
    ...content(`search?q=${q('th an to wi be st co wh ha re')}&limit=50&in=all`),
  },
  {
    what: 'batch of 50 heavy pages, 10 huge menus',
    ...content('batch'),
    ...post({ pages: heavySlugs, menus: numbers(10).map((at) => `${'/'.repeat(at - 1)}huge`) }),
  },
  {
    what: 'batch of one page 50 times',
    ...content('batch'),
    ...post({ pages: Array(50).fill('heavy-1'), menus: Array(10).fill('huge') }),
  },
  {
    what: 'GraphQL, 50 heavy pages whole',
    ...reads(`{ pages(type: "heavy", limit: 50) { data { ${WHOLE_PAGE} } } }`),
    accepts: [200, 400],
    isFirst: true,
  },
  {
    what: 'GraphQL, 50 heavy pages whole (list)',
    ...reads(`{ pages(type: "heavy", limit: 50) { ${WHOLE_PAGE} } }`),
    accepts: [200, 400],
  },
  {
    what: 'GraphQL, heavy pages twice',
    ...reads(
      `{ a: pages(type: "heavy", limit: 50) { fields regions } b: pages(type: "heavy", limit: 50) { fields regions } }`,
    ),
    accepts: [200, 400],
  },
  {
    what: 'GraphQL, heavy pages twice (data)',
    ...reads(
      `{ a: pages(type: "heavy", limit: 50) { data { fields } } b: pages(type: "heavy", limit: 50) { data { fields } } }`,
    ),
    accepts: [200, 400],
  },
  {
    what: 'GraphQL, menus',
    ...reads(`{ a: menu(slug: "huge") { name items { ${ITEM} } } b: menu(slug: "huge") { name items { ${ITEM} } } }`),
    accepts: [200, 400],
  },
  {
    what: 'GraphQL, all menus',
    ...reads(
      '{ a: menus { id name slug } b: menus { id name slug } c: menus { id } d: menus { id } e: menus { id } f: menus { id } }',
    ),
    accepts: [200, 400],
  },
  {
    what: 'GraphQL, terms',
    ...reads(
      '{ a: taxonomy(slug: "tags") { terms { id name slug weight } } b: taxonomy(slug: "tree") { terms { id name slug weight } } }',
    ),
    accepts: [200, 400],
  },
  {
    what: 'GraphQL, ten lists',
    ...reads(
      `{ ${numbers(10)
        .map((at) => `p${at}: pages(limit: 50, offset: ${at}, sort: "title:asc") { title }`)
        .join(' ')} }`,
    ),
    accepts: [200, 400],
  },
  { what: 'OpenAPI', by: 'public', path: '/api/openapi.json', isFirst: true },
  { what: 'docs', by: 'public', path: '/api/docs', isFirst: true },
  { what: 'health', by: 'public', path: '/api/health' },
  { what: 'metrics', by: 'public', path: '/metrics', accepts: [200, 401, 404] },
];
