import { describe, expect, it } from 'vitest';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const SITE = {
  ...SMALL_SITE,
  'taxonomies/toString.yaml': 'id: 2\nname: Odd\nterms:\n  - { id: 3, slug: odd, name: Odd }\n',
};
const NEWS = {
  id: 1,
  termId: 1,
  termName: 'News',
  termSlug: 'news',
  taxonomyId: 1,
  taxonomyName: 'Topics',
  taxonomySlug: 'topics',
};

const send = (site: Site, call: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
  site.ask(call, { as: 'editor', ...(body !== undefined && { body }), ...(headers && { headers }) });
const idsOf = async (site: Site, id: number): Promise<readonly number[]> =>
  (await site.ask(`GET /admin/pages/${id}/terms`, { as: 'viewer' })).body.data.map((one: { id: number }) => one.id);
const expectClean = (site: Site): void =>
  expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');

describe('the terms of a page', () => {
  it('are listed with their vocabularies', async () => {
    const site = await makeSite(SITE);
    const reply = await site.ask('GET /admin/pages/1/terms', { as: 'viewer' });
    expect(reply.body.data[0]).toEqual(NEWS);
    expect(reply.body.meta).toEqual({ total: 2 });
    expect(reply.headers.get('etag')).toBe(`"${site.git('rev-parse', 'HEAD:pages/en/home.yaml').trim()}"`);
    expect(refusalOf(await site.ask('GET /admin/pages/99/terms', { as: 'viewer' }))).toBe('404 NOT_FOUND');
  });

  it('are replaced, added and removed one by one, one commit each', async () => {
    const site = await makeSite(SITE);
    const put = await send(site, 'PUT /admin/pages/3/terms', { termIds: [2, '1', 2, 3] });
    expect([put.status, put.body.data.map(({ id }: { id: number }) => id)]).toEqual([200, [2, 1, 3]]);
    expect(put.headers.get('x-commit')).toBe(site.git('rev-parse', 'HEAD').trim());
    expect(site.read('pages/en/about.yaml')).toContain('terms:\n  topics: [events, news]\n  toString: [odd]\n');
    await send(site, 'PUT /admin/pages/3/terms', { termIds: [] });
    expect(site.read('pages/en/about.yaml')).toBe(SMALL_SITE['pages/en/about.yaml']);

    const added = await send(site, 'POST /admin/pages/3/terms', { termId: 1 });
    expect([added.status, added.body]).toEqual([201, { data: NEWS }]);
    const again = await send(site, 'POST /admin/pages/3/terms', { termId: '1' });
    expect([again.status, again.body]).toEqual([200, { data: NEWS }]);
    await send(site, 'POST /admin/pages/3/terms', { termId: 3 });
    expect(await idsOf(site, 3)).toEqual([1, 3]);
    const gone = await send(site, 'DELETE /admin/pages/3/terms/1');
    expect([gone.status, gone.body]).toEqual([200, { data: { deleted: true } }]);
    expect(await idsOf(site, 3)).toEqual([3]);
    expect(site.newCommits()).toEqual(Array(6).fill('Update page "About us" (en/about)'));
    expectClean(site);
  });

  it('are listed once although a file repeats one', async () => {
    const site = await makeSite({
      ...SITE,
      'pages/en/about.yaml': `${SMALL_SITE['pages/en/about.yaml']}terms: { topics: [news, events, news] }\n`,
    });
    expect(await idsOf(site, 3)).toEqual([1, 2]);
    const { terms } = (await site.ask('GET /content/pages/about')).body.data;
    expect(terms.map(({ term }: { term: string }) => term)).toEqual(['news', 'events']);
    await send(site, 'DELETE /admin/pages/3/terms/1');
    expect(site.read('pages/en/about.yaml')).toContain('terms: { topics: [events] }');
  });

  it('are shown on the public page', async () => {
    const site = await makeSite(SITE);
    await send(site, 'PUT /admin/pages/3/terms', { termIds: [2] });
    expect((await site.ask('GET /content/pages/about')).body.data.terms).toEqual([
      { taxonomy: 'topics', term: 'events', weight: 5 },
    ]);
  });

  it('are refused if invalid', async () => {
    const site = await makeSite(SITE);
    for (const [call, body, refusal] of [
      ['PUT /admin/pages/3/terms', { termIds: [1, 99, 'x'] }, '400 VALIDATION termIds.1 VALIDATION termIds.2'],
      ['PUT /admin/pages/3/terms', {}, '400 VALIDATION termIds'],
      ['PUT /admin/pages/3/terms', { termIds: 1 }, '400 VALIDATION termIds'],
      ['POST /admin/pages/3/terms', { termId: 99 }, '400 VALIDATION termId'],
      ['POST /admin/pages/3/terms', {}, '400 VALIDATION termId'],
      ['DELETE /admin/pages/3/terms/1', undefined, '404 NOT_FOUND'],
      ['DELETE /admin/pages/1/terms/3', undefined, '404 NOT_FOUND'],
      ['PUT /admin/pages/99/terms', { termIds: [] }, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    const stale = { 'if-match': '"0"' };
    expect(refusalOf(await send(site, 'PUT /admin/pages/1/terms', { termIds: [] }, stale))).toBe(
      '412 PRECONDITION_FAILED',
    );
    expect(refusalOf(await send(site, 'DELETE /admin/pages/1/terms/1', undefined, stale))).toBe(
      '412 PRECONDITION_FAILED',
    );
    expect(site.newCommits()).toEqual([]);
    expectClean(site);
  });
});
