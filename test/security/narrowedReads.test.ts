import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoint } from '../../src/extend/endpoint.ts';
import { defineExtension } from '../../src/extend/extension.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { effort } from '../effort.ts';
import { until } from '../http/makeServer.ts';
import { follow } from '../http/stream/followEvents.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../makeSite.ts';
import { CANARY } from './publicSurfaces.ts';

/** What every page says, so that a search finds the hidden ones too. */
const WORD = 'harbour';

const json = (data: object): string => JSON.stringify({ createdAt: '2026-01-01T00:00:00.000Z', ...data });
const FIELDS = [
  { name: 'summary', type: 'text' },
  { name: 'related', type: 'page' },
  { name: 'to', type: 'link' },
  { name: 'story', type: 'richtext' },
  { name: 'notes', type: 'markdown' },
  { name: 'cover', type: 'media' },
  { name: 'topic', type: 'term' },
  {
    name: 'list',
    type: 'repeater',
    fields: ['page', 'word'].map((name) => ({ name, type: name === 'page' ? 'reference' : 'text' })),
  },
  { name: 'shots', type: 'gallery' },
];

/** The pages that are hidden, by what hides them. */
const HIDDEN = { type: 3, locale: 4, path: 5 };
const HIDDEN_KEYS = [`en/${CANARY}-page`, `fr/${CANARY}-port`, `en/private/${CANARY}`] as const;

const linkTo = (key: string): object => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'on', marks: [{ type: 'link', attrs: { href: `page:${key}` } }] }],
    },
  ],
});

const hiddenPage = (id: number, type: string) => ({
  ...{ id, type, title: `The ${CANARY} ${WORD} ${id}`, status: id === HIDDEN.locale ? 'draft' : 'published' },
  ...{ translationGroup: 'group', seo: { metaTitle: CANARY }, fields: { summary: `${CANARY} ${WORD}` } },
  regions: {
    content: [
      { id: 400 + id, type: 'text', fields: { body: `${CANARY} ${WORD}` } },
      { id: 500 + id, block: 'motto' },
      { id: 600 + id, block: 'spare' },
    ],
  },
});

const FILES = {
  'site.yaml': 'siteName: Port\nsupportedLocales: [en, fr]\n',
  'content-types/article.json': json({ id: 1, name: 'Article', fieldsSchema: FIELDS }),
  [`content-types/${CANARY}.json`]: json({ id: 2, name: `The ${CANARY} type`, fieldsSchema: FIELDS.slice(0, 1) }),
  'block-types/text.json': json({ id: 1, name: 'Text', fieldsSchema: [{ name: 'body', type: 'text' }] }),
  [`block-types/${CANARY}-text.json`]: json({
    id: 2,
    name: `${CANARY} text`,
    fieldsSchema: [{ name: 'body', type: 'text' }],
  }),
  'pages/en/quay.json': json({ id: 2, type: 'article', title: `Quay ${WORD}`, status: 'published' }),
  'pages/en/port.json': json({
    ...{ id: 1, type: 'article', title: `Port ${WORD}`, status: 'published', translationGroup: 'group' },
    terms: { topics: ['news'] },
    fields: {
      ...{
        summary: WORD,
        related: HIDDEN_KEYS[0],
        to: { page: HIDDEN_KEYS[1], text: 'on' },
        story: linkTo(HIDDEN_KEYS[2]),
      },
      ...{
        notes: `![](media:${CANARY}) [on](page:${HIDDEN_KEYS[1]})`,
        cover: CANARY,
        list: [
          { page: HIDDEN_KEYS[2], word: 'one' },
          { page: HIDDEN_KEYS[0], word: 'two' },
          { page: 'en/quay', word: 'three' },
        ],
        shots: [CANARY, 'dawn'],
      },
    },
    regions: {
      content: [
        { id: 101, type: 'text', fields: { body: WORD } },
        { id: 102, block: `${CANARY}-motto` },
        { id: 103, block: 'motto' },
      ],
    },
  }),
  [`pages/${HIDDEN_KEYS[0]}.json`]: json(hiddenPage(HIDDEN.type, CANARY)),
  [`pages/${HIDDEN_KEYS[1]}.json`]: json(hiddenPage(HIDDEN.locale, 'article')),
  [`pages/${HIDDEN_KEYS[2]}.json`]: json({ ...hiddenPage(HIDDEN.path, 'article'), translationGroup: undefined }),
  'blocks/motto.json': json({ id: 300, type: 'text', title: 'Motto', fields: { body: WORD } }),
  'blocks/spare.json': json({ id: 302, type: 'text', title: 'Spare', fields: { body: WORD } }),
  [`blocks/${CANARY}-motto.json`]: json({ id: 301, type: `${CANARY}-text`, title: CANARY, fields: { body: CANARY } }),
  'taxonomies/topics.json': json({ id: 1, name: 'Topics', terms: [{ id: 1, slug: 'news', name: 'News' }] }),
  'menus/main.json': json({
    ...{ id: 1, name: 'Main' },
    items: HIDDEN_KEYS.map((page, index) => ({ id: 1 + index, title: 'Item', page })),
  }),
  'media/dawn.json': json({ id: 1, filename: 'dawn.png', mimeType: 'image/png', title: 'Dawn' }),
  [`media/${CANARY}.json`]: json({
    ...{ id: 2, filename: `${CANARY}.png`, mimeType: 'image/png', title: CANARY, altText: CANARY },
    folder: `${CANARY}-press`,
  }),
  // Two files that cannot be read.
  [`pages/en/private/${CANARY}-broken.yaml`]: `title: [${CANARY}`,
  'pages/en/broken.yaml': 'title: [',
};

