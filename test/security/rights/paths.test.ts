import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAskServer } from '../../../src/features/mcp/askServer.ts';
import type { RoleRights } from '../../../src/model/rights/rights.ts';
import { connect } from '../../features/mcp/connect.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { askAdmin, enterAs, type Headers } from './enterAs.ts';
import { MATRIX_ROLES } from './matrixRoles.ts';

const page = (type: string, title: string, status = 'draft'): string =>
  `type: ${type}\ntitle: ${title}\nstatus: ${status}\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields: { summary: ${title} said }\n`;

const FILES = {
  'site.yaml': 'siteName: Harbour\nsupportedLocales: [en, fr]\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text }\n',
  'content-types/secret.yaml': 'id: 2\nname: Secret\nfieldsSchema:\n  - { name: summary, type: text }\n',
  'pages/en/blog/news.yaml': `id: 1\n${page('article', 'News', 'published')}`,
  'pages/fr/blog/nouvelles.yaml': `id: 2\n${page('article', 'Nouvelles', 'published')}`,
  'pages/en/blog/plan.yaml': `id: 3\n${page('secret', 'Canary', 'published')}`,
  'menus/main.yaml': 'id: 1\nname: Main\nitems: []\n',
  // Whoever may push could have written this.
  'roles/tried.yaml': 'name: Tried\nextends: editor\nallow: []\ndeny: []\n',
};

/** She writes French articles of the blog, and does not see what is secret. */
const TRANSLATOR: RoleRights = {
  ...MATRIX_ROLES['a translator'],
  deny: [...MATRIX_ROLES['a translator'].deny, { do: ['read'], types: ['secret'] }],
};

const ENDS: (() => Promise<void>)[] = [];
let site: Site;
let headers: Headers;
let key: string;
beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: (end) => void ENDS.push(end) });
  headers = (await enterAs(site, TRANSLATOR)).headers;
  key = (await askAdmin(site, 'POST /admin/api-keys', { name: 'Tried', role: 'tried' })).key;
});
afterAll(async () => {
  for (const end of ENDS) await end();
});

const ask = (call: string, body?: unknown, more: Headers = {}) =>
  site.ask(call, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) });
const titleOf = async (id: number): Promise<string> =>
  (await site.ask(`GET /admin/pages/${id}`, { as: 'admin' })).body.data.title;

/** A change of an admin that has another title for a page than what is live by now. */
async function clashing(id: number): Promise<string> {
  const { name } = await askAdmin(site, 'POST /admin/changes', { title: `Change of ${id}` });
  await askAdmin(site, `PUT /admin/pages/${id}`, { title: 'Theirs' }, { 'quire-change': name });
  await askAdmin(site, `PUT /admin/pages/${id}`, { title: 'Live' });
  return name;
}

