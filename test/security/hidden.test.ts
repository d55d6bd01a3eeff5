import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../effort.ts';
import { exportOf, filesIn } from '../features/staticSite/exportOf.ts';
import { long } from '../long.ts';
import { makeSite, NOW, type Site } from '../makeSite.ts';
import { CANARY, type Facts, PUBLIC_SURFACES, type PublicRequest, READER } from './publicSurfaces.ts';

const WITH_CODE = { extensions: () => [READER] };
const RUNS = { numRuns: runs(10, 1), endOnFailure: true };

const EARLIER = '2026-01-15T00:00:00.000Z';
const LATER = '2026-03-01T00:00:00.000Z';
const time = fc.constantFrom(undefined, undefined, EARLIER, LATER);
const place = fc.nat({ max: 7 });
const page = fc.record({
  status: fc.constantFrom('published', 'published', 'draft', 'archived'),
  scheduledAt: time,
  unpublishAt: time,
  group: fc.constantFrom(undefined, 'one', 'two'),
  term: fc.constantFrom(undefined, 'news', 'events'),
  related: place,
  linked: place,
  shares: fc.boolean(),
});
type RandomPage = typeof page extends fc.Arbitrary<infer T> ? T : never;
/** What has happened to the types since the pages were written. */
const FATES = ['none', 'lost', 'retyped', 'block gone', 'type gone', 'region gone', 'narrowed'] as const;
type Fate = (typeof FATES)[number];
const sites = fc.record({
  fate: fc.constantFrom(...FATES),
  pages: fc.array(page, { minLength: 6, maxLength: 8 }),
  items: fc.array(fc.record({ page: place, children: fc.array(place, { maxLength: 2 }) }), { maxLength: 5 }),
});

const isHidden = ({ status, scheduledAt, unpublishAt }: RandomPage): boolean =>
  status !== 'published' || scheduledAt === LATER || unpublishAt === EARLIER;

const localeOf = (index: number): string => ['en', 'es', 'fr'][index % 3]!;
const slugOf = (one: RandomPage, index: number): string => `${isHidden(one) ? `${CANARY}/` : ''}harbour-${index}`;

const TYPE = {
  id: 1,
  name: 'Article',
  fieldsSchema: [
    { name: 'summary', type: 'text' },
    { name: 'related', type: 'page' },
    {
      name: 'linked',
      type: 'repeater',
      fields: [
        { name: 'to', type: 'link' },
        { name: 'page', type: 'reference' },
      ],
    },
    { name: 'topic', type: 'term' },
    { name: 'story', type: 'richtext' },
  ],
};
const BLOCK_TYPE = { id: 1, name: 'Text', fieldsSchema: { body: 'text', page: 'page' } };
const [SUMMARY, , , TOPIC] = TYPE.fieldsSchema;

/** A text that links to a page, and an image that does. */
const storyTo = (key: string | null): object => {
  const href = key && `page:${key}#top`;
  return {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'Onward', marks: [{ type: 'link', attrs: { href } }] }] },
      { type: 'image', attrs: { src: '/a.png', href } },
    ],
  };
};

/** The types that still exist, as they are now. */
const TYPES: Readonly<Record<Fate, { readonly type?: object; readonly block?: object }>> = {
  none: { type: TYPE, block: BLOCK_TYPE },
  lost: {
    type: { ...TYPE, fieldsSchema: [SUMMARY, { name: 'linked', type: 'repeater', fields: [] }, TOPIC] },
    block: { ...BLOCK_TYPE, fieldsSchema: {} },
  },
  retyped: {
    type: {
      ...TYPE,
      fieldsSchema: [
        SUMMARY,
        { name: 'related', type: 'text' },
        { name: 'linked', type: 'repeater', fields: { to: 'json', page: 'markdown' } },
        TOPIC,
        { name: 'story', type: 'json' },
      ],
    },
    block: { ...BLOCK_TYPE, fieldsSchema: { body: 'text', page: 'code' } },
  },
  'block gone': { type: TYPE },
  'type gone': { block: BLOCK_TYPE },
  'region gone': { type: { ...TYPE, regions: ['aside'] }, block: BLOCK_TYPE },
  narrowed: { type: { ...TYPE, regions: [{ name: 'content', allowed_types: ['quote'] }] }, block: BLOCK_TYPE },
};
const TERMS = ['news', 'events'].map((slug, index) => ({ id: index + 1, slug, name: slug }));