const DENIED = [
  { do: ['read'], types: [CANARY, `${CANARY}-text`] },
  { do: ['read'], on: ['page'], locales: ['fr'] },
  { do: ['read'], on: ['page'], paths: ['private/**'] },
  { do: ['read'], on: ['media'], folders: [`${CANARY}-press`] },
];
const ROLES = {
  narrow: { key: 'narrow', name: 'Narrow', extends: 'editor', deny: DENIED },
  only: {
    ...{ key: 'only', name: 'Only', extends: 'none' },
    allow: [
      { do: ['read'], on: ['page'], types: ['article'], paths: ['port', 'quay'], locales: ['en'] },
      { do: ['update'], on: ['page'], types: ['article'], paths: ['port', 'quay'] },
    ],
    deny: [{ do: ['read'], types: [`${CANARY}-text`] }],
  },
};
type NarrowRole = keyof typeof ROLES;
/** A body that makes a role. */
type Role = Readonly<Record<string, unknown>> & { readonly key: string; readonly name: string };

/** Answers everything that code of a site can read for a member, with its own eyes and with the caller's. */
const LOOKER = defineExtension({
  name: 'looker',
  version: '1.0.0',
  endpoints: [
    endpoint('GET', '/all', { access: 'viewer' }, async ({ content, admin }) => ({
      pages: ['en', 'fr'].map((locale) => content.pages({ locale, expand: ['media', 'page', 'reference'] })),
      blocks: content.blocks(),
      found: await content.search(WORD, { in: 'all' }),
      listed: (await admin?.call('GET', '/pages'))?.data,
    })),
  ],
});

const ENDS: (() => Promise<void>)[] = [];
let site: Site;
const logins = new Map<string, Readonly<Record<string, string>>>();
const changes: Record<'mixed' | 'hidden' | 'draft', string> = { mixed: '', hidden: '', draft: '' };
let commits: readonly string[] = [];

const asAdmin = (call: string, body?: unknown, headers = {}): Promise<Reply> =>
  site.ask(call, { as: 'admin', headers, ...(body !== undefined && { body }) });
const as = (role: NarrowRole, call: string, body?: unknown, headers = {}): Promise<Reply> =>
  site.ask(call, { headers: { ...logins.get(role), ...headers }, ...(body !== undefined && { body }) });

