import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { refusalOf } from '../http/problemsOf.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { type Facts, PUBLIC_SURFACES } from './publicSurfaces.ts';

const FACTS: Facts = {
  pages: [
    { id: 1, locale: 'en', slug: 'home' },
    { id: 3, locale: 'en', slug: 'about' },
  ],
  menus: ['main'],
  taxonomies: ['topics'],
};

it("SEC-22 no public answer contains anybody's e-mail, role or password hash", async () => {
  const site = await makeSite(SMALL_SITE);
  for (const as of ['admin', 'editor'] as const) {
    expect((await site.ask('PUT /admin/pages/3', { as, body: { title: `By the ${as}` } })).status).toBe(200);
    await site.ask('POST /admin/pages', { as, body: { title: `New ${as}`, typeId: 2, status: 'published' } });
  }
  expect(site.git('log', '--format=%ae')).toContain('editor@example.org');
  for (const [surface, requestsOf] of Object.entries(PUBLIC_SURFACES))
    for (const { path, init } of requestsOf(FACTS)) {
      const text = await (await fetch(site.url + path, init)).text();
      expect([surface, path, /@example\.org|passwordHash|\$2[aby]\$/.exec(text)?.[0]]).toEqual([
        surface,
        path,
        undefined,
      ]);
    }
});

it('SEC-22 sorting and filtering cannot use values that answers do not contain', async () => {
  const site = await makeSite(SMALL_SITE);
  for (const query of [
    'sort=createdBy:asc',
    'sort=author_email:asc',
    'sort=passwordHash:asc',
    'sort=fields.createdBy:asc',
    'sort=summary.email:asc',
    'sort=__proto__:asc',
    'filter[createdBy][contains]=admin',
    'filter[createdBy.email][contains]=@',
    'filter[related.createdBy.email][contains]=@',
    'filter[id][gt]=0',
    'filter[constructor][eq]=x',
  ])
    expect([query, refusalOf(await site.ask(`GET /content/pages?type=article&${query}`))]).toEqual([
      query,
      expect.stringMatching(/^400 VALIDATION (sort|filter)/),
    ]);
  for (const sort of ['email:asc', 'createdBy:asc']) {
    const body = { query: 'query ($sort: String) { pages(sort: $sort) { data { id } } }', variables: { sort } };
    const reply = await site.ask('POST /content/graphql', { body });
    expect(reply.body.errors[0].extensions.code).toBe('VALIDATION');
  }
});

it('SEC-28 drawing the picture of a page loads no addresses from its content', async () => {
  const asked: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const title = `<img src='${url}/a.png'/><image href='${url}/b'/>`;
  const site = await makeSite({
    ...SMALL_SITE,
    'pages/en/loud.yaml': `type: plain\ntitle: ${JSON.stringify(title)}\nstatus: published\nseo:\n  ogImage: ${url}/c.png\n  metaDescription: ${url}/d\n`,
  });
  const picture = await fetch(`${site.url}/api/content/og/loud.png`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  await picture.arrayBuffer();
  expect(asked).toEqual([]);
  expect((await fetch(url)).status).toBe(200);
  expect(asked).toEqual(['/']);
});
