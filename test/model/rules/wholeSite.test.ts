import { describe, expect, it } from 'vitest';
import { type Login, makeSite, type Reply, type Site } from '../../makeSite.ts';

const HOUR = 3600;
const TYPE = (rules: string): string => `id: 1
name: Event
fieldsSchema:
  - { name: begins, type: datetime }
  - { name: ends, type: datetime }
  - { name: isbn, type: text, max: 20 }
rules:
${rules.trimEnd()}
regions: [content]
createdAt: 2026-01-04T16:20:11.204Z
`;
const RULES = `  - { field: ends, after: begins }
  - { unique: isbn }
  - { field: title, matches: '^[A-Z]', message: must begin with a capital, severity: warning }
`;
const page = (id: number, fields: string, status = 'published', title = `Page ${id}`): string =>
  `id: ${id}\ntype: event\ntitle: ${title}\nstatus: ${status}\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields: { ${fields} }\n`;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/event.yaml': TYPE(RULES),
  'block-types/anchor.yaml': `id: 1\nname: Anchor\nfieldsSchema: [{ name: name, type: text }]\nrules: [{ unique: name }]\ncreatedAt: 2026-01-04T16:20:11.204Z\n`,
  'pages/en/one.yaml': page(7, 'isbn: "1"'),
  'pages/en/two.yaml': page(8, 'isbn: "2"', 'draft'),
};
const WRONG = { begins: '2026-02-02T10:00:00.000Z', ends: '2026-02-01T10:00:00.000Z' };

type Ask = (call: string, body?: object, options?: { as?: Login; change?: string }) => Promise<Reply>;
const asking =
  (site: Site): Ask =>
  (call, body, { as = 'admin', change } = {}) =>
    site.ask(call, { as, ...(body && { body }), ...(change && { headers: { 'Quire-Change': change } }) });

async function open(files: Readonly<Record<string, string>> = FILES): Promise<{ site: Site; ask: Ask }> {
  const site = await makeSite(files);
  return { site, ask: asking(site) };
}

const refusal = ({ status, body }: Reply): unknown => [
  status,
  ...(body.errors ?? []).map(
    ({ path, message }: { path: string[]; message: string }) => `${path?.join('.')} ${message}`,
  ),
];
const ENDS = 'fields.ends must be after begins';
const TAKEN = (key: string): string => `fields.isbn must be unique: the page "${key}" has the same`;

