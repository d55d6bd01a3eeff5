import { describe, expect, it } from 'vitest';
import { showWebhook } from '../../../src/features/webhooks/view.ts';
import type { Entry, Problem } from '../../../src/model/entry.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/siteSettings.ts';
import { showAuditEntry } from '../../../src/view/admin/audit.ts';
import { showDashboard, showProblem, showProblemByName } from '../../../src/view/admin/dashboard.ts';
import { showMentions, showMentionsOf } from '../../../src/view/admin/mentions.ts';
import { showPreviewSession } from '../../../src/view/admin/previewSession.ts';
import { showDelivery } from '../../../src/view/admin/record/delivery.ts';
import {
  showApiKey,
  showContentType,
  showSettings,
  showUser,
  withReadFields,
} from '../../../src/view/admin/records.ts';
import { showView } from '../../../src/view/admin/savedView.ts';
import { showSubject } from '../../../src/view/admin/subject.ts';
import { pageFile, siteInMemory } from '../siteInMemory.ts';

const AT = '2026-01-01T00:00:00.000Z';
/** An entry with this data, which may hold more than a view shows. */
const entryOf = <T>(data: unknown): Entry<T> =>
  ({ kind: 'user', id: 7, key: '7', path: 'p', rev: 'r', createdAt: AT, updatedAt: AT, data }) as Entry<T>;

describe('secrets', () => {
  const person = { email: 'a@b.example', name: 'Ada', role: 'admin', passwordHash: 'SECRET' };
  const key = { name: 'CI', keyPrefix: 'qk_ab', permissions: ['read'], hash: 'SECRET' };

  it('of people and keys are never shown', () => {
    expect(showUser(entryOf(person))).toEqual({
      id: 7,
      email: 'a@b.example',
      name: 'Ada',
      role: 'admin',
      createdAt: AT,
    });
    const expected = { id: 7, name: 'CI', keyPrefix: 'qk_ab', permissions: ['read'], expiresAt: null };
    expect(showApiKey(entryOf(key), null)).toEqual({ ...expected, lastUsedAt: null, createdAt: AT });
  });

  it('do not hide whether somebody may only write changes', () => {
    expect(showUser(entryOf({ ...person, changesOnly: true }))).toMatchObject({ changesOnly: true });
    expect(showUser(entryOf({ ...person, changesOnly: false }))).not.toHaveProperty('changesOnly');
    expect(showApiKey(entryOf({ ...key, changesOnly: true }), AT)).toMatchObject({ changesOnly: true, lastUsedAt: AT });
  });

  const webhook = {
    ...{ name: 'Build', url: 'https://hook.example/SECRET', events: ['page.created'], isActive: true, body: 'event' },
    ...{ secret: 'SECRET', headers: { authorization: 'SECRET' }, gitlab: { ref: 'main', token: 'SECRET' } },
  };

  it.each([
    ['admin', 'https://hook.example/SECRET'],
    ['editor', '•••'],
    ['viewer', '•••'],
  ] as const)('of a webhook are shown to the role %s as that they are there', (role, url) => {
    const shown = showWebhook(entryOf(webhook), { lastDelivery: null, reader: { role } });
    expect(shown).toEqual({
      ...{ id: 7, name: 'Build', url, events: ['page.created'], isActive: true, hasSecret: true, body: 'event' },
      ...{ headers: { authorization: true }, gitlab: { ref: 'main', token: true }, createdAt: AT, lastDelivery: null },
    });
  });

  it('that a webhook does not have are not claimed', () => {
    const bare = { ...webhook, secret: '', headers: undefined, gitlab: undefined };
    const shown = showWebhook(entryOf(bare), { lastDelivery: null, reader: { role: 'admin' } });
    expect(shown).toMatchObject({ hasSecret: false, headers: {}, gitlab: null });
  });

  const delivery = {
    ...{
      id: 'm1',
      type: 'page.created',
      record: 'page/1',
      body: '{"a":1}',
      createdAt: AT,
      status: 'failed',
      attempts: 2,
    },
    ...{ nextAttemptAt: AT, last: { at: AT, status: 500, error: null, answer: 'SECRET', durationMs: 12 } },
  };

  it.each([
    ['admin', 'SECRET'],
    ['editor', null],
  ] as const)('in the answer to a delivery are for the role %s: %s', (role, response) => {
    expect(showDelivery(delivery, { role })).toEqual({
      ...{ messageId: 'm1', type: 'page.created', status: 'failed', attempts: 2, attemptedAt: AT, nextAttemptAt: AT },
      ...{
        responseStatus: 500,
        error: null,
        record: 'page/1',
        createdAt: AT,
        durationMs: 12,
        response,
        payload: { a: 1 },
      },
    });
  });

  it('are not looked for in a delivery that nobody has tried yet', () => {
    expect(showDelivery({ ...delivery, last: null }, { role: 'admin' })).toMatchObject({
      ...{ attemptedAt: null, responseStatus: null, error: null, durationMs: null, response: null },
    });
  });
});