async function addPerson(role: Role): Promise<Readonly<Record<string, string>>> {
  const email = `${role.key}@example.org`;
  expect((await asAdmin('POST /admin/roles', role)).status).toBe(201);
  await asAdmin('POST /admin/users', { email, name: role.name, password: PASSWORD, role: role.key });
  const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
  const headers = { authorization: `Bearer ${body.data.token}` };
  logins.set(role.key, headers);
  return headers;
}

async function makeChange(title: string, pages: readonly number[]): Promise<string> {
  const { name } = (await asAdmin('POST /admin/changes', { title })).body.data;
  for (const id of pages) {
    const title = id > 2 ? `A new ${CANARY} ${WORD}` : `A new ${WORD}`;
    const fields = { summary: WORD, cover: 2, related: HIDDEN.path, notes: `[to](page:${HIDDEN_KEYS[0]})` };
    const body = { title, ...(id === 1 && { fields }) };
    const changed = await asAdmin(`PUT /admin/pages/${id}`, body, { 'Quire-Change': name });
    expect(changed.status).toBe(200);
  }
  return name;
}

/** Hidden things that somebody has said something about. */
const TOPICS: readonly (readonly [object | undefined, keyof typeof changes | undefined])[] = [
  [{ kind: 'page', id: HIDDEN.type }, undefined],
  [{ kind: 'page', id: HIDDEN.path }, 'mixed'],
  [undefined, 'hidden'],
];

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: (end) => void ENDS.push(end), extensions: () => [LOOKER] });
  for (const role of Object.values(ROLES)) await addPerson(role);
  changes.mixed = await makeChange('Spring', [1, HIDDEN.type, HIDDEN.path]);
  changes.hidden = await makeChange(`For the ${CANARY}`, [HIDDEN.locale]);
  await asAdmin(`PUT /admin/pages/${HIDDEN.path}/draft`, { title: `The ${CANARY} draft` });
  changes.draft = (await asAdmin(`POST /admin/pages/${HIDDEN.path}/draft`)).body.data.name;
  // History: what was visible and is hidden now, and the other way round, and what is gone.
  await asAdmin(`PUT /admin/pages/${HIDDEN.type}`, { title: `Once more ${CANARY} ${WORD}` });
  const { id } = (
    await asAdmin('POST /admin/pages', { title: `Moved ${CANARY}`, slug: `private/${CANARY}-moved`, type: 'article' })
  ).body.data;
  await asAdmin(`PUT /admin/pages/${id}`, { title: 'Moved', slug: 'moved', slugOverride: true });
  const gone = (
    await asAdmin('POST /admin/pages', { title: `Gone ${CANARY}`, slug: `private/${CANARY}-gone`, type: 'article' })
  ).body.data.id;
  await asAdmin(`DELETE /admin/pages/${gone}`);
  const dropped = await makeChange(`Dropped ${CANARY}`, [HIDDEN.type]);
  await asAdmin(`DELETE /admin/changes/${dropped}`);
  await asAdmin('POST /admin/presence', { kind: 'page', id: HIDDEN.type });
  for (const [record, change] of TOPICS)
    await asAdmin('POST /admin/comments', {
      text: `@Narrow, see ${CANARY}`,
      record,
      ...(change && { change: changes[change] }),
    });
  await asAdmin('POST /admin/comments', { text: '@Narrow, see here', record: { kind: 'page', id: 1 } });
  await as('narrow', `PUT /admin/work/page/${HIDDEN.type}`, { base: { rev: null }, values: { title: CANARY } });
  commits = site.git('log', '--format=%H').trim().split('\n');
}, 60_000);
afterAll(async () => {
  for (const end of ENDS) await end();
});

