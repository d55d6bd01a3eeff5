import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../../makeSite.ts';
import { askAdmin, type Headers, logIn } from '../../security/rights/enterAs.ts';

const article = (id: number, title: string, more = 'status: published\n'): string =>
  `id: ${id}\ntype: article\ntitle: ${title}\n${more}createdAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n`;
const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n',
  'content-types/note.yaml': 'id: 2\nname: Note\nfieldsSchema:\n  - { name: summary, type: text }\n',
  'pages/en/about.yaml': article(7, 'About us'),
  'pages/en/tide.yaml': article(8, 'Tide'),
  'pages/en/plan.yaml': article(9, 'Plan', 'status: draft\n'),
  'pages/en/memo.yaml': article(10, 'Memo').replace('article', 'note'),
  'menus/main.yaml': 'id: 1\nname: Main\nitems: []\n',
};
const RULES = [
  { types: ['article'], needs: 1, from: ['lawyers'], notOwn: true },
  { on: ['menu'], needs: 2 },
];

let site: Site;
const people: Record<'admin' | 'editor' | 'lawyer' | 'writer', Headers> = {} as never;

const ask = (who: keyof typeof people, call: string, body?: unknown, headers: Headers = {}): Promise<Reply> =>
  site.ask(call, { headers: { ...people[who], prefer: 'reasons', ...headers }, ...(body !== undefined && { body }) });
const setRules = (rules: readonly object[], adminsExempt = false) =>
  ask('admin', 'PUT /admin/review', { rules, adminsExempt });
const statesIn = async (state: string): Promise<readonly string[]> =>
  (await ask('editor', `GET /admin/changes?state=${state}`)).body.data.map(({ name }: { name: string }) => name);
async function put(id: number, title: string, change?: string, who: keyof typeof people = 'editor') {
  return ask(who, `PATCH /admin/pages/${id}`, { title }, change === undefined ? {} : { 'quire-change': change });
}
async function begin(title: string): Promise<string> {
  return (await askAdmin(site, 'POST /admin/changes', { title })).name;
}
const read = async (name: string, who: keyof typeof people = 'lawyer') =>
  (await ask(who, `GET /admin/changes/${name}/review`)).body.data;
const act = (who: keyof typeof people, name: string, what: string, body?: object) =>
  ask(who, `POST /admin/changes/${name}/review/${what}`, body);
const approve = async (who: keyof typeof people, name: string) =>
  act(who, name, 'approve', { content: (await read(name, who)).content });
const publish = (who: keyof typeof people, name: string) => ask(who, `POST /admin/changes/${name}/publish`, {});
const reasons = ({ body }: Reply) => (body?.errors ?? []).map((one: { reason?: string }) => one.reason);
const title = async (id: number) => (await ask('editor', `GET /admin/pages/${id}`)).body.data.title;

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  const role = { name: 'Lawyers', key: 'lawyers', extends: 'viewer', allow: [{ do: ['review'] }], deny: [] };
  await askAdmin(site, 'POST /admin/roles', role);
  for (const [name, more] of [['lawyer', { role: 'lawyers' }] as const, ['writer', { role: 'editor' }] as const])
    await askAdmin(site, 'POST /admin/users', { email: `${name}@example.org`, name, password: PASSWORD, ...more });
  for (const name of ['admin', 'editor', 'lawyer', 'writer'] as const)
    people[name] = await logIn(site, `${name}@example.org`);
});