describe('the settings', () => {
  it('come with the addresses of the server, and say null for what is not set', () => {
    expect(showSettings(DEFAULT_SETTINGS, { siteUrl: 'https://a.example', previewUrl: null })).toEqual({
      ...DEFAULT_SETTINGS,
      ...{ logo: null, siteUrl: 'https://a.example', previewUrl: null },
    });
  });
});

describe('a content type', () => {
  const { store } = siteInMemory({
    'content-types/a.yaml': { id: 1, name: 'A', fieldsSchema: { title: 'text' }, regions: ['main'] },
  });
  const shown = {
    ...{ id: 1, name: 'A', slug: 'a', description: null, fieldsSchema: { title: 'text' }, regions: ['main'] },
    ...{ defaultBlocks: null, settings: null },
  };

  it('is shown as its file has it, and for people who write also with its fields in one form', () => {
    const type = store.get('contentType', 1)!;
    expect(showContentType(type)).toEqual(shown);
    const read = withReadFields(showContentType)(type) as { fields: readonly object[] };
    expect(read).toMatchObject(shown);
    expect(read.fields).toMatchObject([{ name: 'title', type: 'text' }]);
    expect(read.fields).toHaveLength(1);
  });
});

describe('who did it', () => {
  const { store } = siteInMemory({ 'pages/en/a.yaml': pageFile({ id: 12, title: 'About' }) });

  it.each(['user/3', 'api-key/3'])('is known as %s after they are gone', (subject) => {
    expect(showSubject(subject, store)).toEqual({ type: subject.split('/')[0], id: 3, name: null });
  });

  it('is asked of the people for a person, and of the keys for a key', () => {
    const lookup = { get: (kind: string, id: number) => ({ data: { name: `${kind} ${id}` } }) } as never;
    expect(showSubject('user/3', lookup)).toEqual({ type: 'user', id: 3, name: 'user 3' });
    expect(showSubject('api-key/4', lookup)).toEqual({ type: 'api-key', id: 4, name: 'apiKey 4' });
  });

  it('is shown with a saved view and a preview, and never a token', () => {
    const view = {
      id: 1,
      name: 'Mine',
      screen: 'pages',
      query: '?a',
      shared: false,
      isOwn: true,
      createdAt: AT,
      updatedAt: AT,
    };
    const owner = { type: 'user', id: 3, name: null };
    expect(showView({ ...view, owner: 'user/3' }, store)).toEqual({ ...view, owner });
    const open = { id: 1, ref: null, page: 12, subject: 'user/3', createdAt: AT, expiresAt: AT, token: 'SECRET' };
    const shown = { id: 1, ref: null, createdAt: AT, expiresAt: AT, createdBy: owner };
    expect(showPreviewSession(open, store)).toEqual({ ...shown, page: 12, pageTitle: 'About' });
    expect(showPreviewSession({ ...open, page: 99 }, store)).toEqual({ ...shown, page: 99, pageTitle: null });
    expect(showPreviewSession({ ...open, page: null }, store)).toEqual({ ...shown, page: null, pageTitle: null });
  });

  const action = {
    ...{ at: AT, actor: 'user/3', author: { name: 'Ada', email: 'a@b.example', secret: 'x' }, action: 'page.update' },
    ...{ summary: null, ip: '::1', ok: true, commit: 'c1' },
  };

  it.each([
    [['page/12 en/about'], 'page/12 en/about', 'About'],
    [['page/99 en/gone'], 'page/99 en/gone', null],
    [['nothing/12 x'], 'nothing/12 x', null],
    [['page/12 en/about', 'page/13 en/b'], 'page/12 en/about', null],
    [['constructor/12'], 'constructor/12', null],
    [[], null, null],
  ])('what to %j is shown with the present title of the only record', (records, record, title) => {
    expect(showAuditEntry({ ...action, records }, store)).toEqual({
      ...{
        ...action,
        author: { name: 'Ada', email: 'a@b.example' },
        record,
        records,
        recordCount: records.length,
        title,
        area: 'page',
        activity: { verb: 'update', kind: 'page', name: title, count: records.length },
      },
    });
  });

  it('is told of the first hundred records alone, with the number of all', () => {
    const records = Array.from({ length: 101 }, (_, at) => `page/${at} en/p${at}`);
    const shown = showAuditEntry({ ...action, records, author: null }, store) as { records: readonly string[] };
    expect(shown).toMatchObject({ recordCount: 101, author: null });
    expect(shown.records).toEqual(records.slice(0, 100));
  });
});