/** Values of the parameters in paths. */
const valuesOf = (name: string): readonly (string | number)[] =>
  ({
    id: [1, 2, ...Object.values(HIDDEN), 6, 101, 102, 103, 300, 301],
    kind: ['page', 'media', 'block', 'menu', 'contentType'],
    name: [...Object.values(changes), 'main'],
    commit: commits,
    slug: ['port', `${CANARY}-page`, `private/${CANARY}`, 'main', 'topics'],
    locale: ['en', 'fr'],
    n: [1],
    type: ['article', CANARY],
    vocabulary: ['topics'],
    term: ['news'],
    page: ['port', `private/${CANARY}`],
    variant: ['dawn.png', `${CANARY}.png`],
  })[name] ?? ['none'];

/** The path with every combination of values. */
function fillAll(path: string): readonly string[] {
  const [found, name = ''] = /:(\w+)\*?/.exec(path) ?? [];
  if (found === undefined) return [path];
  return valuesOf(name).flatMap((value) => fillAll(path.replace(found, String(value))));
}

/** Queries that reach more than a plain request does. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/admin/pages': [
    ...[`search=${WORD}`, 'sort=title:desc', 'type=article&sort=fields.summary:asc', 'state=live', 'mine=false'],
    ...['locale=fr', 'author=The%20admin', `filter[summary][contains]=${WORD}`, 'limit=1&offset=1', 'term=topics'],
  ],
  '/api/admin/page-tree': ['under=private', 'locale=fr'],
  '/api/admin/translations': ['to=fr', 'to=en&from=fr', 'to=de&state=missing'],
  '/api/admin/search': [`q=${WORD}`],
  '/api/admin/mentions/:kind': ['ids=1,2,3,4,5,300,301'],
  '/api/admin/audit-logs': [`record=page/${HIDDEN.type}`, 'action=page', 'limit=100'],
  '/api/admin/media': [`folder=${CANARY}-press`, 'sort=title'],
  '/api/admin/blocks': [`search=${WORD}`],
  '/api/content/search': [`q=${WORD}&in=all`, `q=${WORD}`],
  '/api/content/pages': ['expand=page,reference,media,term&richtext=html', 'locale=fr', 'status=draft'],
};

/** Events are followed below. A role names what it denies, and is told to whom it is given. */
const OTHERS = [
  '/api/admin/events',
  '/api/admin/export',
  '/api/openapi.json',
  '/api/admin/auth/me',
  '/api/admin/roles',
  '/api/admin/roles/:id',
];

const isRead = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'GET' && path.startsWith('/api/') && !OTHERS.includes(path);

interface Reading {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What may be asked of an endpoint, in every version and change. */
function listReads({ path, site: versions }: Endpoint): readonly Reading[] {
  const queries = ['', ...(QUERIES[path] ?? []).map((query) => `?${query}`)];
  return queries
    .flatMap((query) => fillAll(path).map((one) => `${one}${query}`))
    .flatMap((one): readonly Reading[] => {
      const version = (asked: string): Reading => ({ path: `${one}${one.includes('?') ? '&' : '?'}${asked}` });
      if (versions?.findInVersion)
        return [version(`ref=change/${changes.mixed}`), version('ref=main'), version('at=2026-02-02T00:00:00Z')];
      const inChange = [changes.mixed, changes.hidden].map((name) => ({
        path: one,
        headers: { 'Quire-Change': name },
      }));
      return versions?.findInChange ? [{ path: one }, ...inChange] : [{ path: one }];
    });
}

/** Some of the rows, spread over all: as many as a run tries, and not always the first ones. */
function sampleOf<Row>(rows: readonly Row[], least: number, offset: number): readonly Row[] {
  const count = Math.min(rows.length, effort(rows.length, least));
  return Array.from(
    { length: count },
    (_, index) => rows[(Math.floor((index * rows.length) / count) + offset) % rows.length]!,
  );
}

/** Everything that an answer tells. */
async function readAs(reading: Reading, headers: object): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(site.url + reading.path, { headers: { ...headers, ...reading.headers } });
  const told = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: response.status, text: `${told}\n${Buffer.from(await response.arrayBuffer()).toString('latin1')}` };
}

