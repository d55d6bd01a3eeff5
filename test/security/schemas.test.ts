import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FIELD_TYPES } from '../../src/model/fields/field.ts';
import { refusalOf } from '../http/problemsOf.ts';
import { long } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';
import { CANARY, type Facts, PUBLIC_SURFACES } from './publicSurfaces.ts';

const HIDDEN = `en/${CANARY}`;
const HEAD = 'createdAt: 2026-01-01T00:00:00.000Z\n';
const TYPE = `name: Story
fieldsSchema:
  - { name: title, type: text }
  - { name: next, type: page }
  - { name: go, type: link }
  - { name: more, type: gallery }
  - name: facts
    type: repeater
    fields: [{ name: note, type: text }, { name: of, type: page }]
regions: [{ name: content, allowed_types: [card, quote] }, aside]
${HEAD}`;
const CARD = `name: Card\nfieldsSchema: { words: text, to: page }\n${HEAD}`;
const SHARED = `type: card\ntitle: Shared\n${HEAD}fields: { words: harbour, to: ${HIDDEN} }\n`;
const TALE = `type: story
title: Tale
status: published
${HEAD}fields:
  title: harbour tale
  next: ${HIDDEN}
  go: { page: ${HIDDEN}, text: Go }
  facts: [{ note: harbour, of: ${HIDDEN} }]
regions:
  content:
    - { type: card, fields: { words: harbour, to: ${HIDDEN} } }
    - { block: shared, overrides: { to: ${HIDDEN} } }
  aside:
    - { type: card, fields: { words: harbour, to: ${HIDDEN} } }
`;
const FILES = {
  ...SMALL_SITE,
  'content-types/story.yaml': `id: 3\n${TYPE}`,
  'block-types/card.yaml': `id: 7\n${CARD}`,
  'blocks/shared.yaml': SHARED,
  [`pages/${HIDDEN}.yaml`]: `id: 71\ntype: story\ntitle: Soon\nstatus: draft\n${HEAD}`,
  'pages/en/tale.yaml': `id: 72\n${TALE}`,
};
const FACTS: Facts = { pages: [{ id: 72, locale: 'en', slug: 'tale' }], menus: ['main'], taxonomies: ['topics'] };

/** Everything in public answers that comes from the hidden page. */
async function leaksOf(site: Site, facts: Facts, word = CANARY): Promise<readonly string[]> {
  const leaks: string[] = [];
  for (const requestsOf of Object.values(PUBLIC_SURFACES))
    for (const { path, init = {} } of requestsOf(facts).filter((request) => !request.path.includes(word))) {
      const text = await (await fetch(site.url + path, init)).text();
      if (text.includes(word)) leaks.push(path);
    }
  return leaks;
}

const tale = async (site: Site) => (await site.ask('GET /content/pages/tale')).body.data;

/** What has happened to the type of a page and of its blocks since it was written; null: the file is gone. */
interface Fate {
  readonly type?: string | null;
  readonly card?: string | null;
  /** Under what name the page itself holds what was its field `next`. */
  readonly next?: string;
}

const FATES: Readonly<Record<string, Fate>> = {
  'nothing happens': {},
  'a field is removed': { type: TYPE.replace('  - { name: next, type: page }\n', '') },
  'all fields are removed': { type: `name: Story\n${HEAD}`, card: `name: Card\n${HEAD}` },
  'a field is renamed': { type: TYPE.replace('name: next', 'name: after'), card: CARD.replace('to:', 'other:') },
  'nested fields are removed': { type: TYPE.replace(', { name: of, type: page }', '') },
  'a list becomes an object': { type: TYPE.replace('type: repeater', 'type: object') },
  'a list becomes any JSON': { type: TYPE.replace('type: repeater', 'type: json') },
  ...Object.fromEntries(
    [...FIELD_TYPES, 'sparkle'].map((type) => [
      `what pointed at a page becomes ${type}`,
      {
        type: TYPE.replace('name: next, type: page', `name: next, type: ${type}`).replace(
          'type: link',
          `type: ${type}`,
        ),
        card: CARD.replace('to: page', `to: ${type}`),
      },
    ]),
  ),
  'the page becomes the summary': {
    type: TYPE.replace('name: next, type: page', 'name: summary, type: text'),
    next: 'summary',
  },
  'fields are of a JSON Schema that allows others': {
    type: `name: Story\nfieldsSchema: { type: object, properties: { title: { type: string } }, additionalProperties: true }\n${HEAD}`,
  },
  'a default names it': { type: TYPE.replace('next, type: page }', `other, type: page, default: ${HIDDEN} }`) },
  'a default is of a page no longer': {
    type: TYPE.replace('next, type: page }', `other, type: text, default: ${HIDDEN} }`),
  },
  'a default block names it': {
    type: `${TYPE}defaultBlocks: [{ region: aside, blockTypeSlug: card, fields: { to: ${HIDDEN}, gone: ${HIDDEN} } }]\n`,
  },
  'the block type is gone': { card: null },
  'the content type is gone': { type: null },
  'all types are gone': { type: null, card: null },
  'the content type cannot be read': { type: 'name: [\n' },
  'the block type cannot be read': { card: 'name: 5\n' },
  'a region is gone and others stay': { type: TYPE.replace(', aside]', ']') },
  'a region allows other blocks': { type: TYPE.replace('[card, quote]', '[quote]') },
};