/** The files of a random site, with or without its hidden pages. */
function filesOf(
  { pages, items, fate }: { pages: RandomPage[]; items: { page: number; children: number[] }[]; fate: Fate },
  withHidden: boolean,
) {
  const keyAt = (index: number): string => {
    const at = index % pages.length;
    return `${localeOf(at)}/${slugOf(pages[at]!, at)}`;
  };
  /** What a field holds; where the page had never been, nobody would have chosen it for what is a text by now. */
  const valueAt = (index: number): string | null =>
    fate === 'retyped' && !withHidden && isHidden(pages[index % pages.length]!) ? null : keyAt(index);
  const json = (data: object): string => JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', ...data });
  const types = TYPES[fate];
  const toFile = (one: RandomPage, index: number): [string, string] => {
    const word = isHidden(one) ? CANARY : 'seen';
    const { status, scheduledAt, unpublishAt, group, term, related, linked, shares } = one;
    const text = json({
      id: index + 1,
      type: 'article',
      title: `Harbour ${word} ${index}`,
      status,
      // A draft whose time has come is published: it would not stay hidden.
      scheduledAt: status === 'draft' && scheduledAt === EARLIER ? undefined : scheduledAt,
      unpublishAt,
      translationGroup: group,
      ...(term && { terms: { topics: [term] } }),
      seo: {
        metaTitle: word,
        metaDescription: word,
        ogImage: `/${word}.png`,
        canonicalUrl: `https://${word}.example/`,
      },
      fields: {
        summary: word,
        related: valueAt(related),
        story: storyTo(valueAt(linked)),
        linked: [{ to: { page: valueAt(linked), text: 'Onward' }, page: valueAt(linked) }],
      },
      regions: {
        content: [
          { id: 100 + index, type: 'text', fields: { body: `${word} harbour`, page: valueAt(linked) } },
          ...(shares ? [{ id: 200 + index, block: 'shared' }] : []),
        ],
      },
    });
    return [`pages/${keyAt(index)}.json`, text];
  };
  const isThere = (_: unknown, index: number): boolean => withHidden || !isHidden(pages[index]!);
  const shown = pages.map(toFile).filter(isThere);
  /** A former address of each page, and one before that. */
  const redirects = pages
    .map((one, index): readonly (readonly [string, string])[] => {
      const [locale, slug] = [localeOf(index), slugOf(one, index)];
      const word = isHidden(one) ? CANARY : 'seen';
      const [last, first] = [`/${word}-last-${index}`, `/${word}-first-${index}`];
      const path = locale === 'en' ? `/${slug}` : `/${locale}/${slug}`;
      return [
        [`redirects/last-${index}.json`, json({ id: 1 + 2 * index, fromPath: last, toPath: `${path}?from=old` })],
        [`redirects/first-${index}.json`, json({ id: 2 + 2 * index, fromPath: first, toPath: last })],
      ];
    })
    .filter(isThere)
    .flat();
  return {
    'site.yaml': 'siteName: Harbour\nsupportedLocales: [en, es, fr]\n',
    ...(types.type && { 'content-types/article.json': json(types.type) }),
    ...(types.block && { 'block-types/text.json': json(types.block) }),
    'blocks/shared.json': json({
      id: 300,
      type: 'text',
      title: 'Shared',
      fields: { body: 'shared', page: valueAt(0) },
    }),
    'taxonomies/topics.json': json({ id: 1, name: 'Topics', terms: TERMS }),
    'tracking-scripts/all.json': json({
      id: 1,
      name: 'All',
      code: 'x',
      scope: 'targeted',
      targetPages: pages.map(slugOf),
    }),
    'menus/main.json': json({
      id: 1,
      name: 'Main',
      items: items.map((item, index) => ({
        id: 1 + index,
        title: 'Item',
        page: keyAt(item.page),
        children: item.children.map((child, at) => ({ id: 10 + 10 * index + at, title: 'Item', page: keyAt(child) })),
      })),
    }),
    ...Object.fromEntries([...shown, ...redirects]),
  };
}

/** Everything a reader can see of an answer, except how long it may be cached: a schedule shortens that. */
async function answerOf(site: Site, { path, init = {}, settle }: PublicRequest, headers: object = {}) {
  const response = await fetch(site.url + path, { ...init, headers: { ...init.headers, ...headers } });
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const told = [...response.headers].filter(
    ([name]) => !['date', 'x-request-id', 'cache-control', 'etag'].includes(name),
  );
  return {
    path,
    status: response.status,
    headers: told,
    etag: settle ? '' : response.headers.get('etag'),
    text: settle && response.ok ? settle(text) : text,
  };
}

/** Publishes everything on a branch and reads it there: from then on that version is in memory. */
async function shelve(site: Site, headers: Readonly<Record<string, string>>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-shelf-'));
  site.git('worktree', 'add', '--quiet', '-b', 'shelf', folder);
  const pages = site.git('ls-files', 'pages').trim().split('\n');
  for (const path of pages) {
    const { scheduledAt: _, unpublishAt: __, ...page } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    writeFileSync(join(folder, path), JSON.stringify({ ...page, status: 'published' }));
  }
  site.git('-C', folder, 'commit', '--quiet', '--all', '--allow-empty', '--message=Publish all');
  site.git('worktree', 'remove', '--force', folder);
  for (const path of ['pages?limit=50', 'search?q=harbour&in=all', 'lists/en/all/1.json', 'menus/main']) {
    const answer = await fetch(`${site.url}/api/content/${path}${path.includes('?') ? '&' : '?'}ref=shelf`, {
      headers,
    });
    expect(answer.status).toBe(200);
  }
}