it.each(Object.keys(ROLES) as NarrowRole[])(
  'SEC-48 what one may not read is in no answer to any read, in no version and no change: %s',
  async (role) => {
    const found: string[] = [];
    const endpoints = site.cms.endpoints.filter(isRead);
    expect(endpoints.length).toBeGreaterThan(90);
    const reads = endpoints.flatMap((endpoint, index) => sampleOf(listReads(endpoint), 2, index));
    await eachOf(reads, async (reading) => {
      const { status, text } = await readAs(reading, logins.get(role)!);
      const at = text.indexOf(CANARY);
      if (at >= 0 || status >= 500) found.push(`${status} ${JSON.stringify(reading)} ${text.slice(at - 80, at + 80)}`);
    });
    expect(found).toEqual([]);
  },
  60_000,
);

/** Does this for each, some at once. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const one = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

it('SEC-48 the test can fail: whoever may read everything finds what is hidden in most answers', async () => {
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'admin@example.org', password: PASSWORD },
  });
  const headers = { authorization: `Bearer ${body.data.token}` };
  const reads = [
    'pages',
    'page-tree?locale=fr',
    `search?q=${WORD}`,
    'changes',
    'change-names',
    'audit-logs',
    'media/folders',
    'export',
  ];
  const { text: all } = await readAs({ path: '/api/x/looker/all' }, headers);
  expect(all).toContain(CANARY);
  for (const path of [...reads, 'block-types', `pages/${HIDDEN.type}/revisions`, 'mentions/block/300', 'dashboard']) {
    const { text } = await readAs({ path: `/api/admin/${path}` }, headers);
    expect([path, text.includes(CANARY)]).toEqual([path, true]);
  }
});

it('SEC-48 counts nothing that is hidden, and tells nobody who has it open or works on it', async () => {
  expect((await as('narrow', 'GET /admin/pages')).body.meta.total).toBe(3);
  expect((await as('only', 'GET /admin/pages')).body.meta.total).toBe(2);
  expect((await asAdmin('GET /admin/presence')).body.data).toHaveLength(1);
  for (const role of ['narrow', 'only'] as const) {
    expect((await as(role, 'GET /admin/presence')).body.data).toEqual([]);
    expect((await as(role, 'POST /admin/presence', { kind: 'page', id: HIDDEN.type })).body.data).toEqual([]);
    expect((await as(role, 'GET /admin/work')).body.data).toEqual([]);
    const said = (await as(role, 'GET /admin/comments')).body;
    expect([said.meta.total, said.data.length]).toEqual([1, 1]);
    expect((await as(role, `GET /admin/work/page/${HIDDEN.type}`)).status).toBe(404);
  }
  expect((await asAdmin('GET /admin/comments')).body.meta.total).toBe(4);
  const [hidden] = (await asAdmin(`GET /admin/comments?kind=page&id=${HIDDEN.type}`)).body.data;
  expect((await as('narrow', 'POST /admin/comments', { text: 'Hello', thread: hidden.id })).status).toBe(404);
  expect((await as('narrow', `PUT /admin/comments/${hidden.id}`, { resolved: true })).status).toBe(404);
  expect((await as('narrow', 'GET /admin/inbox')).body.meta).toMatchObject({ total: 1, unread: 1 });
  const { data, meta } = (await as('narrow', 'GET /admin/changes')).body;
  expect(data.map(({ name, records }: { name: string; records: object[] }) => [name, records.length])).toEqual([
    [changes.mixed, 1],
  ]);
  expect(meta).toMatchObject({ total: 1, dropped: [] });
});

/** The hidden record of each kind that has endpoints for single records. */
const HIDDEN_IDS = { pages: HIDDEN.type, media: 2, blocks: 301, 'block-types': 2, 'content-types': 2 } as const;

