import { expect, it } from 'vitest';
import { makeSite, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const PASSWORD = 'correct horse';
const EVE = { email: 'eve@example.org', name: 'Eve', password: PASSWORD, role: 'editor' };

async function makeEve() {
  const site = await makeSite(SMALL_SITE);
  const { body } = await site.ask('POST /admin/users', { as: 'admin', body: EVE });
  return { site, eve: body.data.id as number };
}

async function logIn(site: Site, agent: string) {
  const headers = { 'user-agent': agent };
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: EVE.email, password: PASSWORD },
    headers,
  });
  return { authorization: `Bearer ${body.data.token}` };
}

it('lists a user’s sessions, and which one is asking', async () => {
  const { site } = await makeEve();
  const laptop = await logIn(site, 'Laptop');
  await logIn(site, 'Phone');
  const { status, body } = await site.ask('GET /admin/sessions', { headers: laptop });
  expect(status).toBe(200);
  expect(body.meta).toEqual({ total: 2 });
  const shown = body.data.map(({ agent, isCurrent }: Record<string, unknown>) => [agent, isCurrent]);
  expect(shown.sort()).toEqual([
    ['Laptop', true],
    ['Phone', false],
  ]);
  expect(Object.keys(body.data[0])).toEqual([
    ...['id', 'startedAt', 'usedAt', 'ip', 'network', 'agent', 'method', 'provedAt', 'isCurrent'],
  ]);
});

it('SEC-17 lets only the user end one at once, with a line in the log', async () => {
  const { site, eve } = await makeEve();
  const [laptop, phone] = [await logIn(site, 'Laptop'), await logIn(site, 'Phone')];
  const { body } = await site.ask('GET /admin/sessions', { headers: laptop });
  const { id } = body.data.find(({ agent }: { agent: string }) => agent === 'Phone');
  const another = await site.ask(`DELETE /admin/sessions/${id}`, { as: 'editor' });
  expect(refusalOf(another)).toBe('404 NOT_FOUND');
  expect((await site.ask('GET /admin/auth/me', { headers: phone })).status).toBe(200);

  expect((await site.ask(`DELETE /admin/sessions/${id}`, { headers: laptop })).body).toEqual({
    data: { deleted: true },
  });
  expect((await site.ask('GET /admin/auth/me', { headers: phone })).status).toBe(401);
  expect((await site.ask('GET /admin/auth/me', { headers: laptop })).status).toBe(200);
  const log = await site.ask('GET /admin/audit-logs?action=auth.end', { as: 'admin' });
  expect(log.body.data).toMatchObject([{ actor: `user/${eve}`, record: `user/${eve}`, ok: true }]);
  expect(refusalOf(await site.ask(`DELETE /admin/sessions/${id}`, { headers: laptop }))).toBe('404 NOT_FOUND');
});

it('lets an admin list and end the sessions of anybody', async () => {
  const { site, eve } = await makeEve();
  const phone = await logIn(site, 'Phone');
  const { body } = await site.ask(`GET /admin/users/${eve}/sessions`, { as: 'admin' });
  expect(body.data).toMatchObject([{ agent: 'Phone', isCurrent: false }]);
  await site.ask(`DELETE /admin/users/${eve}/sessions/${body.data[0].id}`, { as: 'admin' });
  expect((await site.ask('GET /admin/auth/me', { headers: phone })).status).toBe(401);
  expect((await site.ask(`GET /admin/users/${eve}/sessions`, { as: 'admin' })).body.data).toEqual([]);
  expect(refusalOf(await site.ask('GET /admin/users/999/sessions', { as: 'admin' }))).toBe('404 NOT_FOUND');
});

it('does not list sessions that were logged out', async () => {
  const { site, eve } = await makeEve();
  const phone = await logIn(site, 'Phone');
  await site.ask('POST /admin/auth/logout', { headers: phone });
  expect((await site.ask(`GET /admin/users/${eve}/sessions`, { as: 'admin' })).body.data).toEqual([]);
});
