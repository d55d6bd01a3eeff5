import fc from 'fast-check';

export const TYPES = ['article', 'plain', 'secret', 'text', 'quote'] as const;
const PAGE_TYPES = TYPES.slice(0, 3);
const BLOCK_TYPES = TYPES.slice(3);
export const LOCALES = ['en', 'fr'] as const;
export const PATHS = ['blog/**', 'shop/**', 'blog/*', 'shop/*/*', '**'] as const;
export const FOLDERS = ['press/**', 'press', 'inside/*', '**'] as const;
export const SECTIONS = ['blog', 'shop', 'blog/old', 'shop/a', ''] as const;
export const MEDIA_FOLDERS = ['press', 'press/old', 'inside/a', ''] as const;
export const STATUSES = ['published', 'published', 'draft', 'archived'] as const;
export const LATER = '2026-03-01T00:00:00.000Z';

/** A word that is in one place of the site alone: who sees it has seen that place. */
export const wordOf = (n: number): string => `zq${n}zq`;
export const WORD = /zq\d+zq/g;

const pick = fc.nat({ max: 60 });
const page = fc.record({
  type: fc.constantFrom(...PAGE_TYPES),
  locale: fc.constantFrom(...LOCALES),
  section: fc.constantFrom(...SECTIONS),
  status: fc.constantFrom(...STATUSES),
  time: fc.constantFrom('none', 'none', 'later', 'ends'),
  related: pick,
  group: fc.constantFrom(null, null, 'one', 'two'),
  term: fc.boolean(),
  shared: fc.constantFrom(null, 0, 1, 2),
  picture: pick,
});
type RandomPage = typeof page extends fc.Arbitrary<infer T> ? T : never;

export const randomSite = fc.record({
  pages: fc.array(page, { minLength: 6, maxLength: 10 }),
  blocks: fc.array(fc.constantFrom(...BLOCK_TYPES), { minLength: 3, maxLength: 3 }),
  media: fc.array(fc.constantFrom(...MEDIA_FOLDERS), { minLength: 3, maxLength: 4 }),
});
export type RandomSite = typeof randomSite extends fc.Arbitrary<infer T> ? T : never;

const json = (data: object): string => JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', ...data });

const FIELDS = [
  { name: 'summary', type: 'text' },
  { name: 'related', type: 'page' },
  { name: 'picture', type: 'media' },
  { name: 'topic', type: 'term' },
  { name: 'story', type: 'richtext' },
];

const TIMES: Readonly<Record<string, object>> = {
  none: {},
  later: { scheduledAt: LATER },
  ends: { unpublishAt: LATER },
};

/** The files of a site; each text that a record shows has a word of its own. */
export function filesOf({ pages, blocks, media }: RandomSite): Readonly<Record<string, string>> {
  let last = 0;
  const word = (): string => {
    last += 1;
    return wordOf(last);
  };
  const slugs = pages.map(({ section }) => [section, word()].filter(Boolean).join('/'));
  const keyAt = (index: number): string => {
    const at = index % pages.length;
    return `${pages[at]!.locale}/${slugs[at]}`;
  };
  const toPage = (one: RandomPage, index: number): [string, string] => [
    `pages/${keyAt(index)}.json`,
    json({
      ...{ id: index + 1, type: one.type, title: `Harbour ${word()}`, status: one.status, ...TIMES[one.time] },
      ...(one.group && { translationGroup: `${one.group}-${word()}-${one.locale}-${index}` }),
      ...(one.term && { terms: { topics: ['news'] } }),
      seo: { metaTitle: word() },
      fields: {
        ...{
          summary: `harbour ${word()}`,
          related: keyAt(one.related),
          picture: `picture-${one.picture % media.length}`,
        },
        topic: 'topics/news',
      },
      regions: {
        content: [
          { id: 100 + index, type: 'text', fields: { body: word(), page: keyAt(one.related) } },
          ...(one.shared === null ? [] : [{ id: 200 + index, block: `shared-${one.shared}` }]),
        ],
      },
    }),
  ];
  return {
    'site.yaml': 'siteName: Harbour\nsupportedLocales: [en, fr]\n',
    ...Object.fromEntries(
      PAGE_TYPES.map((slug, at) => [
        `content-types/${slug}.json`,
        json({ id: at + 1, name: slug, fieldsSchema: FIELDS, regions: ['content', 'aside'] }),
      ]),
    ),
    ...Object.fromEntries(
      BLOCK_TYPES.map((slug, at) => [
        `block-types/${slug}.json`,
        json({ id: at + 1, name: slug, fieldsSchema: { body: 'text', page: 'page' } }),
      ]),
    ),
    'taxonomies/topics.json': json({
      ...{ id: 1, name: `Topics ${word()}` },
      terms: ['news', 'events'].map((slug, at) => ({ id: at + 1, slug, name: `${slug} ${word()}` })),
    }),
    ...Object.fromEntries(
      media.map((folder, at) => [
        `media/picture-${at}.json`,
        json({ id: at + 1, filename: `picture-${at}-00000000.txt`, title: word(), altText: word(), folder }),
      ]),
    ),
    ...Object.fromEntries(media.map((_, at) => [`media/files/picture-${at}-00000000.txt`, 'text\n'])),
    ...Object.fromEntries(
      blocks.map((type, at) => [
        `blocks/shared-${at}.json`,
        json({ id: 300 + at, type, title: `Harbour ${word()}`, fields: { body: word(), page: keyAt(at) } }),
      ]),
    ),
    ...Object.fromEntries(pages.map(toPage)),
    'menus/main.json': json({
      ...{ id: 1, name: `Main ${word()}` },
      items: pages.slice(0, 4).map((_, at) => ({ id: at + 1, title: word(), page: keyAt(at) })),
    }),
    'redirects/old.json': json({ id: 1, fromPath: `/${word()}`, toPath: `/${word()}` }),
    'tracking-scripts/all.json': json({ id: 1, name: word(), code: word(), scope: 'global' }),
  };
}