describe('a write', () => {
  it('is refused by what a public page may not be, and by all of it at once', async () => {
    const { site, ask } = await open();
    expect(refusal(await ask('PUT /admin/pages/7', { fields: WRONG }))).toEqual([400, ENDS]);
    const body = { title: 'Three', type: 'event', status: 'published', fields: { ...WRONG, isbn: '1' } };
    expect(refusal(await ask('POST /admin/pages', body))).toEqual([400, ENDS, TAKEN('en/one')]);
    expect(refusal(await ask('POST /admin/pages', { ...body, slug: '?', fields: { ...WRONG, isbn: 5 } }))).toEqual([
      400,
      expect.stringContaining('slug'),
      'fields.isbn must be text',
      ENDS,
    ]);
    expect(site.newCommits()).toEqual([]);
  });

  it('keeps what a draft breaks, and tells it with warnings', async () => {
    const { ask } = await open();
    const saved = await ask('PUT /admin/pages/8', { title: 'two', fields: { ...WRONG, isbn: '1' } });
    expect(saved.status).toBe(200);
    expect(
      saved.body.meta.problems.map(({ path, severity, rule }: { path: string[]; severity: string; rule: string }) =>
        [path.join('.'), severity, rule].join(' '),
      ),
    ).toEqual(['fields.ends error event/rules.0', 'fields.isbn error event/rules.1', 'title warning event/rules.2']);
    expect(refusal(await ask('PUT /admin/pages/8', { status: 'published' }))).toEqual([400, ENDS, TAKEN('en/one')]);
    expect((await ask('PUT /admin/pages/8', { fields: { begins: null, isbn: '3' } })).status).toBe(200);
    expect((await ask('PUT /admin/pages/8', { status: 'published' })).status).toBe(200);
  });

  it('is not refused by a warning, or by what was wrong before', async () => {
    const { ask } = await open({
      ...FILES,
      'pages/en/one.yaml': page(7, `isbn: "1", ends: ${WRONG.ends}, begins: ${WRONG.begins}`),
    });
    const saved = await ask('PUT /admin/pages/7', { title: 'small', fields: { ...WRONG, isbn: '5' } });
    expect(saved.status).toBe(200);
    expect(saved.body.meta.problems).toHaveLength(2);
  });

  it('to blocks is judged where they are', async () => {
    const { ask } = await open();
    const block = (name: string) => ({ block_type: 'anchor', blockTypeSlug: 'anchor', fields: { name } });
    const regions = { content: [block('a'), block('a')] };
    const taken = (at: number): string =>
      `regions.content.${at}.fields.name must be unique: a block of "en/one" has the same`;
    expect(refusal(await ask('PUT /admin/pages/7', { regions }))).toEqual([400, taken(0), taken(1)]);
    expect((await ask('PUT /admin/pages/7', { regions: { content: [block('a')] } })).status).toBe(200);
    expect(refusal(await ask('POST /admin/blocks', { title: 'A', type: 'anchor', fields: { name: 'a' } }))).toEqual([
      400,
      'fields.name must be unique: a block of "en/one" has the same',
    ]);
  });

  it('of two at once that give the same value keeps one', async () => {
    const { ask } = await open();
    const create = (title: string) =>
      ask('POST /admin/pages', { title, type: 'event', status: 'published', fields: { isbn: '9' } });
    const replies = await Promise.all(['A', 'B', 'C', 'D'].map(create));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('of many pages at once is judged as a whole', async () => {
    const { site, ask } = await open({ ...FILES, 'pages/en/one.yaml': page(7, 'isbn: "2"', 'draft') });
    expect((await ask('POST /admin/pages/bulk', { ids: [7, 8], action: 'publish' })).status).toBe(400);
    expect(site.newCommits()).toEqual([]);
  });
});

describe('a change', () => {
  it('holds what a draft may, and is not published with what its rules refuse', async () => {
    const { site, ask } = await open();
    await ask('POST /admin/changes', { title: 'Menu' });
    const change = 'menu';
    expect((await ask('PUT /admin/pages/7', { fields: WRONG }, { change })).status).toBe(200);
    const { problems } = (await ask('GET /admin/changes/menu')).body.data;
    expect(problems).toEqual([
      expect.objectContaining({ path: 'pages/en/one.yaml', code: 'RULE', severity: 'error', message: ENDS }),
    ]);
    expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(409);
    expect(site.newCommits()).toEqual([]);
    await ask('PUT /admin/pages/7', { fields: { ends: '2026-02-03T10:00:00.000Z' } }, { change });
    expect((await ask('POST /admin/changes/menu/publish', {})).status).toBe(200);
  });

  it('that gives a value which has become taken since is not published', async () => {
    const { ask } = await open();
    const body = { title: 'Three', type: 'event', status: 'published', fields: { isbn: '9' } };
    for (const title of ['Alpha', 'Beta']) {
      await ask('POST /admin/changes', { title });
      expect((await ask('POST /admin/pages', { ...body, title }, { change: title.toLowerCase() })).status).toBe(201);
    }
    expect((await ask('POST /admin/changes/alpha/publish', {})).status).toBe(200);
    const refused = await ask('POST /admin/changes/beta/publish', {});
    expect(refused.status).toBe(409);
    expect(refused.body.errors[0].message).toContain('must be unique');
  });
});

describe('other ways in', () => {
  it('an import is refused with the place of each record', async () => {
    const { site, ask } = await open();
    const document = (await ask('GET /admin/export')).body;
    const pages = document.pages.map((one: { fields: object }) => ({ ...one, fields: { ...one.fields, ...WRONG } }));
    const reply = await ask('POST /admin/import', { ...document, pages });
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body.errors)).toContain('must be after begins');
    expect(site.newCommits()).toEqual([]);
  });

  it('a draft whose time comes is not published against a rule, and its problem says so', async () => {
    const { site, ask } = await open();
    const at = (seconds: number): string =>
      new Date(Date.parse('2026-02-01T12:00:00.000Z') + seconds * 1000).toISOString();
    site.setTime(at(0));
    await ask('PUT /admin/pages/8', { fields: { isbn: '1' }, scheduledAt: at(HOUR) });
    site.setTime(at(HOUR + 1));
    await expect
      .poll(async () => (await ask('GET /admin/problems')).body.data.map(({ code }: { code: string }) => code), {
        timeout: 10_000,
      })
      .toContain('SCHEDULE');
    expect((await ask('GET /admin/pages/8')).body.data.status).toBe('draft');
  });

  it('a revert is refused if it brings back a value that is taken by now', async () => {
    const { ask } = await open();
    const changed = await ask('PUT /admin/pages/7', { fields: { isbn: '5' } });
    await ask('PUT /admin/pages/8', { fields: { isbn: '1' }, status: 'published' });
    const reply = await ask(`POST /admin/commits/${changed.headers.get('x-commit')}/revert`);
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([400, expect.stringContaining('must be unique')]);
  });

  it('files are checked: what breaks a rule is a problem with its line', async () => {
    const { ask } = await open({ ...FILES, 'pages/en/three.yaml': page(9, 'isbn: "1"', 'published', 'three') });
    const found = (await ask('GET /admin/problems')).body.data.filter(({ code }: { code: string }) => code === 'RULE');
    expect(
      found.map(({ path, line, severity, message }: Record<string, unknown>) => [path, line, severity, message]),
    ).toEqual([
      ['pages/en/one.yaml', 6, 'error', TAKEN('en/three')],
      ['pages/en/three.yaml', 3, 'warning', 'title must begin with a capital'],
      ['pages/en/three.yaml', 6, 'error', TAKEN('en/one')],
    ]);
  });
});

