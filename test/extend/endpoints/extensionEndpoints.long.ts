import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '../../../src/extend/endpoint.ts';
import { endpoint } from '../../../src/extend/endpoint.ts';
import { defineExtension } from '../../../src/extend/extension.ts';
import { conflict, forbidden, invalid, notFound } from '../../../src/extend/index.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const siteWith = (
  endpoints: readonly EndpointDefinition[],
  options: Parameters<typeof makeSite>[1] = {},
): Promise<Site> =>
  makeSite(SMALL_SITE, {
    extensions: () => [defineExtension({ name: 'shop', version: '1.0.0', endpoints })],
    ...options,
  });

const RENAME = { title: 'About them', type: 'plain' };

describe('what an endpoint answers', () => {
  it('is what its handler returns, in the envelope, with values that passed its schemas', async () => {
    const site = await siteWith([
      endpoint(
        'GET',
        '/near/:place',
        { access: 'public', query: { lat: 'number', 'within?': 'integer', unit: { type: 'string', default: 'km' } } },
        ({ params, query }) => ({ params, query }),
      ),
    ]);
    expect(await site.ask('GET /x/shop/near/harbour?lat=1.5')).toMatchObject({
      status: 200,
      body: { data: { params: { place: 'harbour' }, query: { lat: 1.5, unit: 'km' } } },
    });
    expect((await site.ask('GET /x/shop/near/harbour?lat=x&within=1.5')).body.errors).toMatchObject([
      { code: 'VALIDATION', path: ['lat'] },
      { code: 'VALIDATION', path: ['within'] },
    ]);
    expect((await site.ask('GET /x/shop/near/harbour')).body.errors).toMatchObject([{ path: ['lat'] }]);
    expect((await site.ask('GET /x/shop/near/harbour?lat=1&widthin=3')).body.errors).toMatchObject([
      { code: 'VALIDATION', path: ['widthin'] },
    ]);
    expect((await site.ask('PUT /x/shop/near/harbour')).status).toBe(405);
    expect((await site.ask('GET /x/shop/none')).status).toBe(404);
  });

  it('reads a body by its schema, and tells which keys it does not know', async () => {
    const body = { type: 'object', properties: { name: { type: 'string', maxLength: 5 } }, required: ['name'] };
    const site = await siteWith([endpoint('POST', '/ask', { access: 'public', body }, (call) => call.body)]);
    expect((await site.ask('POST /x/shop/ask', { body: { name: 'Ada', nmae: 1 } })).body).toEqual({
      data: { name: 'Ada' },
      meta: { ignored: [['nmae']] },
    });
    expect((await site.ask('POST /x/shop/ask', { body: { name: 'Too long' } })).body.errors).toMatchObject([
      { path: ['name'] },
    ]);
    expect((await site.ask('POST /x/shop/ask', { body: {} })).body.errors).toMatchObject([{ path: ['name'] }]);
  });

  it('is an error that its handler made, or one without details', async () => {
    const ERRORS: Readonly<Record<string, () => unknown>> = {
      gone: () => {
        throw notFound('Place');
      },
      wrong: async () => {
        throw invalid([{ path: ['lat'], message: 'must be within ±90' }]);
      },
      taken: () => {
        throw conflict({ message: 'is taken' }, ['name']);
      },
      closed: () => {
        throw forbidden({ message: 'Only on Sundays' });
      },
      // As a second copy of the package makes it.
      copy: () => {
        throw Object.assign(new Error('x'), {
          name: 'CmsError',
          code: 'NOT_FOUND',
          details: [{ path: [], message: 'y' }],
        });
      },
      bug: () => {
        throw new Error('secret');
      },
      late: async () => {
        throw new TypeError('secret');
      },
      odd: () => {
        throw { toString: () => Symbol('secret') };
      },
      pretended: () => {
        throw Object.assign(new Error('secret'), { name: 'CmsError', code: 'INTERNAL_ERROR', details: 5 });
      },
    };
    const site = await siteWith([
      endpoint('GET', '/:kind', { access: 'public' }, ({ params }) => ERRORS[params['kind'] ?? '']?.()),
    ]);
    const errorOf = async (kind: string) => {
      const { status, body } = await site.ask(`GET /x/shop/${kind}`);
      return [status, ...body.errors];
    };
    expect(await errorOf('gone')).toEqual([404, { code: 'NOT_FOUND', message: 'Place not found' }]);
    expect(await errorOf('wrong')).toEqual([400, { code: 'VALIDATION', path: ['lat'], message: 'must be within ±90' }]);
    expect(await errorOf('taken')).toEqual([409, { code: 'CONFLICT', path: ['name'], message: 'is taken' }]);
    expect(await errorOf('closed')).toEqual([403, { code: 'FORBIDDEN', message: 'Only on Sundays' }]);
    expect(await errorOf('copy')).toEqual([404, { code: 'NOT_FOUND', message: 'y' }]);
    for (const kind of ['bug', 'late', 'odd', 'pretended'])
      expect(await errorOf(kind)).toEqual([500, { code: 'INTERNAL_ERROR', message: 'Something went wrong' }]);
  });

  it('is refused if it is not JSON, too large, or too late', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const VALUES: Readonly<Record<string, unknown>> = {
      cyclic,
      nothing: undefined,
      map: new Map(),
      nan: { deep: [Number.NaN] },
      function: { run: () => 1 },
      big: 1n,
      huge: 'x'.repeat(6_000_000),
      endless: new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 31 : 'x') }),
      trap: {
        get secret() {
          throw new Error('secret');
        },
      },
    };
    const site = await siteWith([
      endpoint('GET', '/:kind', { access: 'public' }, ({ params }) => VALUES[params['kind'] ?? '']),
    ]);
    for (const kind of Object.keys(VALUES))
      expect([kind, (await site.ask(`GET /x/shop/${kind}`)).status]).toEqual([kind, 500]);
    expect((await site.ask('GET /content/config')).status).toBe(200);
  });

  it('is a copy: what happens to the value afterwards does not change it', async () => {
    const list = [{ n: 1 }];
    const site = await siteWith([
      endpoint('GET', '/list', { access: 'public' }, () => ({ list, at: new Date(NOW), none: undefined })),
    ]);
    const first = await site.ask('GET /x/shop/list');
    expect(first.body.data).toEqual({ list: [{ n: 1 }], at: NOW });
    list[0]!.n = 2;
    for (let round = 0; round < 2; round += 1) await site.ask('GET /x/shop/list');
    expect((await site.ask('GET /x/shop/list')).headers.get('etag')).not.toBe('');
  });
});