it('SEC-48 answers every write to what is hidden as if it did not exist', async () => {
  const writes = site.cms.endpoints.filter(
    ({ method, path }) => method !== 'GET' && /^\/api\/admin\/[\w-]+\/:id\b/.test(path),
  );
  const isOfContent = ({ path }: { path: string }): boolean => Object.keys(HIDDEN_IDS).includes(path.split('/')[3]!);
  const asked = writes.filter(isOfContent);
  expect(asked.length).toBeGreaterThan(25);
  for (const { method, path } of asked) {
    const id = HIDDEN_IDS[path.split('/')[3] as keyof typeof HIDDEN_IDS];
    const send = (asId: number): Promise<Reply> => {
      const call = path.replace(':id', String(asId)).replaceAll(/:\w+/g, '101').replace('/api', '');
      return as('narrow', `${method} ${call}`, method === 'DELETE' ? undefined : {});
    };
    const [hidden, missing] = [await send(id), await send(98_765)];
    expect([method, path, hidden.status, hidden.body]).toEqual([method, path, missing.status, missing.body]);
    expect(hidden.status).toBeGreaterThanOrEqual(400);
  }
});

const fileOf = (key: string) => JSON.parse(site.read(`pages/${key}.json`));

it('SEC-48 keeps what an editor of a page cannot see of it', async () => {
  const before = fileOf('en/port');
  const { data } = (await as('narrow', 'GET /admin/pages/1')).body;
  expect(data.fields).toMatchObject({
    related: null,
    cover: null,
    notes: '![](media:hidden~2) [on](page:fr/hidden~4)',
  });
  const { id: _, ...shown } = data;
  const regions = { content: shown.regions.content.map(({ pb_id }: { pb_id: number }) => ({ id: pb_id })).reverse() };
  const notes = `${shown.fields.notes} more`;
  const story = structuredClone(shown.fields.story);
  story.content[0].content.push({ type: 'text', text: ' more' });
  const [first, second, third] = shown.fields.list;
  const list = [third, { ...second, word: 'second' }, first];
  const fields = { ...shown.fields, notes, story, list, to: { ...shown.fields.to, text: 'onward' }, shots: [] };
  const sent = { title: `Port ${WORD} again`, fields, regions, terms: [1] };
  const changed = await as('narrow', 'PUT /admin/pages/1', sent);
  expect([changed.status, JSON.stringify(changed.body).includes(CANARY)]).toEqual([200, false]);
  const after = fileOf('en/port');
  expect(after.fields).toMatchObject({
    related: before.fields.related,
    to: { page: before.fields.to.page, text: 'onward' },
    list: [
      { page: 'en/quay', word: 'three' },
      { page: HIDDEN_KEYS[0], word: 'second' },
      { page: HIDDEN_KEYS[2], word: 'one' },
    ],
    shots: [CANARY],
  });
  expect(after.fields.notes).toBe(`${before.fields.notes} more`);
  expect(JSON.stringify(after.fields.story)).toContain(`page:${HIDDEN_KEYS[2]}`);
  expect(after.regions.content.map(({ id }: { id: number }) => id)).toEqual([103, 101, 102]);
});

it('SEC-48 refuses what does not fit with hidden records without telling of them', async () => {
  const create = (body: object): Promise<Reply> =>
    as('narrow', 'POST /admin/pages', { type: 'article', title: 'New', ...body });
  const [taken, translated, unknown, used, unseen] = [
    await create({ slug: `${CANARY}-page` }),
    await create({ slug: 'new', locale: 'fr', translationGroupId: 'group' }),
    await create({ slug: 'other', status: 'published', fields: { summary: WORD, related: HIDDEN.path } }),
    await as('narrow', 'DELETE /admin/blocks/300'),
    await as('narrow', 'DELETE /admin/blocks/302'),
  ];
  expect(taken).toMatchObject({ status: 409, body: { errors: [{ message: `"en/${CANARY}-page" is taken` }] } });
  expect(translated).toMatchObject({
    status: 409,
    body: { errors: [{ message: 'The group already has a page in "fr"' }] },
  });
  expect(unknown).toMatchObject({
    status: 400,
    body: { errors: [{ path: ['fields', 'related'], message: 'does not exist' }] },
  });
  expect(used).toMatchObject({
    status: 409,
    body: { errors: [{ message: 'Block is used by 1 record: pages/en/port.json' }] },
  });
  expect(unseen).toMatchObject({
    status: 409,
    body: { errors: [{ message: 'Block is used by records that you may not read' }] },
  });
});