describe('a type', () => {
  it('shows its rules to editors, and takes others that are right', async () => {
    const { site, ask } = await open();
    expect((await ask('GET /admin/content-types/1')).body.data.rules).toHaveLength(3);
    expect((await site.ask('GET /content/content-types')).body.data?.[0]?.rules).toBeUndefined();
    expect(refusal(await ask('PUT /admin/content-types/1', { rules: [{ field: 'ends', aftr: 'begins' }] }))).toEqual([
      400,
      'rules.0.aftr is not a key of such a rule; did you mean "after"?',
      expect.any(String),
    ]);
    expect(refusal(await ask('PUT /admin/content-types/1', { rules: 5 }))).toEqual([
      400,
      'rules must be a list or null',
    ]);
    const rules = [{ require: ['isbn'] }];
    expect((await ask('PUT /admin/content-types/1', { rules })).body.data.rules).toEqual(rules);
    expect(site.read('content-types/event.yaml')).toContain('require');
    expect((await ask('PUT /admin/content-types/1', { rules: [] })).body.data.rules).toBeUndefined();
    expect(site.read('content-types/event.yaml')).not.toContain('rules');
  });

  it('with a wrong rule in its file is served, and the rule is a problem', async () => {
    const { ask } = await open({
      ...FILES,
      'content-types/event.yaml': TYPE(`${RULES}  - { field: end, before: begins }\n`),
    });
    const problems = (await ask('GET /admin/problems')).body.data;
    expect(problems).toEqual([
      expect.objectContaining({
        ...{ path: 'content-types/event.yaml', code: 'VALIDATION', line: 11 },
        message: 'rules.3.field must be the name of a field; did you mean "ends"?',
      }),
    ]);
    expect(refusal(await ask('PUT /admin/pages/7', { fields: WRONG }))).toEqual([400, ENDS]);
  });

  it('tells before it is saved which records would fail that do not fail now', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `pages/en/p${at}.yaml`,
        page(100 + at, `isbn: "${at % 2 === 0 ? 'x' : at}"`),
      ]),
    );
    const { site, ask } = await open({ ...FILES, 'content-types/event.yaml': TYPE('  - { unique: isbn }'), ...many });
    const rules = [{ unique: 'isbn' }, { field: 'isbn', matches: '^[0-9]$' }];
    const { failing } = (await ask('POST /admin/content-types/1/check', { rules })).body.data;
    expect([failing.records, failing.first.length]).toEqual([25, 20]);
    expect(failing.first[0]).toMatchObject({
      ...{ kind: 'page', id: 100, title: 'Page 100', path: ['fields', 'isbn'] },
      ...{ message: 'must match the pattern ^[0-9]$', reason: 'pattern' },
    });
    const same = (await ask('POST /admin/content-types/1/check', { description: 'x' })).body.data;
    expect(same.failing).toEqual({ records: 0, first: [] });
    const fieldsSchema = [{ name: 'isbn', type: 'text', max: 1 }];
    const bounded = (await ask('POST /admin/content-types/1/check', { fieldsSchema, rules: [] })).body.data;
    expect(bounded.failing.records).toBe(10);
    expect(site.newCommits()).toEqual([]);
  });
});
