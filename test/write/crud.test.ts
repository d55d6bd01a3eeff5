import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/model/access.ts';
import { entityOf, KINDS } from '../../src/model/entities/index.ts';
import type { Entry } from '../../src/model/entry.ts';
import type { Kind, Records } from '../../src/model/records.ts';
import { createActor } from '../../src/model/rights/createActor.ts';
import { createRecord, removeRecord, updateRecord } from '../../src/write/records.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

interface Sample<T> {
  /** A whole record; private ones are named by their id. */
  make(id: number): T;
  readonly change: Partial<T>;
  /** The file, relative to its home. */
  readonly file: string;
}

const HASH = 'a'.repeat(64);

/** One of every kind: a kind that is missing here does not compile. */
const SAMPLES: { readonly [K in Kind]: Sample<Records[K]> } = {
  settings: {
    file: 'site.yaml',
    make: () => ({
      siteName: 'A: site',
      tagline: 'Yes',
      footer: { text: '' },
      social: { a: 'b' },
      defaultLocale: 'en',
      supportedLocales: ['en'],
      homeSlug: 'start',
      redirectOnRename: false,
      session: { duration: '7d' },
      ids: 'random',
      static: { expand: ['media', 'term'], richtext: 'html' },
    }),
    change: { siteName: 'Another', logo: 'media:x' },
  },
  contentType: {
    file: 'content-types/recipe.yaml',
    make: () => ({ slug: 'recipe', name: 'Recipe', fieldsSchema: { minutes: 'integer' }, regions: ['main'] }),
    change: { description: 'What to cook\nand how', settings: { a: [1, { b: null }] } },
  },
  blockType: {
    file: 'block-types/video.yaml',
    make: () => ({ slug: 'video', name: 'Video', fieldsSchema: [{ name: 'src', type: 'url' }], icon: 'film' }),
    change: { name: '0x10', category: 'yes' },
  },
  taxonomy: {
    file: 'taxonomies/places.yaml',
    make: () => ({
      slug: 'places',
      name: 'Places',
      hierarchical: true,
      terms: [
        {
          id: 90,
          slug: 'a',
          name: 'A',
          weight: 0,
          children: [{ id: 91, slug: 'b', name: 'B', weight: 3, children: [] }],
        },
      ],
    }),
    change: { description: '# no comment', terms: [{ id: 91, slug: 'b', name: 'B', weight: 3, children: [] }] },
  },
  media: {
    file: 'media/harbour.yaml',
    make: () => ({
      key: 'harbour',
      filename: 'harbour-01234567.jpg',
      originalName: 'Harbour.jpg',
      mimeType: 'image/jpeg',
      size: 1234,
      metadata: { exif: { iso: 100 } },
      width: 10,
      height: 20,
      focalPoint: { x: 0.5, y: 1 },
    }),
    change: { altText: 'A harbour at dawn', folder: 'Sea' },
  },
  block: {
    file: 'blocks/offer.yaml',
    make: () => ({ key: 'offer', type: 'quote', title: 'Offer', isReusable: true, fields: { text: 'Now' } }),
    change: { isReusable: false, fields: { text: 'Then', tone: '' } },
  },
  page: {
    file: 'pages/de/über/uns.yaml',
    make: () => ({
      locale: 'de',
      slug: 'über/uns',
      type: 'article',
      title: 'Über uns: 1',
      status: 'published',
      publishedAt: '2026-01-01T00:00:00.000Z',
      slugOverride: false,
      terms: { topics: ['news'] },
      seo: { robots: 'noindex' },
      fields: { summary: 'Kurz', related: 'en/about' },
      regions: { content: [{ id: 70, block: 'motto' }], aside: [{ id: 71, type: 'text', fields: { body: 'x' } }] },
    }),
    change: { title: 'Wir', terms: {}, regions: {} },
  },
  menu: {
    file: 'menus/foot.yaml',
    make: () => ({
      slug: 'foot',
      name: 'Foot',
      items: [
        { id: 80, title: 'A', page: 'en/home', target: '_blank', isExpanded: false, children: [] },
        { id: 81, title: 'B', url: '/b', target: '_self', isExpanded: true, attributes: { x: 1 }, children: [] },
      ],
    }),
    change: { name: 'Footer', items: [] },
  },
  redirect: {
    file: 'redirects/old.yaml',
    make: () => ({ key: 'old', fromPath: '/old', toPath: 'https://example.org/', statusCode: 308, isActive: true }),
    change: { toPath: '/new', isActive: false },
  },
  trackingScript: {
    file: 'tracking-scripts/count.yaml',
    make: () => ({
      key: 'count',
      name: 'Count',
      code: '<script>\n  count();\n</script>\n',
      position: 'body',
      priority: -5,
      isActive: true,
      scope: 'targeted',
      targetPages: ['home', 'a/b'],
    }),
    change: { code: '<!-- --- -->', scope: 'global', targetPages: [] },
  },
  role: {
    file: 'roles/translators.yaml',
    make: () => ({
      key: 'translators',
      name: 'Translators',
      extends: 'viewer',
      allow: [{ do: ['create', 'update'], on: ['page'], locales: ['fr'], paths: ['blog/**'] }],
      deny: [{ do: ['delete'], own: true }],
    }),
    change: { name: 'Writers', extends: 'none' },
  },
  user: {
    file: 'users/4.yaml',
    make: (id) => ({ key: String(id), email: 'new@example.org', name: 'New', role: 'viewer', passwordHash: 'none' }),
    change: { name: 'Renamed', role: 'editor' },
  },
  invitation: {
    file: 'invitations/1.yaml',
    make: (id) => ({
      ...{ key: String(id), email: 'newer@example.org', role: 'editor' },
      ...{ tokenHash: HASH, expiresAt: '2027-01-01T00:00:00.000Z', language: 'de', invitedBy: 1 },
    }),
    change: { role: 'viewer', changesOnly: true },
  },
  apiKey: {
    file: 'api-keys/1.yaml',
    make: (id) => ({ key: String(id), name: 'Key', keyPrefix: 'sk_0000', keyHash: HASH, permissions: '*' }),
    change: { expiresAt: '2027-01-01T00:00:00.000Z' },
  },
  webhook: {
    file: 'webhooks/1.yaml',
    make: (id) => ({
      key: String(id),
      name: 'Hook',
      url: 'https://example.org/hook',
      events: ['*'],
      secret: 'whsec_x',
      isActive: true,
      body: 'quire',
    }),
    change: { events: ['page.published', 'page.updated'], isActive: false },
  },
};