describe('a translator', () => {
  it('SEC-48 chooses the values of a clash only in records that she may write', async () => {
    const [hers, foreign] = [await clashing(2), await clashing(1)];
    const resolveWith = (pageKey: string, value: string) => ({
      resolve: [{ kind: 'page', key: pageKey, path: ['title'], value }],
    });
    for (const action of ['update', 'publish']) {
      const refused = await ask(`POST /admin/changes/${foreign}/${action}`, resolveWith('en/blog/news', 'Hers'));
      expect([action, refusalOf(refused)]).toEqual([action, expect.stringMatching(/^403 FORBIDDEN/)]);
    }
    expect(await titleOf(1)).toBe('Live');
    const inChange = await site.ask('GET /admin/pages/1', { as: 'admin', headers: { 'quire-change': foreign } });
    expect(inChange.body.data.title).toBe('Theirs');
    const done = await ask(`POST /admin/changes/${hers}/publish`, resolveWith('fr/blog/nouvelles', 'Les siennes'));
    expect(refusalOf(done)).toMatch(/^200/);
    expect(await titleOf(2)).toBe('Les siennes');
  });

  it('SEC-48 sets no time for what she may not publish, neither for a change nor for a draft', async () => {
    const { name } = await askAdmin(site, 'POST /admin/changes', { title: 'Later' });
    await askAdmin(site, 'PUT /admin/pages/1', { title: 'Later' }, { 'quire-change': name });
    await askAdmin(site, 'PUT /admin/pages/1/draft', { title: 'Drafted' });
    const scheduledAt = '2026-03-01T00:00:00.000Z';
    for (const call of [
      `POST /admin/changes/${name}/publish`,
      `PUT /admin/changes/${name}`,
      'POST /admin/pages/1/draft/publish',
    ])
      expect([call, refusalOf(await ask(call, { scheduledAt }))]).toEqual([
        call,
        expect.stringMatching(/^403 FORBIDDEN/),
      ]);
    expect((await site.ask(`GET /admin/changes/${name}`, { as: 'admin' })).body.data.scheduledAt).toBeNull();
  });

  it('SEC-48 is not told the names of new records that she may not read when she cannot publish a change', async () => {
    const { name } = await askAdmin(site, 'POST /admin/changes', { title: 'Of both' });
    const made = { type: 'secret', locale: 'en', slug: 'blog/made', title: 'Canary made' };
    await askAdmin(site, 'POST /admin/pages', made, { 'quire-change': name });
    await askAdmin(site, 'PUT /admin/pages/2', { title: 'Nouvelles' }, { 'quire-change': name });
    const refused = await ask(`POST /admin/changes/${name}/publish`, {});
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.not.stringContaining('Canary')]);
  });

  it('SEC-48 makes links that show no more than she sees', async () => {
    const { body } = await ask('POST /admin/auth/preview-session', {});
    const shown = async (slug: string) =>
      (await site.ask(`GET /content/preview/pages/${slug}&token=${body.data.token}`)).status;
    expect([await shown('blog/nouvelles?locale=fr'), await shown('blog/plan?locale=en')]).toEqual([200, 404]);
    const head = site.git('rev-parse', 'HEAD').trim();
    const made = await ask('POST /admin/auth/preview-session', { ref: head });
    const list = await site.ask(`GET /content/pages?ref=${head}&token=${made.body.data.token}`);
    expect([list.status, JSON.stringify(list.body)]).toEqual([200, expect.not.stringContaining('Canary')]);
    expect((await ask('POST /admin/auth/preview-session', { page: 3 })).status).toBe(404);
    expect((await ask('POST /admin/pages/3/preview', {})).status).toBe(404);
  });

  it('SEC-48 gains nothing by tools of agents', async () => {
    const agent = await connect(createAskServer({ url: site.url, key }));
    const reads = [
      agent.use('find_pages', { search: 'Canary' }),
      agent.use('find_anything', { words: 'Canary' }),
      agent.use('list_types'),
      agent.use('list_changes'),
      agent.use('list_problems'),
    ];
    expect(JSON.stringify(await Promise.all(reads))).not.toContain('Canary');
    await expect(agent.use('get_page', { id: 3 })).rejects.toThrow('NOT_FOUND');
    const { name: change } = (await agent.use('start_change', { title: 'Of an agent' })).data;
    await expect(agent.use('edit_page', { change, id: 1, title: 'Hers' })).rejects.toThrow('FORBIDDEN');
    await expect(agent.use('delete_page', { change, id: 2 })).rejects.toThrow('FORBIDDEN');
    await agent.use('edit_page', { change, id: 2, title: 'D’un agent' });
    expect(await titleOf(2)).not.toBe('D’un agent');
  });

  it('SEC-48 raises her rights neither by the interface nor by files', async () => {
    const raised = { extends: 'editor', allow: [], deny: [] };
    for (const [call, body] of [
      ['PUT /admin/roles/1', raised],
      ['POST /admin/roles', { key: 'mine', name: 'Mine', ...raised }],
      ['PUT /admin/users/4', { role: 'admin' }],
      ['POST /admin/users', { email: 'a@example.org', name: 'A', password: 'correct horse', role: 'admin' }],
      ['POST /admin/api-keys', { name: 'A', permissions: '*' }],
      ['PUT /admin/config', { siteName: 'Hers' }],
    ] as const)
      expect([call, (await ask(call, body)).status]).toEqual([call, 403]);
    // The file of the content is no role.
    expect((await ask('PUT /admin/menus/1', { name: 'Hers' })).status).toBe(403);
  });

  it('SEC-48 loses at once what is taken from her role, also for what is to be published later', async () => {
    await ask('PUT /admin/pages/2/draft', { title: 'Plus tard' });
    const scheduled = await ask('POST /admin/pages/2/draft/publish', { scheduledAt: '2026-02-01T13:00:00.000Z' });
    expect(scheduled.status).toBe(200);
    await askAdmin(site, 'PUT /admin/roles/1', { ...TRANSLATOR, allow: [] });
    expect((await ask('PUT /admin/pages/2', { title: 'Encore' })).status).toBe(403);
    site.setTime('2026-02-01T13:00:01.000Z');
    const problemOf = async () => {
      const { data } = (await site.ask(`GET /admin/changes/${scheduled.body.data.change}`, { as: 'admin' })).body;
      return data?.scheduleProblem ?? null;
    };
    await expect.poll(problemOf, { timeout: 20_000 }).not.toBeNull();
    expect(await titleOf(2)).not.toBe('Plus tard');
  });
});
