import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askClone } from '../askClone.ts';
import { runs } from '../effort.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

interface Step {
  readonly call: string;
  readonly body?: object;
}

const id = fc.integer({ min: 1, max: 8 });
const word = fc.constantFrom('one', 'two', 'three', 'four/five', 'Ünï', 'home', 'about');
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const status = fc.constantFrom('draft', 'published', 'archived');
const times = fc.constantFrom(undefined, null, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z');
const entry = fc.oneof(
  fc.record({ blockTypeSlug: fc.constant('text'), fields: fc.record({ body: text }) }),
  fc.record({ blockId: fc.constant(1), overrides: fc.record({ text }) }),
  fc.record({ id: fc.integer({ min: 2, max: 6 }) }),
);
const pageBody = fc.record(
  {
    title: text,
    slug: word,
    status,
    metaTitle: fc.option(text),
    fields: fc.record(
      { summary: text, related: id, rating: fc.integer({ min: 1, max: 5 }) },
      { requiredKeys: ['summary'] },
    ),
    terms: fc.subarray([1, 2]),
    regions: fc.dictionary(fc.constantFrom('content', 'aside'), fc.array(entry, { maxLength: 3 })),
    scheduledAt: times,
    typeId: fc.constantFrom(1, 2),
  },
  { requiredKeys: [] },
);
const typeBody = fc.record(
  { name: text, slug: fc.constantFrom('article', 'plain', 'story'), description: fc.option(text) },
  { requiredKeys: [] },
);
const userBody = fc.record(
  {
    name: text,
    email: fc.constantFrom('a@example.org', 'B@example.org', 'c@example.org'),
    role: fc.constantFrom('viewer', 'editor'),
  },
  { requiredKeys: [] },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: pageBody.map((body) => ({ call: 'POST /admin/pages', body: { title: 'New', typeId: 2, ...body } })),
  },
  { weight: 6, arbitrary: fc.tuple(id, pageBody).map(([n, body]) => ({ call: `PUT /admin/pages/${n}`, body })) },
  {
    weight: 2,
    arbitrary: pageBody.map((body) => ({
      call: 'POST /admin/pages/upsert',
      body: { title: 'Up', typeId: 1, ...body },
    })),
  },
  { weight: 2, arbitrary: id.map((n) => ({ call: `DELETE /admin/pages/${n}` })) },
  {
    weight: 1,
    arbitrary: typeBody.map((body) => ({ call: 'POST /admin/content-types', body: { name: 'Story', ...body } })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(id, typeBody).map(([n, body]) => ({ call: `PUT /admin/content-types/${n}`, body })),
  },
  {
    weight: 1,
    arbitrary: userBody.map((body) => ({
      call: 'POST /admin/users',
      body: { name: 'U', email: 'd@example.org', password: PASSWORD, ...body },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 2, max: 8 }), userBody)
      .map(([n, body]) => ({ call: `PUT /admin/users/${n}`, body })),
  },
  { weight: 1, arbitrary: id.map((n) => ({ call: `DELETE /admin/users/${n}` })) },
);

const QUESTIONS = [
  '/admin/pages?limit=100',
  '/admin/pages?sort=title:asc&type=plain',
  '/content/pages',
  '/content/pages?locale=es&sort=slug',
  '/content/pages/home',
  '/admin/pages/1',
  '/admin/content-types',
  '/admin/users',
  '/admin/config',
];

type Ask = (call: string) => Promise<Pick<Reply, 'status' | 'body'>>;

const answersOf = (ask: Ask): Promise<readonly unknown[]> =>
  Promise.all(QUESTIONS.map(async (question) => ({ question, ...(await ask(`GET ${question}`)) })));

async function play(site: Site, steps: readonly Step[]): Promise<void> {
  for (const [index, { call, body }] of steps.entries()) {
    site.setTime(new Date(Date.UTC(2026, 1, 2, 0, 0, index, 7 * index)).toISOString());
    const reply = await site.ask(call, { as: 'admin', ...(body && { body }) });
    expect([call, body, reply.status < 500]).toEqual([call, body, true]);
  }
}

describe('what is served', () => {
  it('is the same before and after a restart, and from a fresh clone, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        const site = await makeSite(SMALL_SITE);
        await play(site, steps);
        const ask: Ask = async (call) => {
          const { status, body } = await site.ask(call, { as: 'admin' });
          return { status, body };
        };
        const before = await answersOf(ask);
        expect(site.git('status', '--porcelain')).toBe('');
        await site.restart();
        expect(await answersOf(ask)).toEqual(before);
        await site.stop();
        expect(await askClone(site, new Date('2026-02-02T01:00:00.000Z'), answersOf)).toEqual(before);
      }),
      { numRuns: runs(8, 2) },
    );
  }, 180_000);
});
