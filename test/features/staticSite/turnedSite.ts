import fc from 'fast-check';

/** Everything about the site that an edit can change, as knobs with a number of positions. */
const PAGE_KNOBS = {
  title: 2,
  status: 4,
  slug: 2,
  group: 3,
  term: 3,
  related: 6,
  block: 3,
  time: 4,
  id: 3,
  format: 2,
  cover: 2,
  ...{ robots: 2, published: 2, type: 2, locale: 2, gone: 2, link: 6, picture: 2, summary: 2, text: 2 },
};
const SITE_KNOBS = {
  ...{ shared: 3, target: 6, child: 6, fallback: 2, typeName: 2, termName: 3, weight: 2, siteName: 2, locales: 2 },
  ...{ home: 2, redirect: 3, script: 4, bytes: 3, alt: 2, focus: 2, at: 3 },
  ...{ logo: 2, tagline: 2, menuName: 2, tone: 2, blockTitle: 2, file: 2 },
};
const PAGES = 4;
export const KNOBS: Readonly<Record<string, number>> = {
  ...SITE_KNOBS,
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, page) =>
      Object.entries(PAGE_KNOBS).map(([name, max]) => [`${name}${page}`, max]),
    ).flat(),
  ),
};
export type Turned = Readonly<Record<string, number>>;

/** One edit. */
export const turn = fc
  .constantFrom(...Object.keys(KNOBS))
  .chain((name) => fc.record({ name: fc.constant(name), to: fc.nat({ max: KNOBS[name]! - 1 }) }));

const EARLY = '2026-01-10T00:00:00.000Z';
const LATE = '2026-03-01T00:00:00.000Z';
const MADE = { createdAt: '2026-01-01T00:00:00.000Z' };

/** As many bytes, but not the same. */
const TEXTS = ['noon', 'nine'];

const localeOf = (turned: Turned, page: number): string => (page % 2 === turned[`locale${page}`] ? 'en' : 'es');
const keyOf = (turned: Turned, page: number): string =>
  `${localeOf(turned, page)}/${turned[`slug${page}`] === 0 ? `page-${page}` : `moved/page-${page}`}`;

function pageFile(turned: Turned, page: number): readonly [string, string] {
  const at = (name: keyof typeof PAGE_KNOBS): number => turned[`${name}${page}`]!;
  const keyAt = (other: number): string => (other < PAGES ? keyOf(turned, other) : 'en/nowhere');
  const data = {
    // Two pages with one id: the younger file gets another.
    ...(at('id') < 2 && { id: at('id') === 0 ? 10 + page : 10 }),
    ...{ type: at('type') === 0 ? 'article' : 'note', title: `Page ${page} ${at('title')}`, ...MADE },
    status: ['published', 'published', 'draft', 'archived'][at('status')],
    ...(at('published') === 1 && { publishedAt: `2026-01-0${8 - page}T00:00:00.000Z` }),
    seo: { ...(at('robots') === 1 && { robots: 'noindex' }), ...(at('picture') === 1 && { ogImage: 'media:photo' }) },
    ...(at('group') > 0 && { translationGroup: `group-${at('group')}` }),
    ...(at('term') > 0 && { terms: { topics: [['', 'news', 'events'][at('term')]] } }),
    ...(at('time') === 1 && { scheduledAt: EARLY }),
    ...(at('time') === 2 && { scheduledAt: LATE }),
    ...(at('time') === 3 && { unpublishAt: LATE }),
    fields: {
      related: keyAt(at('related')),
      go: at('link') === 5 ? { url: '/there' } : { page: keyAt(at('link')) },
      ...(at('cover') === 1 && { cover: 'photo' }),
      ...(at('summary') === 1 && { summary: 'In short.' }),
    },
    regions: {
      content: [
        { id: 100 + page, type: 'text', fields: { body: `Here ${at('text')}.` } },
        ...(at('block') > 0 ? [{ id: 200 + page, block: 'shared', overrides: { tone: at('block') } }] : []),
      ],
    },
  };
  const json = JSON.stringify(data);
  const path = `pages/${keyOf(turned, page)}`;
  return at('format') === 0 ? [`${path}.json`, json] : [`${path}.md`, `---\n${json}\n---\nBody of ${page}.\n`];
}

