import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, QuireError } from '../../src/client/index.ts';
import { type ClientSite, makeClientSite } from './clientSite.ts';

let both: ClientSite;
beforeAll(async () => {
  both = await makeClientSite();
});

type Call = (client: Client) => Promise<unknown>;
/** A call, the part of its answer to check, and the expected value; the whole answer must be the same from both. */
type Row = readonly [name: string, call: Call, expected: unknown];

const slugs =
  (call: (client: Client) => ReturnType<Client['pages']>): Call =>
  async (client) => {
    const { data, meta } = await call(client);
    return [meta.total, ...data.map(({ slug }) => slug.replace('notes/note-', ''))];
  };
const caught =
  (call: Call): Call =>
  (client) =>
    call(client).then(
      () => 'no error',
      (error) => (error instanceof QuireError ? [error.status, error.errors[0]?.code, error.errors[0]?.path] : error),
    );

const ROWS: readonly Row[] = [
  ['a page as the site shows it', async (c) => (await c.page('home'))?.fields['body'], '<p>Hello &amp; welcome</p>'],
  [
    'a page with what it points at',
    async (c) => (await c.page('home'))?.fields['cover'],
    expect.objectContaining({ id: 5, alt: 'A leaflet' }),
  ],
  [
    'a link of a page',
    async (c) => (await c.page('home'))?.fields['go'],
    expect.objectContaining({ url: '/notes/note-3' }),
  ],
  [
    'a page that is asked for as the site shows it',
    async (c) => (await c.page('home', { expand: ['term', 'media'], richtext: 'html' }))?.title,
    'Home, où la mer',
  ],
  [
    'some fields of a page',
    async (c) => Object.keys((await c.page('home', { fields: ['topic', 'summary'] }))?.fields ?? {}).sort(),
    ['summary', 'topic'],
  ],
  ['a page in another language', async (c) => (await c.page('inicio', { locale: 'es' }))?.id, 2],
  [
    'a page whose slug is not ASCII, its language in another case',
    async (c) => (await c.page('início', { locale: 'PT-br' }))?.id,
    3,
  ],
  ['no page', (c) => c.page('nowhere'), null],
  ['no page for a draft', (c) => c.page('secret'), null],
  ['no page for nothing', (c) => c.page(''), null],
  ['no page for an address that leads elsewhere', (c) => c.page('../config'), null],
  ['the first pages', slugs((c) => c.pages({ limit: 3 })), [71, '70', '69', '68']],
  ['pages across two files', slugs((c) => c.pages({ limit: 4, offset: 48 })), [71, '24', '23', '22', '21']],
  ['pages behind the end', slugs((c) => c.pages({ offset: 500 })), [71]],
  [
    'more pages than there may be',
    async (c) => (await c.pages({ limit: 1000 })).meta,
    { total: 71, limit: 50, offset: 0 },
  ],
  ['pages as many as nobody says', async (c) => (await c.pages()).data.length, 20],
  ['pages of a type', slugs((c) => c.pages({ type: 'article' })), [1, 'home']],
  ['pages of no type', slugs((c) => c.pages({ type: 'recipe' })), [0]],
  ['pages of a language', slugs((c) => c.pages({ locale: 'es' })), [1, 'inicio']],
  ['pages with a term', slugs((c) => c.pages({ taxonomy: 'topics:tides', limit: 2 })), [35, '70', '68']],
  ['pages with a term that is not there', slugs((c) => c.pages({ taxonomy: 'topics:none' })), [0]],
  ['pages with any term', slugs((c) => c.pages({ taxonomy: 'topics', limit: 1 })), [70, '70']],
  ['pages with any term of no vocabulary', slugs((c) => c.pages({ taxonomy: 'moods' })), [0]],
  [
    'pages of a type with a term',
    slugs((c) => c.pages({ type: 'note', taxonomy: 'topics:tides', limit: 1 })),
    [35, '70'],
  ],
  [
    'pages by title, as people count',
    slugs((c) => c.pages({ type: 'note', sort: 'title:asc', limit: 3, offset: 8 })),
    [70, '9', '10', '11'],
  ],
  ['pages by slug', slugs((c) => c.pages({ type: 'note', sort: 'slug', limit: 3 })), [70, '1', '10', '11']],
  ['pages by time, ties by id', slugs((c) => c.pages({ sort: 'created_at:desc', limit: 3 })), [71, 'home', '1', '2']],
  ['pages by ids', slugs((c) => c.pages({ ids: [103, 1, 999, 110] })), [3, 'home', '10', '3']],
  ['pages by no ids', slugs((c) => c.pages({ ids: [] })), [0]],
  ['pages by ids among conditions', slugs((c) => c.pages({ filter: { id: { in: [103, 101] } } })), [2, '3', '1']],
  [
    'pages whose field is',
    slugs((c) => c.pages({ filter: { presence: 'winter', isNew: true } })),
    [4, '70', '67', '64', '61'],
  ],
  [
    'pages whose field is not',
    slugs((c) => c.pages({ type: 'note', filter: { isNew: { ne: false } }, limit: 1 })),
    [10, '70'],
  ],
  ['pages whose number is between', slugs((c) => c.pages({ filter: { count: { gt: 9, lte: 11 } } })), [2, '11', '10']],
  ['pages whose time is before', slugs((c) => c.pages({ filter: { seen: { lt: '2025-11-06' } } })), [2, '2', '1']],
  [
    'pages whose time is this moment in another zone',
    slugs((c) => c.pages({ filter: { seen: '2025-11-03T11:00:00+02:00' } })),
    [1, '1'],
  ],
  ['pages whose list holds', slugs((c) => c.pages({ filter: { months: { contains: 'M7' } } })), [2, '70', '7']],
  ['pages whose value is one of', slugs((c) => c.pages({ filter: { count: { in: [1, 5] } } })), [2, '5', '1']],
  ['pages that point at a media item', slugs((c) => c.pages({ type: 'article', filter: { cover: 5 } })), [1, 'home']],
  [
    'pages that point at a term',
    slugs((c) => c.pages({ type: 'article', filter: { topic: { in: [2, 3] } } })),
    [1, 'home'],
  ],
  [
    'some fields of pages',
    async (c) => (await c.pages({ type: 'note', fields: ['count'], limit: 1 })).data[0]?.fields,
    { count: 70 },
  ],
  ['a menu', async (c) => (await c.menu('main'))?.items[0]?.children[0]?.url, '/deep'],
  ['the top level of a menu', async (c) => (await c.menu('main', { depth: 1 }))?.items[0]?.children, []],
  ['no menu', (c) => c.menu('none'), null],
  ['terms', async (c) => (await c.terms('topics'))?.[0]?.children?.[0]?.slug, 'tides'],
  ['no terms', (c) => c.terms('moods'), null],
  [
    'a media item',
    async (c) => (await c.media(5))?.url,
    expect.stringMatching(/^\/api\/content\/media\/5\/original\.txt\?v=/),
  ],
  ['no media item', (c) => c.media(6), null],
  [
    'the settings',
    (c) => c.config(),
    expect.objectContaining({
      siteName: 'Client site',
      homeSlug: 'home',
      static: { expand: ['media', 'term'], richtext: 'html' },
    }),
  ],
  [
    'what a search finds without accents',
    async (c) => (await c.search('ou mer')).data.map(({ slug, description }) => [slug, description]),
    [['home', 'Where the sea is.']],
  ],
  [
    'what a search finds by beginnings, in all languages',
    async (c) => (await c.search('ini')).data.map(({ locale }) => locale).sort(),
    ['es', 'pt-BR'],
  ],
  [
    'what a search finds in one language',
    async (c) => (await c.search('ini', { locale: 'es' })).meta,
    { total: 1, query: 'ini' },
  ],
  ['what a search finds of a type', async (c) => (await c.search('note', { type: 'note', limit: 2 })).meta.total, 70],
  ['what a search finds in descriptions', async (c) => (await c.search('sea', { in: 'all' })).data.length, 1],
  ['nothing that a search finds', async (c) => (await c.search('sea')).data, []],
  [
    'several pages and menus',
    (c) => c.batch({ pages: ['home', 'nowhere', 'notes/note-7'], menus: ['main', 'none'] }),
    {
      pages: { home: expect.objectContaining({ id: 1 }), 'notes/note-7': expect.objectContaining({ id: 107 }) },
      menus: { main: expect.objectContaining({ id: 1 }) },
    },
  ],
  [
    'several pages of another language',
    async (c) => Object.keys((await c.batch({ pages: ['inicio', 'home'] }, { locale: 'es' })).pages),
    ['inicio'],
  ],
  ['a limit that is none', caught((c) => c.pages({ limit: 0 })), [400, 'VALIDATION', ['limit']]],
  ['an offset that is none', caught((c) => c.pages({ offset: -1 })), [400, 'VALIDATION', ['offset']]],
  ['an order that is none', caught((c) => c.pages({ sort: 'mood' as 'title' })), [400, 'VALIDATION', ['sort']]],
  [
    'an operator that is none',
    caught((c) => c.pages({ filter: { count: { over: 3 } as object } })),
    [400, 'VALIDATION', ['filter', 'count', 'over']],
  ],
  ['a language that is none', caught((c) => c.page('home', { locale: 'x' })), [400, 'VALIDATION', ['locale']]],
  ['a search for one letter', caught((c) => c.search('s')), [400, 'VALIDATION', ['q']]],
];

describe('clients of a server and of an export give the same results', () => {
  it.each(ROWS)('%s', async (_, call, expected) => {
    const [served, exported] = [await call(both.server), await call(both.exported)];
    expect(served).toEqual(expected);
    expect(exported).toEqual(served);
  });
});