const ACTOR: Actor = createActor({
  type: 'user',
  id: 2,
  name: 'The editor',
  email: 'editor@example.org',
  role: 'admin',
});

const siteFor = (kind: Kind): Promise<Site> => {
  const { 'site.yaml': own, ...others } = SMALL_SITE;
  return makeSite(kind === 'settings' ? others : { ...others, 'site.yaml': own! });
};

/** The commit subjects, or lines of the audit log, since the last call. */
function createTrace(site: Site, kind: Kind) {
  const log = join(site.privateDir, 'audit.ndjson');
  const all = (): readonly string[] =>
    entityOf(kind).home === 'content'
      ? site
          .git(
            'log',
            '--reverse',
            '--format=%(trailers:key=Quire-Action,valueonly,separator=,) %(trailers:key=Quire-Actor,valueonly,separator=,)',
          )
          .split('\n')
          .filter(Boolean)
      : (existsSync(log) ? readFileSync(log, 'utf8') : '')
          .split('\n')
          .filter(Boolean)
          .map((line) => `${JSON.parse(line).action} ${JSON.parse(line).actor}`);
  let seen = all().length;
  return () => {
    const lines = all();
    const fresh = lines.slice(seen);
    seen = lines.length;
    return fresh;
  };
}

/** An entry without the times of private files, which differ between the process that wrote it and one that read it. */
const lasting = ({ updatedAt, ...entry }: Entry): object =>
  entityOf(entry.kind).home === 'content' ? { ...entry, updatedAt } : entry;

const topKeys = (text: string): readonly string[] => [...text.matchAll(/^(\w+):/gm)].map(([, key = '']) => key);

async function passThrough<K extends Kind>(kind: K): Promise<void> {
  const { make, change, file }: Sample<Records[K]> = SAMPLES[kind];
  const { home, order } = entityOf(kind);
  const site = await siteFor(kind);
  const newTrace = createTrace(site, kind);
  const target = join(home === 'content' ? site.contentDir : site.privateDir, file);
  const write = (action: Parameters<typeof site.cms.writer.write>[0]) => site.cms.writer.write(action, ACTOR);
  const getByKey = (key: string): Entry => {
    const entry = site.cms.store.byKey(kind, key);
    if (!entry) throw new Error(`No ${kind} ${key}`);
    return entry;
  };

  const { entries, created, commit } = await write(createRecord(kind, (_, id) => make(id)));
  const [made] = entries as Entry<Records[K]>[];
  expect(created).toEqual(entries);
  expect(made).toMatchObject({ kind, path: file, data: make(Number(made?.key)) });
  expect(newTrace()).toEqual([`${kind}.create user/2`]);
  expect(commit === null).toBe(home === 'private');
  const keys = topKeys(readFileSync(target, 'utf8'));
  expect(keys).toEqual(order.filter((key) => keys.includes(key)));
  expect(statSync(target).mode & 0o777).toBe(home === 'private' ? 0o600 : 0o644);

  const { id, rev } = made!;
  const same = await write(updateRecord(kind, { id, ifMatch: rev }, ({ data }) => ({ ...data })));
  expect(same).toMatchObject({ commit: null, changes: [], entries: [{ rev }] });
  const stale = write(updateRecord(kind, { id, ifMatch: '0'.repeat(40) }, ({ data }) => ({ ...data, ...change })));
  await expect(stale).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  await expect(write(removeRecord(kind, { id, ifMatch: 'x' }))).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  expect(newTrace()).toEqual([]);

  const changed = await write(updateRecord(kind, { id, ifMatch: rev }, ({ data }) => ({ ...data, ...change })));
  expect(changed.entries[0]).toMatchObject({ id, data: { ...make(Number(made?.key)), ...change } });
  expect(newTrace()).toEqual([`${kind}.update user/2`]);

  const before = getByKey(made!.key);
  await site.restart();
  expect(lasting(getByKey(made!.key))).toEqual(lasting(before));
  expect(site.cms.store.problems()).toEqual([]);

  await site.cms.writer.write(removeRecord(kind, { id }), ACTOR);
  expect(newTrace()).toEqual([`${kind}.remove user/2`]);
  expect(existsSync(target)).toBe(false);
  expect(site.cms.store.get(kind, id)).toBeUndefined();
  const again = site.cms.writer.write(removeRecord(kind, { id }), ACTOR);
  await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(newTrace()).toEqual([]);
  expect(site.newCommits()).toHaveLength(home === 'content' ? 3 : 0);
  expect(site.git('fsck', '--strict')).toBe('');
  expect(site.git('status', '--porcelain')).toBe('');
}

describe('every kind of record', () => {
  it.for([...KINDS])('%s: is created, kept, changed and removed, each in its own place', (kind) => passThrough(kind));
});
