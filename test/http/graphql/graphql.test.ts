import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema, printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphqlSchema } from '../../../src/http/graphql/schema.ts';
import { runs } from '../../effort.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const post = (site: Site, body: unknown, headers: Record<string, string> = {}) =>
  site.ask('POST /content/graphql', { body, headers });
const run = async (site: Site, query: string, variables?: object) => {
  const { status, body } = await post(site, { query, ...(variables && { variables }) });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const codesOf = (body: { errors: { extensions: { code: string } }[] }) =>
  body.errors.map(({ extensions }) => extensions.code);

const WHOLE_PAGE = `
  id type title slug status locale fields terms { taxonomy term weight } meta { createdAt updatedAt publishedAt }
  createdAt updatedAt publishedAt translationGroupId translations { id locale slug title }
  seo { metaTitle metaDescription ogImage canonicalUrl robots } regions`;
const ITEM = 'id title url pageSlug target depth attributes';
const TERM = 'id name slug weight fields';

/** A REST object with its keys in camel case, except inside fields, regions and attributes. */
function toCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamel);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      ['fields', 'regions', 'attributes', 'social'].includes(key) ? one : toCamel(one),
    ]),
  );
}

/** The page of the REST interface as GraphQL shows it. */
const asGraphQL = (page: { meta: object }) => ({ ...(toCamel(page) as object), ...(toCamel(page.meta) as object) });

const HIERARCHY = `id: 2
name: Places
hierarchical: true
createdAt: 2026-01-01T00:00:00.000Z
terms:
  - id: 5
    slug: north
    name: North
    children: [{ id: 6, slug: cape, name: Cape, children: [{ id: 7, slug: tip, name: Tip }] }]
`;
const SITE = { ...SMALL_SITE, 'taxonomies/places.yaml': HIERARCHY };

describe('docs/graphql.md', () => {
  it('contains working queries, and the schema that is served', async () => {
    const text = readFileSync('docs/graphql.md', 'utf8');
    const parts = [...text.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, part]) => part!);
    const site = await makeSite(SITE);
    for (const query of parts.slice(0, -1)) expect(Object.keys(await run(site, query)).length).toBeGreaterThan(0);
    expect(parts.length).toBeGreaterThan(1);
    expect(printSchema(buildSchema(parts.at(-1)!))).toBe(printSchema(graphqlSchema()));
  });
});

