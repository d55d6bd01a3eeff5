import fc from 'fast-check';
import { expect, it } from 'vitest';
import { showBranch } from '../../../src/view/admin/pageTree.ts';
import { LATER, pageFile, siteInMemory } from '../siteInMemory.ts';

const pagesAt = (...slugs: readonly string[]) => [
  ...siteInMemory(
    Object.fromEntries(slugs.map((slug, at) => [`pages/en/${slug}.yaml`, pageFile({ id: at + 1, title: slug })])),
  ).store.all('page'),
];

interface Branch {
  readonly segment: string;
  readonly path: string;
  readonly count: number;
  readonly page: { readonly id: number } | null;
}
const branch = (pages: ReturnType<typeof pagesAt>, under: string) => showBranch(pages, under) as readonly Branch[];

it('shows a page with what a tree says of it', () => {
  const { store } = siteInMemory({
    'pages/en/a.yaml': pageFile({ id: 1, status: 'draft', scheduledAt: LATER, seo: { metaTitle: 'x' } }),
  });
  expect(showBranch([...store.all('page')], '')).toEqual([
    {
      ...{ segment: 'a', path: 'a', count: 0 },
      page: { id: 1, type: 'article', title: 'A', status: 'draft', scheduledAt: LATER },
    },
  ]);
});

it.each([
  [
    '',
    [
      ['about', 2, null],
      ['news', 0, 1],
      ['newsroom', 1, 3],
    ],
  ],
  ['about', [['about/team', 1, 2]]],
  ['about/team', [['about/team/ada', 0, 4]]],
  ['newsroom', [['newsroom/a', 0, 5]]],
  ['news', []],
  ['new', []],
  ['gone', []],
] as const)('below "%s" are %j', (under, expected) => {
  const pages = pagesAt('news', 'about/team', 'newsroom', 'about/team/ada', 'newsroom/a');
  expect(branch(pages, under).map(({ path, count, page }) => [path, count, page?.id ?? null])).toEqual(expected);
});

it('counts every page once, and does not depend on the order of the pages', () => {
  const slug = fc
    .array(fc.constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(slug, { maxLength: 12 }), (slugs) => {
      const pages = pagesAt(...slugs);
      const countIn = (under: string): number =>
        branch(pages, under).reduce((sum, { path, page, count }) => {
          expect(countIn(path)).toBe(count);
          return sum + count + (page ? 1 : 0);
        }, 0);
      expect(countIn('')).toBe(slugs.length);
      expect(branch(pages.toReversed(), '')).toEqual(branch(pages, ''));
    }),
    { numRuns: 50 },
  );
});
