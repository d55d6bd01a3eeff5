import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Login, makeSite, NOW, type Site } from '../../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en]\n',
  'content-types/article.yaml':
    'id: 1\nname: Article\nfieldsSchema:\n  - { name: summary, type: text, label: In short }\n  - { name: body, type: richtext }\n  - { name: next, type: page }\n',
  'content-types/secret.yaml': 'id: 2\nname: Secret kind\nfieldsSchema:\n  - { name: hidden, type: text }\n',
  'pages/en/about.yaml':
    'id: 7\ntype: article\ntitle: About us\nstatus: published\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  summary: Who we are.\n',
  'pages/en/other.yaml':
    'id: 8\ntype: secret\ntitle: Unrelated\nstatus: draft\ncreatedAt: 2026-01-04T16:20:11.204Z\nfields:\n  hidden: Not for guests\n',
};

let site: Site;

beforeAll(async () => {
  site = await makeSite(FILES, { whenDone: afterAll });
  await call('POST /admin/changes', { title: 'Summer' });
  await edit('summer', { title: 'About the harbour', fields: { summary: 'Who we really are.', next: 8 } });
  await call('POST /admin/changes', { title: 'Winter' });
  await edit('winter', { title: 'Winter at the harbour' });
});

async function call(asked: string, body?: object, as: Login = 'editor') {
  const answer = await site.ask(asked, { as, ...(body && { body }) });
  expect([asked, answer.status < 300 ? 'well' : answer.body]).toEqual([asked, 'well']);
  return answer.body.data;
}
const edit = (change: string, body: object) =>
  site.ask('PUT /admin/pages/7', { as: 'editor', body, headers: { 'Quire-Change': change } });

const guest = (what: string, body: object) => site.ask(`POST /admin/review-links/${what}`, { body });

/** Makes a link, and returns what it holds. */
async function link(change = 'summer', body: object = {}): Promise<string> {
  const { url } = await call(`POST /admin/changes/${change}/links`, { label: 'The lawyer', ...body });
  const [address, token] = String(url).split('#');
  expect(address).toBe('http://localhost:3000/admin/review');
  return token!;
}
const listed = async (change = 'summer') =>
  (await site.ask(`GET /admin/changes/${change}/links`, { as: 'viewer' })).body.data;

