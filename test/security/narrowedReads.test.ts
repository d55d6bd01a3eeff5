import { afterAll, beforeAll, expect, it } from 'vitest';
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
  { name: 'list', type: 'repeater', fields: [{ name: 'page', type: 'reference' }] },
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
  regions: { content: [{ id: 100 + id, type: 'text', fields: { body: `${CANARY} ${WORD}` } }] },
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
      ...{ summary: WORD, related: HIDDEN_KEYS[0], to: { page: HIDDEN_KEYS[1], text: 'on' }, story: linkTo('en/quay') },
      ...{ notes: WORD, cover: CANARY, list: [{ page: HIDDEN_KEYS[2] }, { page: 'en/quay' }] },
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

const ENDS: (() => Promise<void>)[] = [];
let site: Site;
const logins = new Map<string, Readonly<Record<string, string>>>();
const changes: Record<'mixed' | 'hidden' | 'draft', string> = { mixed: '', hidden: '', draft: '' };
let commits: readonly string[] = [];

const asAdmin = (call: string, body?: unknown, headers = {}): Promise<Reply> =>
  site.ask(call, { as: 'admin', headers, ...(body !== undefined && { body }) });
const as = (role: NarrowRole, call: string, body?: unknown, headers = {}): Promise<Reply> =>
  site.ask(call, { headers: { ...logins.get(role), ...headers }, ...(body !== undefined && { body }) });

async function addPerson(role: (typeof ROLES)[NarrowRole]): Promise<void> {
  const email = `${role.key}@example.org`;
  expect((await asAdmin('POST /admin/roles', role)).status).toBe(201);
  await asAdmin('POST /admin/users', { email, name: role.name, password: PASSWORD, role: role.key });
  const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
  logins.set(role.key, { authorization: `Bearer ${body.data.token}` });
}

async function makeChange(title: string, pages: readonly number[]): Promise<string> {
  const { name } = (await asAdmin('POST /admin/changes', { title })).body.data;
  for (const id of pages) {
    const title = id > 2 ? `A new ${CANARY} ${WORD}` : `A new ${WORD}`;
    const changed = await asAdmin(`PUT /admin/pages/${id}`, { title }, { 'Quire-Change': name });
    expect(changed.status).toBe(200);
  }
  return name;
}

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: (end) => void ENDS.push(end) });
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

/** Every read that there is, with what may be asked of each. */
function listReads(): readonly Reading[] {
  return site.cms.endpoints.filter(isRead).flatMap(({ path, site: versions }) => {
    const addresses = ['', ...(QUERIES[path] ?? []).map((query) => `?${query}`)].flatMap((query) =>
      fillAll(path).map((one) => `${one}${query}`),
    );
    const isContent = versions?.findInVersion !== undefined;
    return addresses.flatMap((one): readonly Reading[] => {
      const join = one.includes('?') ? '&' : '?';
      const version = (asked: string): Reading => ({ path: `${one}${join}${asked}` });
      if (isContent)
        return [version('ref=main'), version(`ref=change/${changes.mixed}`), version('at=2026-02-02T00:00:00Z')];
      const inChange = [changes.mixed, changes.hidden].map((name) => ({
        path: one,
        headers: { 'Quire-Change': name },
      }));
      return versions?.findInChange ? [{ path: one }, ...inChange] : [{ path: one }];
    });
  });
}

/** Who may see it may see the canary: whether an answer holds it anywhere but in what was asked for. */
async function leaks(reading: Reading, headers: object): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(site.url + reading.path, { headers: { ...headers, ...reading.headers } });
  const told = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: response.status, text: `${told}\n${Buffer.from(await response.arrayBuffer()).toString('latin1')}` };
}

it.each(Object.keys(ROLES) as NarrowRole[])(
  'SEC-48 what one may not read is in no answer to any read, in no version and no change: %s',
  async (role) => {
    const found: string[] = [];
    const failed: string[] = [];
    const reads = listReads();
    expect(reads.length).toBeGreaterThan(300);
    for (const reading of reads) {
      const { status, text } = await leaks(reading, logins.get(role)!);
      const name = `${status} ${reading.path} ${JSON.stringify(reading.headers ?? {})}`;
      if (text.includes(CANARY))
        found.push(`${name}: ${text.slice(Math.max(0, text.indexOf(CANARY) - 80)).slice(0, 160)}`);
      if (status >= 500) failed.push(name);
    }
    expect(found).toEqual([]);
    expect(failed).toEqual([]);
  },
  60_000,
);
