import { beforeAll, expect } from 'vitest';
import { type Login, makeSite, type Reply, type Site } from '../makeSite.ts';
import { picture, upload } from '../media/samples.ts';

/** More pages than one request may return. */
export const NOTES = 55;

type Ids = Readonly<Record<string, number>>;

/** The content of the site, by the names that the tests use. */
export interface Walked {
  readonly site: Site;
  /** Ids of content types (`article`, `note`), block types (`hero`, `text`) and everything below, by name. */
  readonly ids: Ids;
  /** Calls the public content interface; the path is below `/api/content`. */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** Calls the administrative interface, by default as an admin; `call` is a method and a path below `/api/admin`. */
  admin(call: string, body?: unknown, as?: Login): Promise<Reply>;
  /** Like `admin`, for calls that must succeed: returns the data of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  write(call: string, body?: unknown): Promise<any>;
  /** Runs a query, and returns its data. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  query(query: string, variables?: object): Promise<any>;
}

/**
 * Makes one site for the tests of a file from an empty folder, using only the interface. Call it at the top of the
 * file; the result is filled in before the first test.
 */
export function walkSite(fill: (walked: Walked) => Promise<Ids> = fillSite): Walked {
  const walked = {} as { -readonly [K in keyof Walked]: Walked[K] };
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = [];
    const site = await makeSite({}, { whenDone: (end) => ends.push(end) });
    Object.assign(walked, { site, ids: {}, ...askersOf(site) });
    walked.ids = await fill(walked);
    return ends[0];
  });
  return walked;
}

function askersOf(site: Site): Omit<Walked, 'site' | 'ids'> {
  const admin: Walked['admin'] = (call, body, as = 'admin') => site.ask(call.replace(' ', ' /admin'), { as, body });
  return {
    read: (path, headers = {}) => site.ask(`GET /content${path}`, { headers }),
    admin,
    async write(call, body) {
      const reply = await admin(call, body);
      expect([call, reply.status, reply.body?.errors]).toEqual([call, expect.toBeOneOf([200, 201]), undefined]);
      return reply.body.data;
    },
    async query(query, variables) {
      const { status, body } = await site.ask('POST /content/graphql', { body: { query, variables } });
      expect([status, body.errors]).toEqual([200, undefined]);
      return body.data;
    },
  };
}

