import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../effort.ts';
import { makeSite } from '../../makeSite.ts';

/** Texts that files of any format must quote, escape or keep apart from other values. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.constantFrom('yes', '1e3', '- a', '# b', ' edge ', 'two\nlines\n', '{x}', '~', "it's", 'ünïcode', '日本'),
  )
  .map((one) => one.replaceAll(/[^\P{C}\n]/gu, ''))
  .filter((one) => one.trim() !== '');
const slug = fc
  .stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/)
  .filter((one) => !/^(con|prn|aux|nul|com\d|lpt\d)$/.test(one));
const values = fc.dictionary(slug, fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 })), {
  maxKeys: 3,
});
const time = fc
  .date({ min: new Date('2001-01-01T00:00:00Z'), max: new Date('2025-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const id = fc.integer({ min: 1, max: 5000 });
const times = { createdAt: time, updatedAt: time };
const unique = <T extends { slug?: string; key?: string }>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { maxLength: 5, selector: ({ slug: one, key = one }) => key });

const items = (children: fc.Arbitrary<readonly object[]>) =>
  fc.array(fc.record({ id, title: text, url: fc.constant('/x'), children }), { maxLength: 2 });
const term = fc.record({ id, slug, name: text, weight: fc.integer({ min: -9, max: 9 }), fields: values });

const pages = unique(
  fc.record({
    ...{ id, slug, title: text, fields: values, ...times },
    locale: fc.constantFrom('en', 'pt-BR'),
    type: fc.constant('plain'),
    status: fc.constantFrom('draft', 'published', 'archived'),
    seo: fc.record({ metaTitle: text }),
    regions: fc.dictionary(
      slug,
      fc.array(fc.record({ id, type: fc.constant('note'), title: text, fields: values }), {
        minLength: 1,
        maxLength: 3,
      }),
      { maxKeys: 2 },
    ),
  }),
);

const href = fc.constantFrom('https://example.org/é', '/about', 'mailto:ada@example.org');
const document = fc.record({
  quire: fc.constant(1),
  settings: fc.tuple(fc.record({ siteName: text, tagline: text, social: fc.dictionary(slug, href, { maxKeys: 2 }) })),
  contentTypes: fc.tuple(fc.record({ id, slug: fc.constant('plain'), name: text, settings: values })),
  blockTypes: fc.tuple(fc.record({ id, slug: fc.constant('note'), name: text })),
  taxonomies: unique(fc.record({ id, slug, name: text, terms: unique(term), settings: values })),
  blocks: unique(fc.record({ id, key: slug, type: fc.constant('note'), title: text, fields: values, ...times })),
  pages,
  menus: unique(fc.record({ id, slug, name: text, items: items(items(items(fc.constant([])))) })),
  redirects: unique(
    fc.record({ id, key: slug }).map((one) => ({ ...one, fromPath: `/old/${one.key}`, toPath: '/new' })),
  ),
  trackingScripts: unique(fc.record({ id, key: slug, name: text, code: text, ...times })),
});

describe('what was exported', () => {
  it('is the same after an import into an empty repository and another export', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (given) => {
        const [from, to] = [await makeSite(), await makeSite()];
        const first = await from.ask('POST /admin/import', { as: 'admin', body: given });
        expect([first.status, first.body.errors]).toEqual([200, undefined]);
        const { body: exported } = await from.ask('GET /admin/export', { as: 'admin' });
        expect((await to.ask('POST /admin/import', { as: 'admin', body: exported })).status).toBe(200);
        await to.restart();
        const { body: again } = await to.ask('GET /admin/export', { as: 'admin' });
        expect({ ...again, commit: null }).toEqual({ ...exported, commit: null });
        expect(to.cms.store.problems()).toEqual([]);
        expect(to.git('fsck', '--strict') + to.git('status', '--porcelain')).toBe('');
        await Promise.all([from.stop(), to.stop()]);
      }),
      // No shrinking of failures: each run makes two sites.
      { numRuns: runs(20, 2), endOnFailure: true },
    );
  });
});