describe('a problem', () => {
  const problem: Problem = { path: 'pages/en/a.yaml', code: 'SCHEMA', message: 'is broken' };
  const record = { kind: 'page', id: 12, key: 'en/a' } as const;

  it.each([
    [{}, { severity: 'error' }],
    [
      { severity: 'warning', line: 3, column: 1 },
      { severity: 'warning', line: 3, column: 1 },
    ],
    [{ at: ['fields', 0, 'a'] }, { severity: 'error' }],
    [
      { record, at: [] },
      { severity: 'error', record },
    ],
    [
      { record, at: ['fields', 0, 'a'] },
      { severity: 'error', record, field: ['fields', '0', 'a'] },
    ],
  ] as const)('with %j is shown with %j', (more, expected) => {
    expect(showProblem({ ...problem, ...more })).toEqual({ ...problem, ...expected });
  });

  it('is called by the title of its record as long as that is there', () => {
    const { store } = siteInMemory({ 'pages/en/a.yaml': pageFile({ id: 12, title: 'About' }) });
    expect(showProblemByName({ ...problem, record }, store)).toMatchObject({ record: { ...record, title: 'About' } });
    expect(showProblemByName({ ...problem, record: { ...record, id: 99 } }, store)).toMatchObject({
      record: { id: 99 },
    });
    expect(showProblemByName(problem, store)).not.toHaveProperty('record');
  });

  it('is one of twenty at the start, beside the numbers of records', () => {
    const pages = Array.from({ length: 12 }, (_, at) => [
      `pages/en/p${at}.yaml`,
      pageFile({ id: at + 1, status: at < 5 ? 'draft' : 'published' }),
    ]);
    const { store, lists } = siteInMemory({
      ...Object.fromEntries(pages),
      'pages/de/old.yaml': pageFile({ id: 50, status: 'archived' }),
    });
    const shown = showDashboard(store, lists, Array<Problem>(25).fill(problem)) as {
      recentPages: unknown[];
      problems: unknown[];
    };
    expect(shown).toMatchObject({
      stats: { pages: 13, published: 7, drafts: 5, blocks: 0, media: 0, menus: 0, users: 0, problems: 25 },
    });
    expect([shown.recentPages.length, shown.problems.length]).toEqual([10, 20]);
    expect(Object.keys(shown.recentPages[0] as object)).toEqual([
      'id',
      'type',
      'title',
      'slug',
      'locale',
      'status',
      'updatedAt',
    ]);
  });
});

describe('what mentions a record', () => {
  const { store } = siteInMemory({
    'content-types/article.yaml': {
      id: 1,
      name: 'Article',
      fieldsSchema: [
        { name: 'see', type: 'page' },
        { name: 'also', type: 'page' },
      ],
    },
    'pages/en/b.yaml': pageFile({ id: 4, title: 'B', fields: { see: 'en/a', also: 'en/c' } }),
    'pages/en/a.yaml': pageFile({ id: 3, title: 'A', fields: { see: 'en/c' } }),
    'pages/en/c.yaml': pageFile({ id: 5, title: 'C', status: 'draft' }),
    'menus/main.yaml': { id: 9, name: 'Main', items: [{ id: 10, title: 'C', page: 'en/c' }] },
  });
  const [main, a, b] = [
    { type: 'menu', id: 9, title: 'Main' },
    { type: 'page', id: 3, title: 'A', slug: 'a', locale: 'en' },
    { type: 'page', id: 4, title: 'B', slug: 'b', locale: 'en' },
  ];

  it.each([
    [['en/c'], [main, a, b]],
    [
      ['en/a', 'en/c'],
      [main, a, b],
    ],
    [['en/a'], [b]],
    [['en/b'], []],
    [[], []],
  ])('by the keys %j is %j, each once, by kind and id', (keys, expected) => {
    expect(showMentions('page', keys, store)).toEqual(expected);
  });

  it('does not include the files that do not count', () => {
    const names = [{ kind: 'page', key: 'en/c' }] as const;
    expect(showMentionsOf(names, store, new Set(['pages/en/a.yaml']))).toEqual([main, b]);
  });
});