const text = (words: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

/** What most tests need: of every entity a visible record and, if possible, a hidden one. */
export async function fillSite({ site, write }: Walked): Promise<Ids> {
  const ids: Record<string, number> = {};
  const make = async (name: string, call: string, body: object): Promise<number> => {
    ids[name] = (await write(call, body)).id;
    return ids[name]!;
  };

  await write('PUT /config', {
    siteName: 'Harbour',
    tagline: 'Ships and birds',
    social: { mastodon: 'https://example.social/@harbour' },
    defaultLocale: 'en',
    supportedLocales: ['en', 'es', 'fr'],
  });
  await make('hero', 'POST /block-types', {
    name: 'Hero',
    slug: 'hero',
    icon: 'star',
    fieldsSchema: [{ name: 'heading', type: 'text' }],
  });
  await make('text', 'POST /block-types', {
    name: 'Text',
    slug: 'text',
    fieldsSchema: [{ name: 'body', type: 'richtext' }],
  });
  await make('article', 'POST /content-types', {
    name: 'Article',
    slug: 'article',
    description: 'A longer text',
    fieldsSchema: [
      { name: 'summary', type: 'text' },
      { name: 'body', type: 'richtext' },
      { name: 'picture', type: 'media' },
    ],
    regions: [{ name: 'main' }, { name: 'aside' }],
  });
  await make('note', 'POST /content-types', { name: 'Note', slug: 'note', fieldsSchema: [], regions: [] });

  const png = await picture('png', { width: 1600, height: 800 });
  const uploaded = await upload(site, 'harbour.png', png, {
    fields: { title: 'The harbour', altText: 'Ships at dawn', folder: 'views' },
  });
  expect(uploaded.status).toBe(201);
  ids['picture'] = uploaded.body.data.id;

  const topics = await make('topics', 'POST /taxonomies', { name: 'Topics', slug: 'topics' });
  await make('news', `POST /taxonomies/${topics}/terms`, { name: 'News', slug: 'news', weight: 2 });
  await make('birds', `POST /taxonomies/${topics}/terms`, { name: 'Birds', slug: 'birds', fields: { colour: 'blue' } });
  const places = await make('places', 'POST /taxonomies', { name: 'Places', slug: 'places', hierarchical: true });
  const north = await make('north', `POST /taxonomies/${places}/terms`, { name: 'North', slug: 'north' });
  await make('cape', `POST /taxonomies/${places}/terms`, { name: 'Cape', slug: 'cape', parentId: north });

  const shared = await make('shared', 'POST /blocks', {
    typeId: ids['hero'],
    title: 'Welcome',
    fields: { heading: 'Welcome' },
    isReusable: true,
  });
  const home = await make('home', 'POST /pages', {
    title: 'Home',
    slug: 'home',
    typeId: ids['article'],
    status: 'published',
    publishedAt: '2026-01-10T00:00:00.000Z',
    fields: { summary: 'Where it begins', body: text('Ships at dawn.'), picture: ids['picture'] },
    metaTitle: 'Harbour: home',
    metaDescription: 'Ships and birds of the harbour',
    ogImage: 'https://example.org/og.png',
    canonicalUrl: 'https://example.org/',
    robots: 'index',
  });
  await make('homeHero', `POST /pages/${home}/blocks`, {
    region: 'main',
    blockTypeSlug: 'hero',
    fields: { heading: 'Ahoy' },
  });
  await make('homeShared', `POST /pages/${home}/blocks`, { region: 'aside', blockId: shared });
  await write(`PUT /pages/${home}/terms`, { termIds: [ids['news'], ids['birds'], ids['cape']] });
  await make('inicio', `POST /pages/${home}/translate`, { locale: 'es' });
  await write(`PUT /pages/${ids['inicio']}`, { title: 'Inicio', status: 'published' });
  await make('about', 'POST /pages', {
    title: 'About us',
    slug: 'about',
    typeId: ids['article'],
    status: 'published',
    publishedAt: '2026-01-20T00:00:00.000Z',
    fields: {},
  });
  await write(`PUT /pages/${ids['about']}/terms`, { termIds: [ids['birds']] });
  await make('draft', 'POST /pages', {
    title: 'Not yet',
    slug: 'not-yet',
    typeId: ids['article'],
    status: 'draft',
    fields: {},
  });
  await write(`PUT /pages/${ids['draft']}/terms`, { termIds: [ids['news']] });
  await make('unlisted', 'POST /pages', {
    title: 'Unlisted',
    slug: 'unlisted',
    typeId: ids['article'],
    status: 'published',
    publishedAt: '2026-01-05T00:00:00.000Z',
    robots: 'noindex',
    fields: {},
  });
  const main = await make('main', 'POST /menus', { name: 'Main', slug: 'main' });
  const items = `POST /menus/${main}/items`;
  const item = await make('aboutItem', items, { title: 'About', pageId: ids['about'] });
  await make('deepItem', items, { title: 'Deep', url: '/deep', parentId: item, target: '_blank' });
  await make('deeperItem', items, { title: 'Deeper', url: '/deeper', parentId: ids['deepItem'] });
  await make('elsewhereItem', items, { title: 'Elsewhere', url: 'https://example.org' });
  await make('draftItem', items, { title: 'Hidden', pageId: ids['draft'] });
  await make('footer', 'POST /menus', { name: 'Footer', slug: 'footer' });

  await make('redirect', 'POST /redirects', { fromPath: '/old', toPath: '/about' });
  await make('oldRedirect', 'POST /redirects', { fromPath: '/older', toPath: '/about', isActive: false });
  const script = { position: 'head', isActive: true };
  await make('count', 'POST /tracking-scripts', { ...script, name: 'Count', code: 'count()', scope: 'global' });
  await make('off', 'POST /tracking-scripts', { ...script, name: 'Off', code: 'off()', isActive: false });
  await make('aboutScript', 'POST /tracking-scripts', {
    ...{ ...script, name: 'About', code: 'about()', scope: 'targeted', targetPages: ['about'] },
  });
  return ids;
}

/** Adds pages of the type `note`; the last is the newest. */
export async function addNotes({ ids, write }: Walked): Promise<void> {
  for (let n = 1; n <= NOTES; n += 1) {
    const slug = `note-${String(n).padStart(2, '0')}`;
    const publishedAt = new Date(Date.UTC(2025, 0, n)).toISOString();
    await write('POST /pages', { title: `Note ${n}`, slug, typeId: ids['note'], status: 'published', publishedAt });
  }
}