describe('GraphQL', () => {
  it('returns the same lists as REST for all parameters', async () => {
    const site = await makeSite(SITE);
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const asked = fc.record({
      type: optional(fc.constantFrom('article', 'plain', 'none')),
      taxonomy: optional(fc.constantFrom('topics:news', 'topics:events', 'topics', 'none:none', 'none')),
      locale: optional(fc.constantFrom('en', 'es', 'fr', 'EN')),
      sort: optional(fc.constantFrom('title:asc', 'published_at:desc', 'slug')),
      limit: optional(fc.constantFrom(1, 2, 50, 100)),
      offset: optional(fc.constantFrom(0, 1, 5)),
    });
    await fc.assert(
      fc.asyncProperty(asked, async (args) => {
        const variables = JSON.parse(JSON.stringify(args));
        const { pages } = await run(
          site,
          `query ($type: String, $taxonomy: String, $locale: String, $sort: String, $limit: Int, $offset: Int) {
             pages(type: $type, taxonomy: $taxonomy, locale: $locale, sort: $sort, limit: $limit, offset: $offset) { data { ${WHOLE_PAGE} } meta { total limit offset } }
           }`,
          variables,
        );
        const { body } = await site.ask(`GET /content/pages?${new URLSearchParams(variables)}`);
        const singles = body.data.map(async ({ slug, locale }: { slug: string; locale: string }) => {
          const single = await site.ask(`GET /content/pages/${slug}?locale=${locale}`);
          return asGraphQL(single.body.data);
        });
        expect(pages).toEqual({ data: await Promise.all(singles), meta: body.meta });
      }),
      { numRuns: runs(25) },
    );
  });

  it('SEC-36 returns lists of hundreds of items whole and in order, group by group', async () => {
    const terms = Array.from({ length: 350 }, (_, at) => `  - { id: ${at + 1}, slug: term-${at}, name: Term ${at} }\n`);
    const tags = `id: 1\nname: Tags\nterms:\n${terms.join('')}`;
    const site = await makeSite({ ...SITE, 'taxonomies/tags.yaml': tags });
    const { body } = await site.ask('GET /content/taxonomies/tags/terms');
    const data = await run(site, `{ taxonomy(slug: "tags") { terms { ${TERM} } } }`);
    expect(data.taxonomy.terms).toEqual(body.data);
    expect(data.taxonomy.terms).toHaveLength(350);
  });

  it('returns a page, menus, taxonomies and the settings like REST', async () => {
    const site = await makeSite(SITE);
    const rest = async (path: string) => (await site.ask(`GET /content/${path}`)).body.data;
    const data = await run(
      site,
      `{ page(slug: "home") { ${WHOLE_PAGE} }
         menu(slug: "main") { id name slug items { ${ITEM} children { id } } }
         menus { slug items { title } }
         taxonomy(slug: "places") { id name slug description hierarchical terms { ${TERM} children { ${TERM} children { ${TERM} children { id } } } } }
         taxonomies { slug terms { slug children { slug } } }
         config { siteName tagline logo footer { text } social defaultLocale supportedLocales } }`,
    );
    expect(data.page).toEqual(asGraphQL(await rest('pages/home')));
    const withDepth = (item: object) => ({ ...item, depth: 0 });
    const menu = toCamel(await rest('menus/main')) as { items: object[] };
    expect(data.menu).toEqual({ ...menu, items: menu.items.map(withDepth) });
    expect(data.menus).toEqual([{ slug: 'main', items: [{ title: 'About' }, { title: 'Elsewhere' }] }]);
    expect(data.taxonomy).toEqual({
      id: 2,
      name: 'Places',
      slug: 'places',
      description: null,
      hierarchical: true,
      terms: await rest('taxonomies/places/terms'),
    });
    expect(data.taxonomies).toEqual([
      {
        slug: 'topics',
        terms: [
          { slug: 'news', children: [] },
          { slug: 'events', children: [] },
        ],
      },
      { slug: 'places', terms: [{ slug: 'north', children: [{ slug: 'cape' }] }] },
    ]);
    expect(await rest('config')).toMatchObject(data.config);
  });

  it('answers null for missing and hidden things', async () => {
    const site = await makeSite(SITE);
    expect(
      await run(
        site,
        `{ a: page(slug: "secret") { id } b: page(slug: "none") { id } c: page(slug: "inicio") { id } d: page(slug: "inicio", locale: "es") { id }
           menu(slug: "none") { id } taxonomy(slug: "none") { id } }`,
      ),
    ).toEqual({ a: null, b: null, c: null, d: { id: 2 }, menu: null, taxonomy: null });
  });

  it('accepts GET with variables and an operation name, cached like any public answer, and refuses mutations', async () => {
    const site = await makeSite(SITE);
    const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
      site.ask(`GET /content/graphql?${new URLSearchParams(parameters)}`, { headers });
    const query = 'query A($slug: String!) { page(slug: $slug) { id } } query B { menus { id } }';
    const variables = JSON.stringify({ slug: 'home' });
    const { status, body, headers } = await get({ query, variables, operationName: 'A' });
    expect([status, body]).toEqual([200, { data: { page: { id: 1 } } }]);
    expect(headers.get('cache-control')).toBe('public, max-age=60, s-maxage=600, stale-while-revalidate=3600');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('vary')).toBe('Accept-Encoding, Accept, Quire-Ref');
    const again = await get({ query, variables, operationName: 'A' }, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const partly = await get({ query: '{ menus { id } pages(limit: 0) { data { id } } }' });
    expect([partly.status, partly.body.errors.length]).toEqual([200, 1]);
    expect(partly.headers.get('cache-control')).toBe('private, no-store');
    const typed = await get({ query: '{ menus { id } }' }, { accept: 'application/graphql-response+json' });
    expect(typed.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    for (const wrong of [
      { query: 'mutation { page(slug: "home") { id } }' },
      { query, variables },
      { query, operationName: 'C' },
      { query: '{ page', variables },
      { query: '{ menus { id } }', variables: '{' },
      { query: '{ menus { id } }', variables: '5' },
      { query: '' },
    ]) {
      const refused = await get(wrong);
      expect([wrong, refused.status, codesOf(refused.body), refused.body.data]).toEqual([
        wrong,
        400,
        ['VALIDATION'],
        undefined,
      ]);
      expect(refused.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(site.newCommits()).toEqual([]);
  });

  it('reports problems of a request in GraphQL’s format', async () => {
    const site = await makeSite(SITE);
    for (const body of [
      {},
      [],
      [{ query: '{ menus { id } }' }],
      { query: 5 },
      { query: '{ menus { id } }', variables: 5 },
      { query: '{ menus { id } }', variables: [] },
      { query: '{ menus { id } }', operationName: 5 },
      { query: '{ menus { nothing } }' },
      { query: '{ page { id } }' },
      { query: 'query ($slug: String!) { page(slug: $slug) { id } }' },
      { query: 'query ($slug: String!) { page(slug: $slug) { id } }', variables: { slug: 5 } },
      { query: 'fragment F on Page { id }' },
    ]) {
      const { status, body: answer } = await post(site, body);
      expect([body, status, codesOf(answer), answer.data]).toEqual([body, 400, ['VALIDATION'], undefined]);
    }
    const { status, body } = await post(site, { query: '{ pages(sort: "secret:up") { data { id } } menus { slug } }' });
    expect([status, body.data, codesOf(body)]).toEqual([200, null, ['VALIDATION']]);
    expect(body.errors[0].path).toEqual(['pages']);
    const paged = await post(site, { query: '{ pages(limit: 0, offset: -1) { data { id } } }' });
    expect(paged.body.errors[0].message).toBe('limit must be at least 1; offset must be at least 0');
    const long = await post(site, { query: `{ menus { id } }${' '.repeat(64 * 1024)}` });
    expect([long.status, long.body.errors]).toEqual([
      413,
      [{ message: 'The body must be at most 64 KiB', extensions: { code: 'PAYLOAD_TOO_LARGE' } }],
    ]);
  });

  it('treats an empty operation name as none, in a body and in an address', async () => {
    const site = await makeSite(SITE);
    const request = { query: 'query A { config { siteName } }', operationName: '' };
    const get = await site.ask(`GET /content/graphql?${new URLSearchParams(request)}`);
    expect([get.status, get.body.data]).toEqual([200, { config: { siteName: expect.any(String) } }]);
    expect((await post(site, request)).body).toEqual(get.body);
  });

  it('reports problems of the parameters of a GET in GraphQL’s format', async () => {
    const site = await makeSite(SITE);
    const twice = await site.ask('GET /content/graphql?query={menus{id}}&query={menus{id}}&variables={}&variables={}');
    expect([twice.status, twice.body]).toEqual([
      400,
      {
        errors: ['query', 'variables'].map((name) => ({
          message: `${name} must be given only once`,
          extensions: { code: 'VALIDATION' },
        })),
      },
    ]);
    expect(twice.headers.get('cache-control')).toBe('private, no-store');
    const unknown = await site.ask('GET /content/graphql?query={menus{slug}}&other=1&other=2');
    expect([unknown.status, unknown.body.data.menus.length]).toEqual([200, 1]);
  });
});

it('reports an invalid body in GraphQL’s format', async () => {
  const site = await makeSite(SITE);
  const rows = [
    ['{', 'application/json', 400, 'VALIDATION'],
    ['\xff', 'application/json', 400, 'VALIDATION'],
    ['', 'application/json', 400, 'VALIDATION'],
    ['{ menus { id } }', 'application/graphql', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{"query":"{ menus { id } }"}', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const;
  for (const [text, type, status, code] of rows) {
    const body = Buffer.from(text, 'latin1');
    for (const _ of [1, 2, 3]) {
      const headers = { 'Content-Type': type };
      const reply = await fetch(`${site.url}/api/content/graphql`, { method: 'POST', headers, body });
      const answer = (await reply.json()) as { errors: { message: string }[] };
      expect([text, reply.status, answer]).toEqual([
        text,
        status,
        { errors: [{ message: expect.any(String), extensions: { code } }] },
      ]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  }
});

it('reports a wrong method and too many requests in GraphQL’s format', async () => {
  const site = await makeSite(SITE, { env: { RATE_LIMIT_PUBLIC: '1' } });
  const other = await fetch(`${site.url}/api/content/graphql`, { method: 'DELETE' });
  const answer = (await other.json()) as object;
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  expect(answer).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'METHOD_NOT_ALLOWED' } }] });
  const query = { query: '{ config { siteName } }' };
  expect((await post(site, query)).status).toBe(200);
  const { status, headers, body } = await post(site, query);
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(body).toEqual({ errors: [{ message: expect.any(String), extensions: { code: 'RATE_LIMITED' } }] });
});

describe('the answers of GraphQL', () => {
  it('have the media type that each caller accepts, also from memory', async () => {
    const site = await makeSite(SITE);
    for (const _ of [1, 2, 3]) {
      for (const type of ['application/json', 'application/graphql-response+json']) {
        const { headers, body } = await post(site, { query: '{ config { siteName } }' }, { Accept: type });
        expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
        expect(body.data.config.siteName).toEqual(expect.any(String));
      }
    }
  });

  const titles = (site: Site) => run(site, '{ pages(sort: "title:asc") { data { title fields } } }');

  it('SEC-21 follow every write and the clock at once', async () => {
    const soon = 'id: 9\ntype: plain\ntitle: Soon\nstatus: published\nscheduledAt: 2026-02-01T12:00:30.000Z\n';
    const site = await makeSite({ ...SITE, 'pages/en/soon.yaml': soon });
    const before = await titles(site);
    expect(before.pages.data.map(({ title }: { title: string }) => title)).toEqual(['About us', 'Home']);
    expect(await titles(site)).toEqual(before);
    site.setTime('2026-02-01T12:00:30.000Z');
    expect((await titles(site)).pages.data.at(-1).title).toBe('Soon');
    site.setTime('2026-02-01T12:00:00.000Z');
    expect(await titles(site)).toEqual(before);
    await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Changed' } });
    expect((await titles(site)).pages.data[0].title).toBe('Changed');
  });

  it('depend on the variables and the operation name', async () => {
    const site = await makeSite(SITE);
    const query =
      'query A($slug: String!) { page(slug: $slug) { title } } query B($slug: String!) { page(slug: $slug) { id } }';
    const ask = async (operationName: string, slug: string) =>
      (await post(site, { query, operationName, variables: { slug } })).body.data.page;
    for (let round = 0; round < 2; round += 1) {
      expect(await ask('A', 'home')).toEqual({ title: 'Home' });
      expect(await ask('B', 'home')).toEqual({ id: 1 });
      expect(await ask('A', 'about')).toEqual({ title: 'About us' });
    }
  });
});

describe('the limits of GraphQL', () => {
  const nested = (levels: number, inner = 'id') => `${'{ children '.repeat(levels)}{ ${inner} }${' }'.repeat(levels)}`;
  const refusalOf = async (site: Site, query: string): Promise<string> => {
    const { status, body } = await post(site, { query });
    return `${status} ${body.errors?.[0]?.message ?? 'runs'}`;
  };

  it('SEC-31 allow every query that readers need, and refuse those that only wear the server out', async () => {
    const site = await makeSite(SITE);
    const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: id`).join(' ');
    const roots = (count: number) => Array.from({ length: count }, () => 'menus { id }').join(' ');
    const rootFields = (count: number) =>
      ['page(slug: "home") { id }', 'config { siteName }', 'taxonomies { id }'].slice(0, count).join(' ');
    const whole = `pages(limit: 50) { data { ${WHOLE_PAGE} } meta { total limit offset } }`;
    for (const [query, outcome] of [
      [`{ a: ${whole} b: ${whole} }`, /^200 runs/],
      [`{ a: ${whole} b: ${whole} c: ${whole} d: ${whole} }`, /^400 The operation has \d+ values/],
      [
        `{ a: ${whole} b: ${whole} c: ${whole} d: ${whole} pages(limit: -1000000) { data { id } } }`,
        /^400 The operation has \d+ values/,
      ],
      [`{ constructor { id } }`, /^400 Cannot query field/],
      [`{ menu(slug: "main") { items ${nested(30)} } }`, /^200 runs/],
      [`{ page(slug: "home") { ${aliases(15)} } }`, /^200 runs/],
      [`{ page(slug: "home") { ${aliases(16)} } }`, /^400 The operation has 16 aliases/],
      [`{ page(slug: "home") { ${'id '.repeat(16)} } }`, /^200 runs/],
      [
        `{ page(slug: "home") { ${'id '.repeat(10)} terms { ${'term '.repeat(8)} } } }`,
        /^400 The operation has 16 aliases/,
      ],
      [`{ ${rootFields(3)} ${roots(7)} }`, /^200 runs/],
      [`{ ${rootFields(3)} ${roots(8)} }`, /^400 The operation has 11 fields at its root/],
      [
        `{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ${roots(6)} }`,
        /^400 The operation has 12 fields/,
      ],
      [
        `{ __schema { types { fields { type { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } }`,
        /^200 runs/,
      ],
      [`{ menus ${'{ items '.repeat(12)} { id } ${'}'.repeat(12)} }`, /^400/],
      [
        `{ page(slug: "home") { ${'id '.repeat(1001)} } }`,
        /^400 Syntax Error: Document contains more that 1000 tokens/,
      ],
      [`{ menu(slug: "main") { items ${nested(20_000)} } }`, /^(400|413)/],
      [
        `{ page(slug: "home") { ...A } } fragment A on Page { ...B } fragment B on Page { ...A }`,
        /^400 Cannot spread fragment/,
      ],
    ] as const)
      expect([query.slice(0, 80), await refusalOf(site, query)]).toEqual([
        query.slice(0, 80),
        expect.stringMatching(outcome),
      ]);
    const large = await post(site, { query: `{ menus { id } } # ${'x'.repeat(65_536)}` });
    expect([large.status, codesOf(large.body), large.body.data]).toEqual([413, ['PAYLOAD_TOO_LARGE'], undefined]);
  });

  it('SEC-31 keep a depth of ten levels', async () => {
    const site = await makeSite(SITE);
    const messages = async (query: string) =>
      (await post(site, { query })).body.errors?.map(({ message }: { message: string }) => message) ?? [];
    const levels = (count: number) => `${'{ items '.repeat(count)}${'}'.repeat(count)}`;
    const tooDeep = 'The operation has 11 levels of fields; at most 10 are allowed';
    expect(await messages(`{ menus ${levels(10)} }`)).toContain(tooDeep);
    expect(
      await messages(`{ ...A } fragment A on Query { menus { ...B } } fragment B on Menu ${levels(10)}`),
    ).toContain(tooDeep);
    expect(await messages(`{ menus ${levels(9)} }`)).not.toContain(tooDeep);
  });

  it('SEC-31 allow introspection and suggestions in development, and not in production', async () => {
    const introspection = '{ __schema { queryType { name } } }';
    const open = await makeSite(SITE);
    expect((await post(open, { query: introspection })).body.data.__schema.queryType.name).toBe('Query');
    expect((await post(open, { query: '{ menuz { id } }' })).body.errors[0].message).toContain('Did you mean');
    await open.stop();
    const closed = await makeSite(SITE, { env: { NODE_ENV: 'production' } });
    expect((await post(closed, { query: introspection })).status).toBe(400);
    expect((await post(closed, { query: '{ menuz { id } }' })).body.errors[0].message).not.toContain('Did you mean');
    expect((await post(closed, { query: '{ menus { id __typename } }' })).status).toBe(200);
    await closed.stop();
    const opened = await makeSite(SITE, { env: { NODE_ENV: 'production', GRAPHQL_INTROSPECTION: 'true' } });
    expect((await post(opened, { query: introspection })).status).toBe(200);
  });
});