it('SEC-48 neither publishes nor drops a change of which one may not read all, and shows the rest', async () => {
  const call = (method: string, path = ''): string => `${method} /admin/changes/${changes.mixed}${path}`;
  expect((await as('narrow', call('GET'))).body.data.records).toMatchObject([{ kind: 'page', id: 1 }]);
  for (const [method, path] of [
    ['POST', '/publish'],
    ['POST', '/update'],
    ['DELETE', ''],
  ] as const)
    expect(await as('narrow', call(method, path), method === 'DELETE' ? undefined : {})).toMatchObject({
      status: 403,
      body: { errors: [{ message: 'It holds records that you may not read: ask someone who can' }] },
    });
  for (const name of [changes.hidden, 'none'])
    expect(await as('narrow', `GET /content/pages?ref=change/${name}`)).toMatchObject({
      status: 404,
      body: { errors: [{ message: 'Ref not found' }] },
    });
  for (const name of [changes.hidden, changes.draft, 'none'])
    expect(await as('narrow', `GET /admin/changes/${name}`)).toMatchObject({
      status: 404,
      body: { errors: [{ message: 'Change not found' }] },
    });
});

it('SEC-48 tells events of what one may read alone, and ends when that changes', async () => {
  const stream = await follow(site, undefined, { login: Promise.resolve(logins.get('narrow')!) });
  await asAdmin(`PUT /admin/pages/${HIDDEN.type}`, { title: `Later ${CANARY}` });
  await asAdmin('POST /admin/media/folders/none', {});
  await makeChange('Another', [HIDDEN.type]);
  await asAdmin('POST /admin/presence', { kind: 'page', id: HIDDEN.path });
  for (const id of [HIDDEN.type, 2])
    await asAdmin('POST /admin/comments', { text: '@Narrow, and again', record: { kind: 'page', id } });
  await asAdmin('PUT /admin/pages/2', { title: 'Quay, later' });
  await until(() => stream.heard.some(({ event }) => event === 'page.updated'));
  expect(JSON.stringify(stream.heard)).not.toContain(CANARY);
  expect(stream.heard.filter(({ event }) => event.startsWith('page.')).map(({ data }) => data.data.id)).toEqual([2]);
  expect(stream.heard.filter(({ event }) => event === 'inbox').map(({ data }) => data.data)).toEqual([
    { record: { kind: 'page', id: 2 }, change: null },
  ]);
  const [{ id }] = (await asAdmin('GET /admin/roles')).body.data.filter(({ key }: { key: string }) => key === 'narrow');
  await asAdmin(`PUT /admin/roles/${id}`, { name: 'Narrower' });
  await asAdmin('PUT /admin/pages/2', { title: 'Quay, at last' });
  await until(() => stream.isOver);
  expect(stream.heard.filter(({ event }) => event.startsWith('page.'))).toHaveLength(1);
});

it('SEC-48 shows to who may read only their own what they have created, live and in changes', async () => {
  const rule = { on: ['page'], types: ['article'] };
  const allow = [
    { ...rule, do: ['create', 'update', 'publish'] },
    { ...rule, do: ['read'], own: true },
  ];
  const headers = await addPerson({ key: 'own', name: 'Own', extends: 'none', allow });
  const list = async (more = {}): Promise<readonly string[]> =>
    (await site.ask('GET /admin/pages', { headers: { ...headers, ...more } })).body.data.map(
      ({ title }: { title: string }) => title,
    );
  expect(await list()).toEqual([]);
  const create = (title: string, more = {}): Promise<Reply> =>
    site.ask('POST /admin/pages', { headers: { ...headers, ...more }, body: { title, type: 'article' } });
  expect((await create('Mine')).status).toBe(201);
  expect(await list()).toEqual(['Mine']);
  const { name } = (await site.ask('POST /admin/changes', { headers, body: { title: 'Mine too' } })).body.data;
  const inChange = { 'Quire-Change': name };
  expect((await create('Mine later', inChange)).status).toBe(201);
  expect((await list(inChange)).toSorted()).toEqual(['Mine', 'Mine later']);
  expect((await site.ask(`GET /admin/changes/${name}`, { headers })).body.data.records).toMatchObject([
    { title: 'Mine later' },
  ]);
  expect((await asAdmin('GET /admin/pages')).body.meta.total).toBeGreaterThan(5);
});

