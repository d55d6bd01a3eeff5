import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../effort.ts';
import { makeSite } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';

const KEYS = {
  block: 'typeId type title fields isReusable',
  menu: 'name slug items',
  item: 'title url pageId target parentId position isExpanded attributes depth',
  taxonomy: 'name slug description hierarchical settings terms',
  term: 'name slug parentId weight fields',
  redirect: 'fromPath toPath statusCode isActive',
  script: 'name code position priority isActive scope targetPages',
  webhook: 'name url events secret isActive',
} as const;

/** Nearly valid values, so that later checks are reached too. */
const near = fc.oneof(
  fc.constantFrom(0, 1, 2, 3, -1, 10, '1', 'pb_2', null, true, false, 301),
  fc.constantFrom(
    'text',
    'quote',
    'a',
    'b',
    'New',
    '_blank',
    '/a',
    '/b',
    '/c?d',
    'https://example.org/',
    'topics',
    'con',
  ),
  fc.constantFrom({ text: 'x' }, { body: 'x', a: { b: [null] } }, ['home'], ['*'], ['page.created'], [], {}),
);
const bodyOf = (keys: string): fc.Arbitrary<object> =>
  fc.dictionary(fc.constantFrom(...keys.split(' '), 'unknown'), fc.oneof(near, near, fc.jsonValue({ maxDepth: 3 })), {
    maxKeys: 6,
  });
const order = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 4 }),
    parentId: fc.option(fc.integer({ min: 0, max: 4 })),
    position: near,
  }),
  { maxLength: 4 },
);

const id = fc.integer({ min: 1, max: 4 });
const send = (line: (id: number, inner: number) => string, body: fc.Arbitrary<unknown> = fc.constant(undefined)) =>
  fc.tuple(id, id, body).map(([one, inner, value]) => [line(one, inner), value] as const);

const call = fc.oneof(
  send(
    () => 'POST /admin/blocks',
    bodyOf(KEYS.block).map((body) => ({ title: 'B', typeId: 1, ...body })),
  ),
  send((one) => `PUT /admin/blocks/${one}`, bodyOf(KEYS.block)),
  send((one) => `DELETE /admin/blocks/${one}`),
  send(() => 'POST /admin/menus', bodyOf(KEYS.menu)),
  send((one) => `PUT /admin/menus/${one}`, bodyOf(KEYS.menu)),
  send(
    () => 'POST /admin/menus/1/items',
    bodyOf(KEYS.item).map((body) => ({ title: 'I', ...body })),
  ),
  send((_, inner) => `PUT /admin/menus/1/items/${inner}`, bodyOf(KEYS.item)),
  send((_, inner) => `DELETE /admin/menus/1/items/${inner}`),
  send(
    () => 'PUT /admin/menus/1/items-order',
    order.map((items) => ({ items })),
  ),
  send(() => 'POST /admin/taxonomies', bodyOf(KEYS.taxonomy)),
  send((one) => `PUT /admin/taxonomies/${one}`, bodyOf(KEYS.taxonomy)),
  send(
    (one) => `POST /admin/taxonomies/${one}/terms`,
    bodyOf(KEYS.term).map((body) => ({ name: 'T', ...body })),
  ),
  send((one, inner) => `PUT /admin/taxonomies/${one}/terms/${inner}`, bodyOf(KEYS.term)),
  send((one, inner) => `DELETE /admin/taxonomies/${one}/terms/${inner}`),
  send(
    () => 'POST /admin/redirects',
    bodyOf(KEYS.redirect).map((body) => ({ fromPath: '/a', toPath: '/b', ...body })),
  ),
  send((one) => `PUT /admin/redirects/${one}`, bodyOf(KEYS.redirect)),
  send(() => 'POST /admin/redirects/import', fc.array(bodyOf(KEYS.redirect), { maxLength: 3 })),
  send(
    () => 'POST /admin/tracking-scripts',
    bodyOf(KEYS.script).map((body) => ({ name: 'S', code: 'x', ...body })),
  ),
  send((one) => `PUT /admin/tracking-scripts/${one}`, bodyOf(KEYS.script)),
  send(() => 'POST /admin/webhooks', bodyOf(KEYS.webhook)),
  send((one) => `PUT /admin/webhooks/${one}`, bodyOf(KEYS.webhook)),
);

const REDIRECT: [string, object] = ['POST /admin/redirects', { fromPath: '/twice', toPath: '/b' }];
const READS = ['pages/1', 'blocks?reusable=all', 'menus/1', 'taxonomies', 'redirects', 'tracking-scripts', 'webhooks'];

describe('any record', () => {
  it('is written in one commit or refused with a message, and the repository stays intact and readable', async () => {
    const site = await makeSite(SMALL_SITE);
    const outcomes = new Set<number>();
    let commits = 0;
    await fc.assert(
      fc.asyncProperty(call, async ([line, body]) => {
        const reply = await site.ask(line, { as: 'admin', ...(body !== undefined && { body }) });
        outcomes.add(reply.status);
        expect([line, body, reply.status]).toEqual([line, body, expect.toBeOneOf([200, 201, 400, 404, 409])]);
        const made = site.newCommits().length - commits;
        commits += made;
        expect([line, body, made]).toEqual([line, body, reply.status < 300 ? expect.toBeOneOf([0, 1]) : 0]);
      }),
      // Chance alone does not always produce two conflicting records.
      { numRuns: runs(250, 25), examples: [[REDIRECT], [REDIRECT]] },
    );
    for (const status of [200, 201, 400, 404, 409]) expect(outcomes).toContain(status);
    const readAll = async (): Promise<readonly unknown[]> =>
      Promise.all(READS.map(async (path) => (await site.ask(`GET /admin/${path}`, { as: 'admin' })).body));
    const before = await readAll();
    expect(before.filter((body) => (body as { errors?: unknown }).errors)).toEqual([]);
    expect(site.git('fsck', '--strict') + site.git('status', '--porcelain')).toBe('');
    await site.restart();
    expect(site.cms.store.problems()).toEqual([]);
    expect(await readAll()).toEqual(before);
  });
});