/** The files of a site with these positions of its knobs. */
export function filesOf(turned: Turned): Readonly<Record<string, string>> {
  const is = (name: keyof typeof SITE_KNOBS): number => turned[name]!;
  const json = (data: object): string => JSON.stringify({ ...MADE, ...data });
  const keyAt = (page: number): string => (page < PAGES ? keyOf(turned, page) : 'en/nowhere');
  const fields = [
    { name: 'body', type: 'markdown', body: true },
    { name: 'related', type: 'page' },
    { name: 'cover', type: 'media' },
    { name: 'go', type: 'link' },
    { name: 'summary', type: 'text' },
    { name: 'mood', type: 'text', default: `mood ${is('fallback')}` },
  ];
  const toneFields = [
    { name: 'body', type: 'text' },
    { name: 'tone', type: 'number', ...(is('tone') === 1 && { default: 7 }) },
  ];
  const terms = ['news', 'events'].map((slug, index) => ({
    ...{ id: index + 1, slug, name: `${slug} ${is('termName')}`, weight: index * is('weight') },
  }));
  const files: Record<string, string> = {
    '.gitattributes': '* -text -filter -ident -working-tree-encoding\n',
    'site.yaml': [
      `siteName: Site ${is('siteName')}`,
      `supportedLocales: [en${is('locales') ? ', es' : ''}]`,
      `homeSlug: page-${is('home')}`,
      `tagline: Tag ${is('tagline')}`,
      ...(is('logo') ? ['logo: media:photo'] : []),
      'redirectOnRename: false\n',
    ].join('\n'),
    'content-types/article.json': json({ id: 1, name: `Article ${is('typeName')}`, fieldsSchema: fields }),
    'content-types/note.json': json({ id: 2, name: 'Note', fieldsSchema: fields.slice(1) }),
    'block-types/text.json': json({ id: 1, name: 'Text', fieldsSchema: toneFields }),
    'taxonomies/topics.json': json({ id: 1, name: 'Topics', terms: is('termName') === 2 ? terms.slice(1) : terms }),
    'menus/main.json': json({
      ...{ id: 1, name: `Main ${is('menuName')}` },
      items: [
        {
          id: 1,
          title: 'To',
          page: keyAt(is('target')),
          children: [{ id: 2, title: 'Below', page: keyAt(is('child')) }],
        },
      ],
    }),
    'media/photo.json': json({
      ...{
        id: 5,
        filename: is('file') ? 'other.txt' : 'photo.txt',
        altText: `Seen ${is('alt')}`,
        focalPoint: { x: is('focus'), y: 0 },
      },
    }),
    ...Object.fromEntries(
      Array.from({ length: PAGES }, (_, page) => page)
        .filter((page) => turned[`gone${page}`] === 0)
        .map((page) => pageFile(turned, page)),
    ),
  };
  if (is('shared') > 0)
    files['blocks/shared.json'] = json({
      id: 300,
      type: 'text',
      title: `S${is('blockTitle')}`,
      fields: { body: `shared ${is('shared')}` },
    });
  if (is('redirect') > 0)
    files['redirects/old.json'] = json({ id: 1, fromPath: '/old', toPath: '/new', isActive: is('redirect') === 1 });
  if (is('script') > 0) {
    const targetPages = [['page-0'], ['page-1'], ['nowhere']][is('script') - 1];
    files['tracking-scripts/s.json'] = json({ id: 1, name: 'S', code: 'x', scope: 'targeted', targetPages });
  }
  if (is('bytes') > 0) files['media/files/photo.txt'] = TEXTS[is('bytes') - 1]!;
  return files;
}
