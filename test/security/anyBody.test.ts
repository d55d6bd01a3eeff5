import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/model/errors.ts';
import { runs } from '../effort.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const KEYS = {
  page: 'title slug typeId type status fields metaTitle ogImage robots scheduledAt unpublishAt publishedAt locale translationGroupId slugOverride regions terms revisionNote',
  type: 'name slug description fieldsSchema regions defaultBlocks settings icon category',
  settings: 'siteName tagline logo footer social defaultLocale supportedLocales homeSlug session',
  user: 'email name password role',
  key: 'name permissions expiresAt',
} as const;

/** Values close to valid ones, to get past the first checks. */
const near = fc.oneof(
  fc.constantFrom(
    1,
    2,
    3,
    '1',
    'pb_2',
    'article',
    'text',
    'draft',
    'published',
    'en',
    'pt-br',
    'about',
    'home',
    'a/b',
    '2026-05-01',
    '*',
    null,
    true,
  ),
  fc.constantFrom(
    { content: [{ id: 2 }] },
    { content: [{ blockTypeId: 1, fields: null }] },
    { content: [{ blockId: 1, overrides: {} }] },
  ),
  fc.constantFrom(
    [1, 2],
    ['x'],
    [{ name: 'a', type: 'text' }],
    [{ name: 'a', type: 'repeater', fields: [{ name: 'b', type: 'page' }] }],
  ),
  fc.constantFrom(
    { type: 'object', properties: { a: { $ref: '#' } } },
    { slugPrefix: 'x' },
    { text: 1 },
    { summary: 's', related: 3 },
  ),
  fc.record({ summary: fc.jsonValue(), related: fc.jsonValue(), rating: fc.jsonValue(), facts: fc.jsonValue() }),
  fc.array(
    fc.record({
      name: fc.jsonValue(),
      type: fc.constantFrom('text', 'select', 'link', 'object', 'x'),
      options: fc.jsonValue(),
    }),
    { maxLength: 3 },
  ),
  fc.array(fc.record({ region: fc.jsonValue(), blockTypeSlug: fc.constantFrom('text', 'x'), fields: fc.jsonValue() }), {
    maxLength: 2,
  }),
);
const bodyOf = (keys: string): fc.Arbitrary<object> =>
  fc.dictionary(fc.constantFrom(...keys.split(' '), 'unknown'), fc.oneof(near, fc.jsonValue({ maxDepth: 3 })), {
    maxKeys: 8,
  });

const call = fc.oneof(
  bodyOf(KEYS.page).map((body) => ['POST /admin/pages', { title: 'T', typeId: 1, ...body }] as const),
  bodyOf(KEYS.page).map((body) => ['POST /admin/pages/upsert', { title: 'Home', typeId: 2, ...body }] as const),
  bodyOf(KEYS.page).map((body) => ['PUT /admin/pages/1', body] as const),
  bodyOf(KEYS.page).map((body) => ['PUT /admin/pages/3', body] as const),
  bodyOf(KEYS.type).map((body) => ['POST /admin/content-types', { name: 'N', ...body }] as const),
  bodyOf(KEYS.type).map((body) => ['PUT /admin/content-types/1', body] as const),
  bodyOf(KEYS.type).map((body) => ['PUT /admin/block-types/2', body] as const),
  bodyOf(KEYS.settings).map((body) => ['PUT /admin/config', body] as const),
  bodyOf(KEYS.user).map((body) => ['POST /admin/users', body] as const),
  bodyOf(KEYS.user).map((body) => ['PUT /admin/users/2', body] as const),
  bodyOf(KEYS.key).map((body) => ['POST /admin/api-keys', body] as const),
);

const REFUSALS: readonly ErrorCode[] = ['VALIDATION', 'CONFLICT', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'];

describe('any body', () => {
  it('SEC-9 is either written or refused with an error, and leaves the repository sound and readable', async () => {
    const site = await makeSite(SMALL_SITE);
    const outcomes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(call, async ([line, body]) => {
        const reply = await site.ask(line, { as: 'admin', body });
        outcomes.add(reply.status);
        for (const read of ['GET /admin/pages/1', 'GET /content/pages/home', 'GET /content/pages'])
          expect([line, body, read, (await site.ask(read, { as: 'admin' })).status]).toEqual([
            line,
            body,
            read,
            expect.toBeOneOf([200, 404]),
          ]);
        if (reply.status < 300) return;
        const codes = reply.body.errors.map(({ code }: { code: ErrorCode }) => code);
        expect([line, body, codes.filter((code: ErrorCode) => !REFUSALS.includes(code))]).toEqual([line, body, []]);
      }),
      { numRuns: runs(200, 120) },
    );
    for (const status of [200, 201, 400]) expect(outcomes).toContain(status);
    const pages = await site.ask('GET /admin/pages?limit=100', { as: 'viewer' });
    for (const path of ['/content/pages', '/content/pages/home', '/admin/pages/1', '/admin/content-types'])
      expect([path, (await site.ask(`GET ${path}`, { as: 'viewer' })).status]).toEqual([
        path,
        expect.toBeOneOf([200, 404]),
      ]);
    expect(site.git('status', '--porcelain')).toBe('');
    expect(site.git('fsck', '--strict')).toBe('');
    await site.restart();
    expect(site.cms.store.problems()).toEqual([]);
    expect((await site.ask('GET /admin/pages?limit=100', { as: 'viewer' })).body).toEqual(pages.body);
  });
});