describe('a link for a reviewer without an account', () => {
  it('shows the differences of its change and its pages, and nothing else of the site', async () => {
    const token = await link();
    const { status, body, headers } = await guest('read', { token });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body.data).toMatchObject({
      ...{ siteName: 'Harbour', title: 'Summer', isTooLarge: false, threads: [], verdicts: [] },
      records: [{ kind: 'page', id: 7, change: 'updated', title: 'About the harbour' }],
      types: [{ slug: 'article', fields: [{ name: 'summary' }, { name: 'body' }, { name: 'next' }] }],
    });
    expect(body.data.records[0].values).toContainEqual(
      expect.objectContaining({ path: ['fields', 'summary'], before: 'Who we are.', after: 'Who we really are.' }),
    );
    const page = await guest('page', { token, id: 7 });
    expect(page.body.data).toMatchObject({ title: 'About the harbour', fields: { summary: 'Who we really are.' } });
    for (const id of [8, 9]) expect((await guest('page', { token, id })).status).toBe(404);
    expect(JSON.stringify([body, page.body])).not.toMatch(/Unrelated|Not for guests|Secret kind|Winter/);
  });

  it('takes comments under a name, and shows only those conversations that it has begun', async () => {
    const token = await link();
    await call('POST /admin/comments', { change: 'summer', text: 'Between us' });
    const about = await guest('comment', {
      token,
      name: ' Jo Law ',
      text: 'Is this so, @editor?',
      record: { kind: 'page', id: 7 },
    });
    expect(about).toMatchObject({
      status: 201,
      body: { data: { record: { kind: 'page', id: 7 }, comments: [{ author: 'Jo Law', isGuest: true }] } },
    });
    const thread = about.body.data.id;
    await call('POST /admin/comments', { thread, text: 'It is' });
    await guest('comment', { token, name: 'Jo Law', text: 'Good', thread });
    const { threads } = (await guest('read', { token })).body.data;
    expect(threads).toHaveLength(1);
    expect(threads[0].comments.map((one: { author: string; text: string }) => [one.author, one.text])).toEqual([
      ['Jo Law', 'Is this so, @editor?'],
      ['The editor', 'It is'],
      ['Jo Law', 'Good'],
    ]);
    const [shown] = await call('GET /admin/comments?kind=page&id=7');
    expect(shown).toMatchObject({ author: { type: 'guest', id: 0, name: 'Jo Law' }, mentions: [], change: 'summer' });
    const inbox = await call('GET /admin/inbox');
    expect(inbox[0]).toMatchObject({ reason: 'comment', by: { type: 'guest', name: 'Jo Law' }, change: 'summer' });
    const others = await link();
    expect((await guest('read', { token: others })).body.data.threads).toEqual([]);
    for (const body of [{ thread }, { record: { kind: 'page', id: 8 } }])
      expect((await guest('comment', { token: others, name: 'Eve', text: 'Hm', ...body })).status).toBe(404);
  });

  it('SEC-49 takes a yes or no to exactly what it has shown, which is outdated by any later edit', async () => {
    const token = await link();
    const { head } = (await guest('read', { token })).body.data;
    const said = { token, name: 'Jo Law', head };
    expect((await guest('verdict', { ...said, yes: false })).status).toBe(200);
    const judged = await guest('verdict', { ...said, yes: true });
    const yes = { name: 'Jo Law', isYes: true, at: NOW, isOutdated: false };
    expect(judged.body.data.verdicts).toEqual([yes]);
    expect((await listed())[0]).toMatchObject({ label: 'The lawyer', state: 'open', verdicts: [yes] });
    await edit('summer', { title: 'About the harbour, again' });
    expect((await listed())[0].verdicts).toEqual([{ ...yes, isOutdated: true }]);
    const late = await guest('verdict', { ...said, yes: true });
    expect(late).toMatchObject({ status: 409, body: { errors: [{ path: ['head'] }] } });
  });

  it('answers alike whether it was never made, has expired, was ended or its change is gone', async () => {
    const [ended, expiring, dropped] = [await link(), await link('summer', { days: 1 }), await link('winter')];
    const [latest] = (await listed()).slice(1);
    await call(`DELETE /admin/changes/summer/links/${latest.id}`);
    await call('DELETE /admin/changes/winter');
    site.setTime('2026-02-02T12:00:00.001Z');
    const answers = await Promise.all(
      ['rvw_nothing', ended, expiring, dropped].map(async (token) => {
        const { status, body } = await guest('read', { token });
        return [status, body];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]![0]).toBe(404);
    expect((await listed()).slice(0, 2).map(({ state }: { state: string }) => state)).toEqual(['expired', 'revoked']);
    // Another change of the same name is not what it was made for.
    await call('POST /admin/changes', { title: 'Winter' });
    await edit('winter', { title: 'Another winter' });
    expect((await guest('read', { token: dropped })).status).toBe(404);
    site.setTime(NOW);
  });

  it('SEC-49 opens nothing any more when the key that has made it is deleted', async () => {
    const { id, key } = await call('POST /admin/api-keys', { name: 'Links', role: 'editor' }, 'admin');
    const made = await site.ask('POST /admin/changes/summer/links', {
      headers: { 'X-API-Key': key },
      body: { label: 'Jo' },
    });
    const token = String(made.body.data.url).split('#')[1];
    expect((await guest('read', { token })).status).toBe(200);
    await call(`DELETE /admin/api-keys/${id}`, undefined, 'admin');
    expect((await guest('read', { token })).status).toBe(404);
  });

  it('is made for thirty days at most, and kept as a hash outside the content', async () => {
    const token = await link();
    const long = await site.ask('POST /admin/changes/summer/links', { as: 'editor', body: { label: 'Jo', days: 31 } });
    expect(long.status).toBe(400);
    expect((await site.ask('POST /admin/changes/summer/links', { as: 'viewer', body: { label: 'Jo' } })).status).toBe(
      403,
    );
    expect((await site.ask('POST /admin/changes/nowhere/links', { as: 'editor', body: { label: 'Jo' } })).status).toBe(
      404,
    );
    const state = join(site.privateDir, 'state');
    const all = readdirSync(state)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(state, name), 'utf8'))
      .join('');
    expect(all).toContain('The lawyer');
    expect(all).not.toContain(token);
    expect(site.newCommits().filter((subject) => /link|comment/i.test(subject))).toEqual([]);
  });

  it('tells the audit log who has made and ended a link', async () => {
    await link();
    const path = '/admin/changes/summer/links';
    const [{ id }] = (await site.ask(`GET ${path}`, { as: 'editor' })).body.data;
    expect((await site.ask(`DELETE ${path}/${id}`, { as: 'admin' })).status).toBe(200);
    const { data } = (await site.ask('GET /admin/audit-logs?limit=10', { as: 'admin' })).body;
    const told = data.map(({ action, record }: { action: string; record: string }) => `${action} ${record}`);
    expect(told).toEqual(
      expect.arrayContaining([`reviewLink.end review-link/${id}`, `reviewLink.create review-link/${id}`]),
    );
  });

  it('SEC-49 opens no other endpoint, whichever way it is sent', async () => {
    const token = await link();
    const paths = site.cms.endpoints
      .filter(({ access }) => access !== 'public' && access !== 'open')
      .map(
        ({ method, path }) =>
          `${method} ${path
            .replaceAll(/:id\b|:\w+Id\b/g, '7')
            .replaceAll(/:\w+\*?/g, 'summer')
            .replace('/api', '')}`,
      );
    expect(paths.length).toBeGreaterThan(150);
    const send = { Authorization: `Bearer ${token}` };
    const opened: string[] = [];
    for (const path of paths) {
      const optional = /^GET \/content|graphql|health/.test(path);
      for (const headers of [send, { 'X-API-Key': token }, { Cookie: `__Host-quire=${token}` }] as const) {
        const { status } = await site.ask(path, { headers });
        if (status < 400 && !(optional && 'Cookie' in headers)) opened.push(`${path} ${status}`);
      }
    }
    expect(opened).toEqual([]);
    for (const what of ['read', 'page', 'comment', 'verdict'])
      expect((await guest(what, { name: 'Jo', text: 'x', yes: true, id: 7, head: '0'.repeat(40) })).status).toBe(401);
  });
});