it('SEC-48 reads other versions for who asks, by GraphQL and in batches, and shows previews of the same', async () => {
  const query = `{ pages(locale: "en") { data { title slug fields } meta { total } } fr: pages(locale: "fr") { data { title } } }`;
  const slugs = ['port', `${CANARY}-page`, `private/${CANARY}`];
  for (const version of ['ref=main', `ref=change/${changes.mixed}`, 'at=2026-02-02T00:00:00Z']) {
    const [graph, batch] = [
      await as('narrow', `POST /content/graphql?${version}`, { query }),
      await as('narrow', `POST /content/batch?${version}`, { pages: slugs, menus: ['main'], expand: ['page'] }),
    ];
    expect([graph.status, batch.status]).toEqual([200, 200]);
    expect(JSON.stringify(graph.body)).not.toContain(CANARY);
    expect(JSON.stringify(batch.body.data ?? batch.body).replaceAll(/"[^"]+":null/g, '')).not.toContain(
      `The ${CANARY}`,
    );
  }
  const preview = (body: object): Promise<Reply> => as('narrow', 'POST /admin/auth/preview-session', body);
  expect((await preview({ page: HIDDEN.type })).status).toBe(404);
  const { token } = (await preview({})).body.data;
  const read = (slug: string) => site.ask(`GET /content/preview/pages/${slug}?token=${token}`);
  expect([(await read('port')).status, (await read(`${CANARY}-page`)).status]).toEqual([200, 404]);
  expect(JSON.stringify((await read('port')).body)).not.toContain(CANARY);
});

it('SEC-48 undoes no commit that has changed something hidden, and says that there is none', async () => {
  const undo = (commit: string): Promise<Reply> => as('narrow', `POST /admin/commits/${commit}/revert`, {});
  const touching = site.git('log', '--format=%H', '--', `pages/${HIDDEN_KEYS[0]}.json`).trim().split('\n').slice(0, -1);
  expect(touching.length).toBeGreaterThan(0);
  const missing = await undo('f'.repeat(40));
  expect(missing.status).toBe(404);
  for (const commit of touching) expect(await undo(commit)).toMatchObject({ status: 404, body: missing.body });
});

it('SEC-48 tells why a change was sent back in line without naming what is hidden', async () => {
  const nameRelated = async (id: number, headers = {}): Promise<void> => {
    const put = await asAdmin('PUT /admin/pages/2', { fields: { related: id } }, headers);
    expect(put.status).toBe(200);
  };
  await nameRelated(HIDDEN.type);
  const { name } = (await asAdmin('POST /admin/changes', { title: 'Sent back' })).body.data;
  await nameRelated(HIDDEN.path, { 'Quire-Change': name });
  await nameRelated(HIDDEN.locale);
  await asAdmin(`POST /admin/changes/${name}/queue`, {});
  const read = async (ask: typeof asAdmin) => (await ask(`GET /admin/changes/${name}/queue`)).body.data.sentBack;
  await until(async () => (await read(asAdmin)) !== null);
  expect(JSON.stringify(await read(asAdmin))).toContain(CANARY);
  const told = await read((call) => as('narrow', call));
  expect(told.clashes).toMatchObject([{ kind: 'page', id: 2, path: ['fields', 'related'] }]);
  expect(JSON.stringify(told)).not.toContain(CANARY);
});