/** A site with a page for each fate, with types of its own. */
function filesOfFates(): Readonly<Record<string, string>> {
  const pages = Object.values(FATES).flatMap(({ type = TYPE, card = CARD, next = 'next' }, index) => {
    const named = (text: string): string =>
      text
        .replaceAll('card', `card-${index}`)
        .replaceAll('story', `story-${index}`)
        .replaceAll('shared', `shared-${index}`);
    return [
      [`content-types/story-${index}.yaml`, type && named(type)],
      [`block-types/card-${index}.yaml`, card && named(card)],
      [`blocks/shared-${index}.yaml`, named(SHARED)],
      [`pages/en/tale-${index}.yaml`, named(TALE).replace('next:', `${next}:`)],
    ] as const;
  });
  return { ...FILES, ...Object.fromEntries(pages.flatMap(([path, text]) => (text === null ? [] : [[path, text]]))) };
}

describe('what the schemas have known before', () => {
  long.it('SEC-39 shows on no public surface, whatever has become of them', async () => {
    const site = await makeSite(filesOfFates());
    const fates = Object.keys(FATES);
    const pages = fates.map((_, index) => ({ id: 0, locale: 'en', slug: `tale-${index}` }));
    const asked = { ...FACTS, pages };
    expect(await leaksOf(site, asked)).toEqual([]);
    for (const [index, fate] of fates.entries()) {
      const shown = await site.ask(`GET /content/pages/tale-${index}?expand=page,reference&richtext=html`);
      expect([fate, shown.status, JSON.stringify(shown.body).includes(CANARY)]).toEqual([fate, 200, false]);
      const { id } = shown.body.data;
      const whole = await site.ask(`GET /admin/pages/${id}`, { as: 'viewer' });
      expect([fate, whole.status, whole.body.data.fields.title]).toEqual([fate, 200, 'harbour tale']);
    }
    expect((await site.ask('GET /content/pages/tale-0')).body.data).toMatchObject({
      fields: {
        title: 'harbour tale',
        next: null,
        go: { page_slug: null, url: null, text: 'Go' },
        facts: [{ note: 'harbour', of: null }],
      },
      regions: { content: [{ fields: { words: 'harbour', to: null } }, { is_shared: true }], aside: [{}] },
    });
    const hidden = (await site.ask('GET /content/search?q=harbour&in=all&limit=50')).body.data;
    expect(hidden.length).toBeGreaterThan(fates.length - 10);
    expect((await site.ask(`GET /content/search?q=${CANARY}&in=all`)).body.meta.total).toBe(0);
  });

  it('SEC-39 stays in the files, is shown to admins, and is reported', async () => {
    const site = await makeSite(FILES);
    const before = site.read('pages/en/tale.yaml');
    const { body } = await site.ask('GET /admin/content-types/3', { as: 'admin' });
    const fieldsSchema = body.data.fieldsSchema.filter(({ name }: { name: string }) => name !== 'title');
    await site.ask('PUT /admin/content-types/3', { as: 'admin', body: { fieldsSchema } });
    expect((await tale(site)).fields).not.toHaveProperty('title');
    expect((await site.ask('GET /content/search?q=harbour&in=all')).body.meta.total).toBe(1);
    expect(refusalOf(await site.ask('GET /content/pages?type=story&filter[title][contains]=tale'))).toMatch(
      /^400 VALIDATION/,
    );
    expect((await site.ask('GET /admin/pages/72', { as: 'viewer' })).body.data.fields.title).toBe('harbour tale');
    expect(site.read('pages/en/tale.yaml')).toBe(before);
    await site.ask('PUT /admin/pages/72', { as: 'editor', body: { title: 'Tale again' } });
    expect(site.read('pages/en/tale.yaml')).toContain('title: harbour tale');
    const problems = (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data;
    expect(problems).toContainEqual(
      expect.objectContaining({
        path: 'pages/en/tale.yaml',
        code: 'UNKNOWN_FIELD',
        message: 'fields.title is not a field of its type: it is kept, but not shown to the public',
      }),
    );
    rmSync(join(site.contentDir, 'block-types/card.yaml'));
    await vi.waitFor(async () => expect((await tale(site)).regions).toEqual({ content: [], aside: [] }), 10_000);
    const missing = { code: 'DANGLING_REFERENCE', message: 'mentions the block type "card", which does not exist' };
    expect((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data).toContainEqual(
      expect.objectContaining({ path: 'pages/en/tale.yaml', ...missing }),
    );
    const whole = (await site.ask('GET /admin/pages/72', { as: 'viewer' })).body.data;
    expect(whole.regions.content.map(({ fields }: { fields: { words: string } }) => fields.words)).toEqual([
      'harbour',
      'harbour',
    ]);
  });

  it('SEC-39 leaves a page without its fields if its type is gone, and as it was if its type is broken', async () => {
    const site = await makeSite(FILES);
    const before = await tale(site);
    site.write('content-types/story.yaml', 'id: 3\nname: [\n');
    await vi.waitFor(async () => {
      const { data } = (await site.ask('GET /admin/problems', { as: 'viewer' })).body;
      expect(data.map(({ path }: { path: string }) => path)).toContain('content-types/story.yaml');
    }, 10_000);
    expect(await tale(site)).toEqual(before);
    rmSync(join(site.contentDir, 'content-types/story.yaml'));
    await vi.waitFor(async () => expect((await tale(site)).fields).toEqual({}), 10_000);
    expect(await tale(site)).toEqual({ ...before, fields: {}, regions: {} });
  });
});

const media = (id: number, filename: string): string => `id: ${id}\nfilename: ${JSON.stringify(filename)}\n${HEAD}`;

describe('media files', () => {
  it('SEC-4 of records that name a dotfile or a path are neither read nor served', async () => {
    const names = ['.htpasswd', '..', '../site.yaml', 'a\r\nb.png', '.git', 'con.txt'];
    const site = await makeSite({
      ...SMALL_SITE,
      'media/files/.htpasswd': 'secret',
      'media/files/notes.txt': 'seen',
      'media/plain.yaml': media(50, 'notes.txt'),
      ...Object.fromEntries(names.map((name, index) => [`media/odd-${index}.yaml`, media(51 + index, name)])),
    });
    expect(await (await fetch(`${site.url}/api/content/media/50/original`)).text()).toBe('seen');
    const { data } = (await site.ask('GET /admin/problems', { as: 'viewer' })).body;
    for (const [index, name] of names.entries()) {
      const reply = await site.ask(`GET /content/media/${51 + index}/original`);
      expect([name, reply.status]).toEqual([name, 404]);
      expect(data).toContainEqual(
        expect.objectContaining({
          path: `media/odd-${index}.yaml`,
          code: 'SCHEMA',
          message: expect.stringMatching(/^filename must be a plain file name/),
        }),
      );
    }
  });

  it('SEC-26 are saved under a harmless name of one line', async () => {
    const original = 'photos/a"\r\nSet-Cookie: x=1\u202egnp.exe';
    const site = await makeSite({
      ...SMALL_SITE,
      'media/files/notes.txt': 'seen',
      'media/plain.yaml': `${media(50, 'notes.txt')}originalName: ${JSON.stringify(original)}\n`,
    });
    const { headers } = await fetch(`${site.url}/api/content/media/50/original`);
    expect(headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''a%22%20Set-Cookie%3A%20x%3D1%20gnp.exe",
    );
    expect(headers.get('set-cookie')).toBeNull();
  });
});

describe('addresses that front ends put into tags and headers', () => {
  const BAD = [
    'noindex\n',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:x',
    'data:text/html,x',
    '/a\r\nX: y',
    'vbscript:x',
  ];

  it('SEC-39 are refused if they could run something or contain line breaks', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const value of BAD) {
      for (const key of ['ogImage', 'canonicalUrl', 'robots'])
        expect([
          key,
          value,
          refusalOf(await site.ask('PUT /admin/pages/1', { as: 'editor', body: { [key]: value } })),
        ]).toEqual([key, value, expect.stringMatching(new RegExp(`^400 VALIDATION ${key}`))]);
      for (const [body, path] of [
        [{ logo: value }, 'logo'],
        [{ social: { twitter: value } }, 'social'],
      ] as const)
        expect([path, value, refusalOf(await site.ask('PUT /admin/config', { as: 'admin', body }))]).toEqual([
          path,
          value,
          expect.stringMatching(new RegExp(`^400 VALIDATION ${path}`)),
        ]);
      const redirect = await site.ask('POST /admin/redirects', {
        as: 'admin',
        body: { fromPath: '/old', toPath: value },
      });
      const item = await site.ask('POST /admin/menus/1/items', { as: 'editor', body: { title: 'A', url: value } });
      expect([value, refusalOf(redirect), refusalOf(item)]).toEqual([
        value,
        expect.stringMatching(/^400 VALIDATION toPath/),
        expect.stringMatching(/^400 VALIDATION url/),
      ]);
      const page = { id: 90, locale: 'en', slug: 'new', type: 'plain', title: 'N', seo: { ogImage: value } };
      const imported = await site.ask('POST /admin/import', { as: 'admin', body: { quire: 1, pages: [page] } });
      expect([value, imported.status]).toEqual([value, 400]);
    }
    expect(site.newCommits()).toEqual([]);
  });

  long.it('SEC-39 are not shown where a file has such, and told', async () => {
    const bad = JSON.stringify(BAD[0]);
    const seo = `{ ogImage: ${bad}, canonicalUrl: ${bad}, robots: ${bad}, metaTitle: Kept }`;
    const site = await makeSite({
      ...SMALL_SITE,
      'site.yaml': `${SMALL_SITE['site.yaml']}logo: ${bad}\nsocial: { good: "https://example.org/@a", bad: ${bad} }\n`,
      'pages/en/bad.yaml': `id: 60\ntype: plain\ntitle: Bad\nstatus: published\n${HEAD}seo: ${seo}\n`,
    });
    expect((await site.ask('GET /content/pages/bad')).body.data.seo).toEqual({
      meta_title: 'Kept',
      meta_description: null,
      og_image: null,
      canonical_url: null,
      robots: null,
    });
    expect((await site.ask('GET /content/config')).body.data).toMatchObject({
      logo: null,
      social: { good: 'https://example.org/@a' },
    });
    expect(await leaksOf(site, { ...FACTS, pages: [{ id: 60, locale: 'en', slug: 'bad' }] }, 'javascript')).toEqual([]);
    const { data } = (await site.ask('GET /admin/problems', { as: 'viewer' })).body;
    const told = data
      .filter(({ code }: { code: string }) => code === 'UNFIT_VALUE')
      .map(({ path, message }: { path: string; message: string }) => `${path} ${message.split(' ')[0]}`);
    expect(told.toSorted()).toEqual([
      'pages/en/bad.yaml seo.canonicalUrl',
      'pages/en/bad.yaml seo.ogImage',
      'pages/en/bad.yaml seo.robots',
      'site.yaml logo',
      'site.yaml social.bad',
    ]);
    // It stays where it is and disturbs nobody.
    expect((await site.ask('PUT /admin/pages/60', { as: 'editor', body: { title: 'Better' } })).status).toBe(200);
    for (const robots of [
      'noindex',
      'noindex, nofollow',
      'max-snippet:-1, max-image-preview:large',
      'unavailable_after: 2026-10-01',
    ])
      expect([robots, (await site.ask('PUT /admin/pages/60', { as: 'editor', body: { robots } })).status]).toEqual([
        robots,
        200,
      ]);
  });
});