describe('rules of review', () => {
  it('SEC-49 are set by admins, and name only what there is', async () => {
    expect((await ask('viewer' as never, 'GET /admin/review')).status).toBe(401);
    expect(refusalOf(await ask('editor', 'PUT /admin/review', { rules: [], adminsExempt: false }))).toBe(
      '403 FORBIDDEN',
    );
    expect(refusalOf(await setRules([{ needs: 0 }]))).toBe('400 VALIDATION rules.0.needs');
    expect(
      refusalOf(await setRules([{ needs: 1, types: ['poem'], locales: ['fr'], from: ['poets'], on: ['user'] }])),
    ).toBe(
      '400 VALIDATION rules.0.on.0 VALIDATION rules.0.types VALIDATION rules.0.locales VALIDATION rules.0.types.0 VALIDATION rules.0.locales.0 VALIDATION rules.0.from.0',
    );
    expect((await setRules(RULES)).body.data).toEqual({ rules: RULES, adminsExempt: false });
    await site.restart();
    expect((await ask('editor', 'GET /admin/review')).body.data.rules).toEqual(RULES);
    expect(site.newCommits()).toEqual([]);
  });

  it('SEC-49 keep everything that they are about from becoming live without approvals, by whatever way', async () => {
    await setRules([]);
    const commits = [await put(8, 'Tides'), await put(8, 'Tide')].map(({ headers }) => headers.get('x-commit'));
    await setRules(RULES);
    const before = site.newCommits().length;
    const refused = async (call: string, body?: unknown, who: keyof typeof people = 'admin') => [
      refusalOf(await ask(who, call, body)),
      call,
    ];
    const page = { type: 'article', title: 'New', slug: 'new', locale: 'en', status: 'published', fields: {} };
    const calls: readonly (readonly [string, unknown?])[] = [
      ['PATCH /admin/pages/7', { title: 'About them' }],
      ['PATCH /admin/pages/9', { status: 'published' }],
      ['PATCH /admin/pages/9', { status: 'published', scheduledAt: '2026-03-01T12:00:00.000Z' }],
      ['PATCH /admin/pages/7', { slug: 'us' }],
      ['POST /admin/pages', page],
      ['PATCH /admin/pages/7', { status: 'draft' }],
      ['POST /admin/pages/upsert', { ...page, slug: 'about' }],
      ['POST /admin/import', { quire: 1, pages: [page] }],
      [`POST /admin/pages/8/revisions/${commits[0]}/restore`, {}],
      [`POST /admin/commits/${commits[1]}/revert`, {}],
      ['POST /admin/menus/1/items', { title: 'New', url: '/new' }],
      ['DELETE /admin/pages/7'],
      ['POST /admin/pages/bulk', { action: 'publish', ids: [9] }],
      ['POST /admin/pages/bulk', { action: 'delete', ids: [8] }],
      ['PUT /admin/menus/1', { name: 'Other', slug: 'main', items: [] }],
      ['DELETE /admin/menus/1'],
    ];
    for (const [call, body] of calls)
      expect(await refused(call, body)).toEqual([expect.stringMatching(/^403 FORBIDDEN/), call]);
    expect(site.newCommits()).toHaveLength(before);
    const [error] = (await ask('admin', 'PATCH /admin/pages/7', { title: 'About them' })).body.errors;
    expect(error).toMatchObject({
      reason: 'needsApprovalOf',
      params: { kind: 'page', name: 'About us', count: 1, roles: 'Lawyers' },
    });
  });

  it('leave alone what they are not about, and what visitors do not see', async () => {
    expect((await put(10, 'Memo 2')).status).toBe(200);
    expect((await put(9, 'Plan 2')).status).toBe(200);
  });
});