describe('public answers', () => {
  it('are kept until the content changes, and are never stale', async () => {
    let runs = 0;
    const site = await siteWith([
      endpoint('GET', '/titles', { access: 'public' }, ({ content }) => {
        runs += 1;
        return content.pages().map(({ title }) => title);
      }),
    ]);
    const read = () => site.ask('GET /x/shop/titles');
    const before = await read();
    expect(before.body.data).toEqual(['About us', 'Home']);
    expect(before.headers.get('cache-control')).toBe(
      (await site.ask('GET /content/pages')).headers.get('cache-control'),
    );
    expect(before.headers.get('access-control-allow-origin')).toBe('*');
    for (let round = 0; round < 5; round += 1) await read();
    expect(runs).toBeLessThan(5);
    const etag = before.headers.get('etag') ?? '';
    expect((await site.ask('GET /x/shop/titles', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await site.ask('PATCH /admin/pages/3', { as: 'editor', body: RENAME })).status).toBe(200);
    expect((await read()).body.data).toEqual(['About them', 'Home']);
    expect((await site.ask('GET /x/shop/titles', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('are made anew if they depend on the time or on something outside', async () => {
    let runs = 0;
    const count = (answer: unknown): unknown => {
      runs += 1;
      return answer;
    };
    const site = await siteWith([
      endpoint('GET', '/now', { access: 'public' }, ({ now }) => count(now)),
      endpoint('GET', '/outside', { access: 'public' }, async () => count('Sunny')),
      endpoint('POST', '/send', { access: 'public' }, () => count('Sent')),
    ]);
    expect((await site.ask('GET /x/shop/now')).body.data).toBe(NOW);
    site.setTime('2026-02-01T12:30:00.000Z');
    expect((await site.ask('GET /x/shop/now')).body.data).toBe('2026-02-01T12:30:00.000Z');
    runs = 0;
    for (const call of ['GET /x/shop/outside', 'POST /x/shop/send'])
      for (let round = 0; round < 4; round += 1) expect((await site.ask(call)).status).toBe(200);
    expect(runs).toBe(8);
    expect((await site.ask('GET /x/shop/now')).headers.get('cache-control')).toContain('public');
    const sent = await Promise.all(Array.from({ length: 4 }, () => site.ask('POST /x/shop/send')));
    expect([runs, sent[0]!.headers.get('cache-control')]).toEqual([13, 'private, no-store']);
  });

  it('are counted as public reads', async () => {
    const site = await siteWith(
      [endpoint('GET', '/a', { access: 'public' }, () => 1), endpoint('POST', '/b', { access: 'public' }, () => 1)],
      { env: { RATE_LIMIT_PUBLIC: '3' } },
    );
    const call = async (line: string) => (await site.ask(line)).status;
    expect([await call('GET /x/shop/a'), await call('POST /x/shop/b')]).toEqual([200, 200]);
    expect((await site.ask('POST /x/shop/b')).headers.get('ratelimit-remaining')).toBe('0');
    expect([await call('GET /x/shop/a'), await call('POST /x/shop/b')]).toEqual([429, 429]);
  });

  it('may be read by pages of any origin; those that need a role, by known origins only', async () => {
    const site = await siteWith(
      [endpoint('GET', '/a', { access: 'public' }, () => 1), endpoint('POST', '/a', { access: 'editor' }, () => 1)],
      { env: { CORS_ORIGINS: 'https://known.test' } },
    );
    const allows = async (method: string, origin: string) => {
      const headers = { origin, 'access-control-request-method': method };
      const preflight = await fetch(`${site.url}/api/x/shop/a`, { method: 'OPTIONS', headers });
      const answer = await fetch(`${site.url}/api/x/shop/a`, { method, headers: { origin } });
      return [preflight, answer].map((one) => one.headers.get('access-control-allow-origin'));
    };
    expect(await allows('GET', 'https://other.test')).toEqual(['*', '*']);
    expect(await allows('POST', 'https://other.test')).toEqual([null, null]);
    expect(await allows('POST', 'https://known.test')).toEqual(['https://known.test', 'https://known.test']);
  });
});

describe('what an endpoint reads', () => {
  const TITLES = endpoint('GET', '/titles', { access: 'public' }, ({ content }) =>
    content.pages().map(({ title }) => title),
  );
  const SECRETS = endpoint('GET', '/secrets', { access: 'viewer' }, ({ content, caller }) => ({
    caller,
    titles: content.pages().map(({ title }) => title),
  }));

  it('is the public view, or for members pages of any status', async () => {
    const site = await siteWith([TITLES, SECRETS]);
    expect((await site.ask('GET /x/shop/titles', { as: 'admin' })).body.data).toEqual(['About us', 'Home']);
    expect((await site.ask('GET /x/shop/secrets')).status).toBe(401);
    const { body } = await site.ask('GET /x/shop/secrets', { as: 'viewer' });
    expect(body.data.caller).toEqual({ name: 'The viewer', role: 'viewer' });
    expect(body.data.titles).toContain('Not yet');
  });

  it('is another version of the site for those who may see it', async () => {
    const site = await siteWith([TITLES, SECRETS]);
    const { body } = await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Rename' } });
    const headers = { 'quire-change': body.data.name };
    await site.ask('PATCH /admin/pages/3', { as: 'editor', headers, body: RENAME });
    expect((await site.ask('GET /x/shop/titles')).body.data).toEqual(['About us', 'Home']);
    const ref = `ref=${encodeURIComponent(body.data.branch ?? body.data.ref ?? body.data.name)}`;
    expect((await site.ask(`GET /x/shop/titles?${ref}`)).status).toBe(401);
    expect((await site.ask(`GET /x/shop/titles?${ref}`, { as: 'viewer' })).body.data).toContain('About them');
    expect((await site.ask('GET /x/shop/secrets', { as: 'viewer', headers })).body.data.titles).toContain('About them');
    expect((await site.ask('GET /x/shop/secrets', { as: 'viewer' })).body.data.titles).not.toContain('About them');
  });

  it('has the shape that front ends get', async () => {
    const site = await siteWith([
      endpoint('GET', '/all', { access: 'public' }, async ({ content }) => ({
        page: content.page('home', { expand: ['page'], richText: 'html' }),
        hidden: content.page('secret'),
        news: content.pages({ term: 'topics:news', type: 'article', limit: 1 }).length,
        none: content.pages({ term: 'topics:none' }),
        spanish: content.pages({ locale: 'es' }).map(({ slug }) => slug),
        blocks: content.blocks('quote'),
        media: content.media(9),
        menu: content.menu('main'),
        terms: content.terms('topics').map(({ slug }) => slug),
        found: (await content.search('About')).map(({ slug }) => slug),
        settings: content.settings().siteName,
      })),
    ]);
    const { data } = (await site.ask('GET /x/shop/all')).body;
    expect(data.page).toEqual((await site.ask('GET /content/pages/home?expand=page')).body.data);
    expect(data).toMatchObject({ hidden: null, news: 1, none: [], spanish: ['inicio'], media: null });
    expect(data.blocks).toEqual([{ id: 1, block_type: 'quote', fields: { text: 'Look twice.', tone: 'calm' } }]);
    expect(data.menu).toEqual((await site.ask('GET /content/menus/main')).body.data);
    expect(data).toMatchObject({ terms: ['news', 'events'], found: ['about'], settings: 'Test site' });
  });

  it('cannot be changed by the one who reads it', async () => {
    const site = await siteWith([
      endpoint('GET', '/spoil', { access: 'public' }, ({ content }) => {
        (content.terms('topics')[0] as { name: string }).name = 'Spoilt';
        return 1;
      }),
    ]);
    expect((await site.ask('GET /x/shop/spoil')).status).toBe(500);
    expect((await site.ask('GET /content/taxonomies/topics/terms')).body.data[0].name).toBe('News');
  });
});

describe('the admin interface of an endpoint', () => {
  const RELAY = endpoint(
    'POST',
    '/relay',
    {
      access: 'viewer',
      body: {
        type: 'object',
        properties: { call: { type: 'string' }, body: { type: 'object' }, ifMatch: { type: 'string' } },
        required: ['call'],
      },
    },
    ({ body, admin }) => {
      const { call, body: inner, ifMatch } = body as { call: string; body?: object; ifMatch?: string };
      const [method, path = ''] = call.split(' ') as ['PATCH', string];
      return admin!.call(method, path, inner, ifMatch === undefined ? {} : { ifMatch });
    },
  );
  const relay = (site: Site, call: string, body?: object, more: object = {}) =>
    site.ask('POST /x/shop/relay', { as: 'editor', ...more, body: { call, ...(body && { body }) } });

  it('does what the caller may do, under their name', async () => {
    const site = await siteWith([RELAY]);
    const { status, body } = await relay(site, 'PATCH /pages/3', RENAME);
    expect([status, body.data.data.title]).toEqual([200, 'About them']);
    expect(site.newCommits()).toHaveLength(1);
    expect(site.git('log', '-1', '--format=%an %ae %H').trim()).toBe(
      `The editor editor@example.org ${body.data.commit}`,
    );
    const read = await relay(site, 'GET /pages/3?x=1');
    expect(read.body.data).toMatchObject({ data: { id: 3 }, etag: body.data.etag });
    expect((await relay(site, 'GET /pages?limit=1')).body.data.meta).toMatchObject({ limit: 1 });
  });

  it('refuses what the caller may not do, with the error of that address', async () => {
    const site = await siteWith([RELAY]);
    expect((await relay(site, 'PATCH /pages/3', RENAME, { as: 'viewer' })).status).toBe(403);
    expect((await relay(site, 'GET /pages/99')).body.errors).toEqual([
      { code: 'NOT_FOUND', message: 'Page not found' },
    ]);
    expect((await relay(site, 'PATCH /pages/3', { title: 5 })).body.errors).toMatchObject([
      { code: 'VALIDATION', path: ['title'] },
    ]);
    expect((await relay(site, 'GET /none')).status).toBe(404);
    for (const odd of ['GET pages', 'GET /../content/pages', 'GET /export', 'GET /events'])
      expect([odd, (await relay(site, odd)).status >= 400]).toEqual([odd, true]);
    expect(site.newCommits()).toEqual([]);
  });

  it('refuses a write to another version than the one that was read', async () => {
    const site = await siteWith([RELAY]);
    const body = (ifMatch: string) => ({ call: 'PATCH /pages/3', body: RENAME, ifMatch });
    const { etag } = (await relay(site, 'GET /pages/3')).body.data;
    expect((await site.ask('POST /x/shop/relay', { as: 'editor', body: body('0'.repeat(40)) })).status).toBe(412);
    expect((await site.ask('POST /x/shop/relay', { as: 'editor', body: body(etag) })).status).toBe(200);
  });

  it('writes into the change that the request names', async () => {
    const site = await siteWith([RELAY]);
    const { body } = await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Rename' } });
    const headers = { 'quire-change': body.data.name };
    expect((await relay(site, 'PATCH /pages/3', RENAME, { headers })).status).toBe(200);
    expect(site.newCommits()).toEqual([]);
    expect((await relay(site, 'GET /pages/3', undefined, { headers })).body.data.data.title).toBe('About them');
  });

  it('only reads for a GET, and for an endpoint that changes nothing', async () => {
    const write = ({ admin }: Parameters<EndpointDefinition['handle']>[0]) => admin!.call('PATCH', '/pages/3', RENAME);
    const site = await siteWith([
      endpoint('GET', '/a', { access: 'editor' }, write),
      endpoint('POST', '/b', { access: 'editor', changes: 'nothing' }, write),
    ]);
    expect((await site.ask('GET /x/shop/a', { as: 'editor' })).status).toBe(500);
    expect((await site.ask('POST /x/shop/b', { as: 'editor' })).status).toBe(500);
    expect(site.newCommits()).toEqual([]);
  });

  it('answers nothing to a page of another origin that has only a cookie', async () => {
    const site = await siteWith([RELAY]);
    const login = { email: 'editor@example.org', password: 'correct horse', cookie: true };
    const own = { 'sec-fetch-site': 'same-origin' };
    const { headers } = await site.ask('POST /admin/auth/login', { body: login, headers: own });
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    const body = { call: 'PATCH /pages/3', body: RENAME };
    const from = (where: string) =>
      site.ask('POST /x/shop/relay', { headers: { cookie, 'sec-fetch-site': where }, body });
    expect((await from('cross-site')).status).toBe(403);
    expect((await from('same-origin')).status).toBe(200);
  });
});

it('reaches the hosts and secrets that its extension needs, and nothing else', async () => {
  const reach = endpoint(
    'GET',
    '/reach',
    { access: 'admin', query: { what: 'string' } },
    async ({ query, fetch, secret }) => {
      const ACTS: Readonly<Record<string, () => unknown>> = {
        secret: () => secret('SHOP_KEY'),
        unset: () => secret('SHOP_UNSET'),
        other: () => secret('JWT_SECRET'),
        host: () => fetch('https://elsewhere.test/'),
        private: () => fetch('https://127.0.0.1/'),
        plain: () => fetch('http://api.test/'),
      };
      return Promise.resolve(ACTS[String(query['what'])]?.()).catch((error: Error) => error.message);
    },
  );
  const site = await makeSite(SMALL_SITE, {
    env: { SHOP_KEY: 'of the shop', JWT_SECRET: 'x'.repeat(40) },
    extensions: () => [
      defineExtension({
        ...{ name: 'shop', version: '1.0.0', endpoints: [reach] },
        needs: { hosts: ['api.test', '127.0.0.1'], secrets: ['SHOP_KEY', 'SHOP_UNSET'] },
      }),
    ],
  });
  const ask = (what: string) => site.ask(`GET /x/shop/reach?what=${what}`, { as: 'admin' });
  expect((await ask('secret')).body.data).toBe('of the shop');
  for (const what of ['unset', 'other']) expect((await ask(what)).status).toBe(500);
  expect((await ask('host')).body.data).toContain('elsewhere.test is refused');
  expect((await ask('plain')).body.data).toContain('only https is allowed');
  expect((await ask('private')).body.data).not.toBe(undefined);
});

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it('answers that a host cannot be reached, which is no mistake of the extension', async () => {
  const port = await closedPort();
  const reach = endpoint('GET', '/reach', { access: 'public' }, ({ fetch }) => fetch(`http://127.0.0.1:${port}/`));
  const needs = { hosts: ['127.0.0.1'] };
  const site = await makeSite(SMALL_SITE, {
    env: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    extensions: () => [defineExtension({ name: 'shop', version: '1.0.0', endpoints: [reach], needs })],
  });
  const { status, body } = await site.ask('GET /x/shop/reach');
  expect([status, body.errors[0].message]).toEqual([503, `127.0.0.1:${port} cannot be reached`]);
});

it('works on a replica, where nothing can be written', async () => {
  const site = await siteWith(
    [
      endpoint('GET', '/read', { access: 'public' }, () => 1),
      endpoint('POST', '/look', { access: 'viewer', changes: 'nothing' }, () => 2),
      endpoint('POST', '/write', { access: 'viewer' }, () => 3),
    ],
    { env: { READ_ONLY: 'true' } },
  );
  expect((await site.ask('GET /x/shop/read')).body.data).toBe(1);
  expect((await site.ask('POST /x/shop/look', { as: 'viewer' })).body.data).toBe(2);
  expect((await site.ask('POST /x/shop/write', { as: 'viewer' })).status).toBe(503);
});

it('is described with its schemas', async () => {
  const site = await siteWith([
    endpoint(
      'GET',
      '/near',
      {
        access: 'public',
        summary: 'Find what is near',
        query: { lat: 'number', 'within?': 'integer' },
        answer: { type: 'array', items: { type: 'string' } },
      },
      () => [],
    ),
  ]);
  const { paths } = (await site.ask('GET /openapi.json')).body;
  expect(paths['/api/x/shop/near'].get).toMatchObject({
    summary: 'Find what is near',
    tags: ['Extension: shop'],
    security: [],
    parameters: expect.arrayContaining([
      { name: 'lat', in: 'query', required: true, schema: { type: 'number' } },
      { name: 'within', in: 'query', schema: { type: 'integer' } },
    ]),
  });
  expect(JSON.stringify(paths['/api/x/shop/near'].get.responses['200'])).toContain(
    '"data":{"type":"array","items":{"type":"string"}}',
  );
});

it('keeps a server from starting whose endpoints are declared wrongly, and says everything that is wrong', async () => {
  const wrong = [
    { ...endpoint('GET', '/open', { access: 'public' }, () => 1), access: undefined as never },
    endpoint('PUT', '/write', { access: 'public' }, () => 1),
    endpoint('GET', '/query', { access: 'public', query: { a: 'text' as never, ref: 'string' } }, () => 1),
    endpoint('GET', '/body', { access: 'viewer', body: { type: 'object' } }, () => 1),
    endpoint(
      'POST',
      '/schema',
      { access: 'viewer', body: { type: 'object', properties: { a: { type: 'x' } } } },
      () => 1,
    ),
    endpoint('GET', '/answer', { access: 'viewer', answer: { $ref: '#/a' } }, () => 1),
    endpoint('GET', '/files', { access: 'public', query: { a: 'string' }, exports: () => [{}] }, () => 1),
    endpoint('GET', '/role', { access: 'viewer', exports: () => [{}] }, () => 1),
  ];
  const message = await siteWith(wrong).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(
    message.split('\n').map((line) => line.replace(/^The endpoint (\S+ \S+) of the extension "shop": /, '$1: ')),
  ).toEqual([
    'GET /open: access must say who may call it: public, viewer, editor, admin',
    'PUT /write: method must be GET or POST: nothing can be changed without a role',
    'GET /query: query.a must be of a type: string, number, integer, boolean',
    'GET /query: query.ref must have another name: letters, digits and "_", and none of ref, at, token',
    'GET /body: body must be left out: a GET has none',
    expect.stringContaining('POST /schema: body must be a JSON Schema: '),
    'GET /answer: answer must not use "$ref": write the schema out',
    'GET /files: exports must be left out: its query has parameters that are required, and a file has no query',
    'GET /role: exports must be left out: only a public GET has files',
  ]);
});

it('tells as a problem which endpoint keeps others waiting', async () => {
  const site = await siteWith([
    endpoint('GET', '/slow', { access: 'public' }, () => {
      for (const end = performance.now() + 210; performance.now() < end; );
      return 1;
    }),
  ]);
  expect((await site.ask('GET /x/shop/slow')).status).toBe(200);
  const { body } = await site.ask('GET /admin/problems', { as: 'admin' });
  expect(body.data).toContainEqual(
    expect.objectContaining({
      code: 'EXTENSION',
      message: expect.stringMatching(
        /^The endpoint GET \/slow of the extension "shop" kept all other requests waiting/,
      ),
    }),
  );
});