/** Writes hidden content into a change and reads it there. */
async function propose(site: Site, headers: Readonly<Record<string, string>>): Promise<void> {
  const ask = (call: string, body?: object, more = {}) =>
    site.ask(call, { ...(body && { body }), headers: { ...headers, ...more } });
  expect((await ask('POST /admin/changes', { title: CANARY })).status).toBe(201);
  const [{ name }] = (await ask('GET /admin/changes')).body.data.filter(
    ({ title }: { title: string }) => title === CANARY,
  );
  const inChange = { 'Quire-Change': name };
  expect((await ask('PUT /admin/config', { siteName: CANARY, tagline: CANARY }, inChange)).status).toBe(200);
  const redirect = { fromPath: `/${CANARY}`, toPath: `/${CANARY}-2` };
  expect((await ask('POST /admin/redirects', redirect, inChange)).status).toBe(201);
  // If the type is gone, no page of it can be created.
  await ask('POST /admin/pages', { title: CANARY, type: 'article', status: 'published' }, inChange);
  expect((await ask('GET /admin/pages', undefined, inChange)).status).toBe(200);
}

/** The names and bytes of a static site; the commits of two sites are not the same. */
async function staticSiteOf(site: Site, fate: Fate): Promise<Readonly<Record<string, string>>> {
  const { folder, manifest } = await exportOf(site, {
    withoutImages: false,
    extensions: [{ definition: READER, folder: null, hash: '' }],
  });
  const { 'manifest.json': text = '', ...files } = filesIn(folder);
  // The export notes that a text was looked up, without its name; another text is not noted.
  return fate === 'retyped' ? files : { ...files, 'manifest.json': text.replace(manifest.commit, '') };
}

long.it(
  'SEC-20 every public surface answers as if hidden pages and other branches did not exist, with any credential, whatever became of their types',
  async () => {
    await fc.assert(
      fc.asyncProperty(sites, async (random) => {
        const [whole, without] = [
          await makeSite(filesOf(random, true), WITH_CODE),
          await makeSite(filesOf(random, false), WITH_CODE),
        ];
        expect([whole.cms.store.count('page'), whole.cms.store.problems()]).toEqual([random.pages.length, []]);
        expect(without.cms.store.count('page')).toBe(random.pages.filter((one) => !isHidden(one)).length);
        const facts: Facts = {
          pages: random.pages.map((one, index) => ({
            id: index + 1,
            locale: localeOf(index),
            slug: slugOf(one, index),
          })),
          menus: ['main', 'none'],
          taxonomies: ['topics', 'none'],
        };
        const { body } = await whole.ask('POST /admin/auth/login', {
          body: { email: 'admin@example.org', password: 'correct horse' },
        });
        const asAdmin = { authorization: `Bearer ${body.data.token}` };
        await shelve(whole, asAdmin);
        await propose(whole, asAdmin);
        for (const [surface, requestsOf] of Object.entries(PUBLIC_SURFACES)) {
          const check = async (request: PublicRequest): Promise<void> => {
            const answer = await answerOf(whole, request);
            expect([surface, answer]).toEqual([surface, await answerOf(without, request)]);
            if (!request.path.includes(CANARY)) expect(answer.text).not.toContain(CANARY);
            if (answer.status !== 401) expect(await answerOf(whole, request, asAdmin)).toEqual(answer);
          };
          await Promise.all(requestsOf(facts).map(check));
        }
        const exported = await staticSiteOf(whole, random.fate);
        expect(exported).toEqual(await staticSiteOf(without, random.fate));
        expect(Object.entries(exported).flat().join('\n')).not.toContain(CANARY);
        await Promise.all([whole.stop(), without.stop()]);
      }),
      RUNS,
    );
  },
);

it('SEC-20 the test can fail: what is public is shown', async () => {
  const seen: RandomPage = {
    status: 'published',
    scheduledAt: EARLIER,
    unpublishAt: LATER,
    group: 'one',
    term: 'news',
    related: 0,
    linked: 0,
    shares: true,
  };
  const site = await makeSite(
    filesOf({ pages: [seen, seen], items: [{ page: 0, children: [1] }], fate: 'none' }, true),
    WITH_CODE,
  );
  const facts: Facts = { pages: [{ id: 1, locale: 'en', slug: 'harbour-0' }], menus: ['main'], taxonomies: ['topics'] };
  const shows = async (surface: string) =>
    (await Promise.all(PUBLIC_SURFACES[surface]!(facts).map((request) => answerOf(site, request)))).some(({ text }) =>
      text.includes('harbour-0'),
    );
  for (const request of PUBLIC_SURFACES['GraphQL']!(facts)) expect((await answerOf(site, request)).status).toBe(200);
  for (const surface of [
    'lists of pages',
    'single pages',
    'batch',
    'menus',
    'search',
    'sitemap',
    'GraphQL',
    'endpoints of extensions',
  ])
    expect([surface, await shows(surface)]).toEqual([surface, true]);
  expect(Object.keys(await staticSiteOf(site, 'none'))).toContain('api/content/pages/en/harbour-0.json');
  expect(NOW > EARLIER && NOW < LATER).toBe(true);
});