describe('the review of a change', () => {
  it('goes from open over ready to approved, and its commit says who has approved it', async () => {
    const name = await begin('First');
    await put(7, 'About the harbour', name);
    expect(await read(name, 'editor')).toMatchObject({
      ...{ state: 'open', isNeeded: true, asked: null, approvals: [] },
      missing: [
        {
          record: { kind: 'page', id: 7 },
          needs: 1,
          has: 0,
          from: [{ key: 'lawyers', name: 'Lawyers' }],
          notOwn: true,
        },
      ],
      may: { ask: true, approve: false, sendBack: false, withdraw: false },
    });
    expect(reasons(await approve('lawyer', name))).toEqual(['notReady']);
    expect(reasons(await publish('editor', name))).toEqual(['needsApprovalOf']);
    expect((await act('editor', name, 'ask', { note: ' Please ' })).body.data).toMatchObject({
      state: 'ready',
      asked: { by: { name: 'The editor' }, note: 'Please', people: [] },
    });
    expect(await read(name)).toMatchObject({ may: { approve: true, sendBack: true, withdraw: false } });
    expect(reasons(await act('lawyer', name, 'approve', { content: 'else' }))).toEqual(['editedSince']);
    expect(await statesIn('inReview')).toEqual([name]);
    expect((await approve('lawyer', name)).body.data).toMatchObject({ state: 'approved', missing: [] });
    expect([await statesIn('inReview'), await statesIn('approved')]).toEqual([[], [name]]);
    const published = await publish('editor', name);
    expect(published.status).toBe(200);
    expect(await title(7)).toBe('About the harbour');
    expect(site.git('log', '-1', '--format=%B')).toContain('\nQuire-Approved-By: user/4 lawyer\n');
    const revisions = await ask('editor', 'GET /admin/pages/7/revisions');
    expect(revisions.body.data[0]).toMatchObject({ action: 'change.publish', approvedBy: ['lawyer'] });
    const { body } = await ask('lawyer', 'GET /admin/inbox');
    expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual(['reviewPublished', 'reviewAsked']);
    expect((await ask('editor', 'GET /admin/inbox')).body.data.map(({ reason }: { reason: string }) => reason)).toEqual(
      ['reviewApproved'],
    );
    expect(readdirSync(join(site.privateDir, 'reviews'))).toEqual([]);
  });

  it('SEC-49 is of exactly this content: a later edit outdates it, and the reviewer sees what differs since', async () => {
    const name = await begin('Second');
    await put(7, 'About boats', name);
    await act('editor', name, 'ask', {});
    await approve('lawyer', name);
    await ask('editor', 'PATCH /admin/pages/7', { fields: { summary: 'Who we were.' } }, { 'quire-change': name });
    const present = await read(name);
    expect(present).toMatchObject({ state: 'ready', approvals: [{ holds: false }], may: { approve: true } });
    expect(present.since.records).toMatchObject([
      { kind: 'page', id: 7, values: [{ path: ['fields', 'summary'], before: 'Who we are.', after: 'Who we were.' }] },
    ]);
    expect(reasons(await publish('editor', name))).toEqual(['needsApprovalOf']);
    expect((await approve('lawyer', name)).body.data).toMatchObject({ state: 'approved', since: null });
  });

  it('outlasts what becomes live elsewhere, unless it touches what was approved', async () => {
    const name = 'second';
    await put(10, 'Memo 3');
    await ask('editor', `POST /admin/changes/${name}/update`, {});
    expect(await read(name)).toMatchObject({ state: 'approved' });
    site.write('pages/en/about.yaml', `${site.read('pages/en/about.yaml')}seo:\n  metaTitle: Harbour\n`);
    site.git('commit', '-qam', 'By hand');
    await expect.poll(async () => (await read(name)).state).toBe('ready');
    expect(reasons(await publish('editor', name))).toEqual(['needsApprovalOf']);
    await approve('lawyer', name);
    expect((await publish('editor', name)).status).toBe(200);
  });

  it('SEC-49 counts nobody twice, no author and nobody of another role', async () => {
    const name = await begin('Third');
    await ask('editor', 'PUT /admin/menus/1', { name: 'Menu', slug: 'main', items: [] }, { 'quire-change': name });
    await act('editor', name, 'ask', { people: [1] });
    for (const who of ['lawyer', 'lawyer'] as const) await approve(who, name);
    expect(await read(name)).toMatchObject({ state: 'ready', missing: [{ needs: 2, has: 1 }] });
    const { id } = await askAdmin(site, 'POST /admin/users', {
      email: 'fifth@example.org',
      name: 'F',
      password: PASSWORD,
      role: 'lawyers',
    });
    await put(8, 'Tide table', name, 'writer');
    await ask('admin', `PUT /admin/users/${id}`, { role: 'editor' });
    expect((await approve('writer', name)).body.data.missing).toMatchObject([{ record: { kind: 'page' }, has: 0 }]);
    expect((await approve('lawyer', name)).body.data.state).toBe('approved');
  });

  it('ends with a reason, and when the request is withdrawn', async () => {
    const name = 'third';
    expect(refusalOf(await act('lawyer', name, 'send-back', { reason: ' ' }))).toBe('400 VALIDATION reason');
    const sent = await act('lawyer', name, 'send-back', { reason: 'Too long' });
    expect(sent.body.data).toMatchObject({
      state: 'open',
      sentBack: { reason: 'Too long' },
      approvals: [],
      asked: null,
    });
    expect(reasons(await publish('editor', name)).length).toBeGreaterThan(0);
    expect(await statesIn('sentBack')).toEqual([name]);
    await act('editor', name, 'ask', {});
    await approve('lawyer', name);
    expect((await act('lawyer', name, 'withdraw')).body.data).toMatchObject({ state: 'ready', approvals: [] });
    expect((await act('editor', name, 'withdraw')).body.data).toMatchObject({ state: 'open', asked: null });
    expect(reasons(await act('editor', name, 'withdraw'))).toEqual(['notReady']);
  });

  it('goes with the change, and is of what is taken out of it, too', async () => {
    const name = 'third';
    await act('editor', name, 'ask', {});
    await approve('lawyer', name);
    const key = { kind: 'page', key: 'en/tide' };
    const moved = await ask('editor', `POST /admin/changes/${name}/move`, { records: [key], to: 'live' });
    expect([moved.status, await title(8)]).toEqual([200, 'Tide table']);
    expect((await read(name)).asked).not.toBeNull();
    const menu = { kind: 'menu', key: 'main' };
    expect(reasons(await ask('editor', `POST /admin/changes/${name}/move`, { records: [menu], to: 'live' }))).toEqual([
      'needsApproval',
    ]);
    await ask('editor', `DELETE /admin/changes/${name}`);
    await expect.poll(() => readdirSync(join(site.privateDir, 'reviews'))).toEqual([]);
  });

  it('SEC-49 knows who has written what somebody else has moved', async () => {
    await setRules([{ types: ['article'], needs: 1, notOwn: true }]);
    const [from, to] = [await begin('From'), await begin('To')];
    await put(8, 'Tide by the writer', from, 'writer');
    const records = [{ kind: 'page', key: 'en/tide' }];
    await act('editor', from, 'ask', {});
    await approve('writer', from);
    const live = await ask('editor', `POST /admin/changes/${from}/move`, { records, to: 'live' });
    expect([live.status, reasons(live)]).toEqual([403, ['needsApproval']]);
    expect((await ask('editor', `POST /admin/changes/${from}/move`, { records, to })).status).toBe(200);
    await act('editor', to, 'ask', {});
    for (const who of ['editor', 'writer'] as const)
      expect((await approve(who, to)).body.data.missing).toMatchObject([{ has: 0 }]);
    await ask('editor', `DELETE /admin/changes/${to}`);
    await setRules(RULES);
  });

  it('is told to those whose roles the rules name, if it is asked of nobody in particular', async () => {
    const name = await begin('Told');
    await put(7, 'About the quay', name);
    await ask('editor', 'PUT /admin/menus/1', { name: 'Quay', slug: 'main', items: [] }, { 'quire-change': name });
    await act('editor', name, 'ask', {});
    const isTold = async (who: keyof typeof people): Promise<boolean> =>
      (await ask(who, 'GET /admin/inbox')).body.data.some(
        ({ reason, change }: { reason: string; change: string | null }) => reason === 'reviewAsked' && change === name,
      );
    expect([await isTold('lawyer'), await isTold('writer'), await isTold('admin')]).toEqual([true, false, false]);
    await ask('editor', `DELETE /admin/changes/${name}`);
  });

  it('is not asked of admins who are exempt, which the audit log tells', async () => {
    await setRules(RULES, true);
    expect((await ask('admin', 'PATCH /admin/pages/7', { title: 'Quickly' })).status).toBe(200);
    expect((await ask('editor', 'PATCH /admin/pages/7', { title: 'Slowly' })).status).toBe(403);
    const { body } = await ask('admin', 'GET /admin/audit-logs?action=review');
    expect(body.data).toMatchObject([
      { action: 'review.exempt', records: ['page/7'] },
      ...Array.from({ length: 6 }, () => ({ action: 'review.rules' })),
    ]);
    await setRules([]);
    expect((await put(7, 'Freely')).status).toBe(200);
    expect(existsSync(join(site.privateDir, 'state/review.json'))).toBe(true);
  });
});
