import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArrivedMail, type Mailbox, openMailbox } from '../../../mail/openMailbox.ts';
import { makeSite, NOW, PASSWORD, type Site } from '../../../makeSite.ts';
import { until } from '../../makeServer.ts';

const LATER = '2026-02-04T12:00:00.000Z';
const NEW_PASSWORD = 'a horse of another colour';
const ends: (() => Promise<void>)[] = [];
const whenDone = (end: () => Promise<void>): void => void ends.unshift(end);
let box: Mailbox;
let site: Site;
/** The same without a mail server. */
let quiet: Site;

beforeAll(async () => {
  box = await openMailbox({ whenDone });
  const env = { SMTP_URL: box.url, MAIL_FROM: 'cms@example.org', SITE_URL: 'https://news.example.org' };
  site = await makeSite({ 'site.yaml': 'siteName: Harbour News\n' }, { whenDone, env });
  quiet = await makeSite({}, { whenDone });
});
afterAll(async () => {
  for (const end of ends) await end();
});

const mailTo = async (email: string, nth = 1): Promise<ArrivedMail> => {
  const all = (): readonly ArrivedMail[] => box.mails.filter(({ to }) => to.includes(email));
  await until(() => all().length >= nth);
  return all()[nth - 1]!;
};
const tokenOf = (text: string): string => /#(\S+)/.exec(text)![1]!;
const logIn = (email: string, password: string, at: Site = site) =>
  at.ask('POST /admin/auth/login', { body: { email, password } });
const auditOf = (at: Site): string => readFileSync(join(at.privateDir, 'audit.ndjson'), 'utf8');
const privateText = (at: Site): string =>
  readdirSync(at.privateDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n');

describe('an invitation', () => {
  it('SEC-47 comes by mail, in the language chosen for it, and makes a user once', async () => {
    const made = await site.ask('POST /admin/invitations', {
      ...{ as: 'admin', headers: { host: 'evil.example' } },
      body: { email: 'bo@example.org', role: 'viewer', language: 'de' },
    });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    expect(made.body.data).toEqual({
      ...{ id, email: 'bo@example.org', role: 'viewer', language: 'de', createdAt: NOW, expiresAt: LATER },
      ...{ isExpired: false, invitedBy: 'The admin', mail: 'pending', link: null },
    });
    const mail = await mailTo('bo@example.org');
    expect(mail.subject).toBe('The admin lädt Sie zu Harbour News ein');
    expect(mail.text).toMatch(/\nhttps:\/\/news\.example\.org\/admin\/account\/invitation#inv_\S{43}\n/);
    const token = tokenOf(mail.text);
    expect(privateText(site)).not.toContain(token);
    const list = async () => (await site.ask('GET /admin/invitations', { as: 'admin' })).body.data;
    await until(async () => (await list())[0].mail === 'delivered');

    const read = await site.ask('POST /admin/invitations/read', { body: { token } });
    expect(read.body.data).toEqual({
      ...{ email: 'bo@example.org', role: 'viewer', language: 'de' },
      ...{ invitedBy: 'The admin', siteName: 'Harbour News' },
    });
    const accept = (password: string) =>
      site.ask('POST /admin/invitations/accept', { body: { token, name: 'Bo', password } });
    expect((await accept('short')).status).toBe(400);
    const both = await Promise.all([accept(NEW_PASSWORD), accept(NEW_PASSWORD)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(await list()).toEqual([]);
    const { user } = (await logIn('bo@example.org', NEW_PASSWORD)).body.data;
    expect(user).toEqual({ id: user.id, email: 'bo@example.org', name: 'Bo', role: 'viewer' });
    const headers = { prefer: 'reasons' };
    const spent = await site.ask('POST /admin/invitations/read', { headers, body: { token } });
    expect(spent.body.errors[0]).toMatchObject({ code: 'FORBIDDEN', reason: 'linkSpent' });
    expect(auditOf(site)).toContain(
      `"actor":"user/${user.id}","action":"invitation.accept","record":"user/${user.id}"`,
    );
  });

  it('SEC-47 works for 72 hours, until another is sent or it is withdrawn', async () => {
    const { id } = (await site.ask('POST /admin/invitations', { as: 'admin', body: { email: 'cy@example.org' } })).body
      .data;
    const first = tokenOf((await mailTo('cy@example.org')).text);
    const again = await site.ask(`POST /admin/invitations/${id}/resend`, { as: 'admin' });
    expect(again.body.data).toMatchObject({ id, mail: 'pending', link: null });
    const second = tokenOf((await mailTo('cy@example.org', 2)).text);
    const statusOf = async (token: string): Promise<number> =>
      (await site.ask('POST /admin/invitations/read', { body: { token } })).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([403, 200]);
    site.setTime(LATER);
    expect(await statusOf(second)).toBe(403);
    const { token: admin } = (await logIn('admin@example.org', PASSWORD)).body.data;
    const headers = { authorization: `Bearer ${admin}` };
    const { data } = (await site.ask('GET /admin/invitations', { headers })).body;
    expect(data).toMatchObject([{ id, isExpired: true }]);
    site.setTime(NOW);
    expect((await site.ask(`DELETE /admin/invitations/${id}`, { as: 'admin' })).status).toBe(200);
    expect(await statusOf(second)).toBe(403);
  });

  it('goes to nobody who is a user already, and becomes void with one', async () => {
    const invite = (email: string) => site.ask('POST /admin/invitations', { as: 'admin', body: { email } });
    expect((await invite('Editor@example.org')).body.errors[0]).toMatchObject({ code: 'CONFLICT', path: ['email'] });
    const { id } = (await invite('di@example.org')).body.data;
    expect((await invite('DI@example.org')).status).toBe(409);
    const token = tokenOf((await mailTo('di@example.org')).text);
    const body = { email: 'di@example.org', name: 'Di', password: NEW_PASSWORD };
    expect((await site.ask('POST /admin/users', { as: 'admin', body })).status).toBe(201);
    const accepted = await site.ask('POST /admin/invitations/accept', {
      body: { token, name: 'Not Di', password: 'another password' },
    });
    expect(accepted.status).toBe(403);
    expect((await site.ask(`POST /admin/invitations/${id}/resend`, { as: 'admin' })).status).toBe(409);
    await site.ask(`DELETE /admin/invitations/${id}`, { as: 'admin' });
  });

  it('is a link to pass on where there is no mail server', async () => {
    const made = await quiet.ask('POST /admin/invitations', { as: 'admin', body: { email: 'bo@example.org' } });
    expect(made.body.data).toMatchObject({ mail: null, role: 'editor', language: 'en' });
    const { link } = made.body.data;
    expect(link).toMatch(/^http:\/\/localhost:3000\/admin\/account\/invitation#inv_/);
    const body = { token: tokenOf(link), name: 'Bo', password: NEW_PASSWORD };
    expect((await quiet.ask('POST /admin/invitations/accept', { body })).status).toBe(201);
    expect((await logIn('bo@example.org', NEW_PASSWORD, quiet)).status).toBe(200);
  });
});

it('SEC-47 is refused to who has no link as to who has no credential', async () => {
  for (const path of ['invitations/read', 'invitations/accept', 'auth/reset', 'auth/reset/read', 'auth/forgot'])
    expect([path, (await site.ask(`POST /admin/${path}`)).status]).toEqual([path, 401]);
});

describe('a lost password', () => {
  it('SEC-47 is replaced by a link from a mail, which ends all sessions, signs nobody in, and works once', async () => {
    const { token: session } = (await logIn('viewer@example.org', PASSWORD)).body.data;
    const asked = await site.ask('POST /admin/auth/forgot', {
      ...{ headers: { host: 'evil.example' }, body: { email: 'Viewer@example.org' } },
    });
    expect(asked.body).toEqual({ data: { accepted: true } });
    const mail = await mailTo('viewer@example.org');
    expect(mail.text).toContain('https://news.example.org/admin/account/reset#rst_');
    const token = tokenOf(mail.text);
    expect(privateText(site)).not.toContain(token);
    expect((await site.ask('POST /admin/auth/reset/read', { body: { token } })).body.data).toEqual({
      email: 'viewer@example.org',
    });
    const reset = (password: string) => site.ask('POST /admin/auth/reset', { body: { token, password } });
    expect((await reset('short')).body.errors[0]).toMatchObject({ path: ['password'] });
    const both = await Promise.all([reset(NEW_PASSWORD), reset('yet another password')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const done = both.find(({ status }) => status === 200)!;
    expect(done.body).toEqual({ data: { email: 'viewer@example.org' } });
    expect(done.headers.get('set-cookie')).toBeNull();
    const me = await site.ask('GET /admin/auth/me', { headers: { authorization: `Bearer ${session}` } });
    expect(me.status).toBe(401);
    expect((await logIn('viewer@example.org', PASSWORD)).status).toBe(401);
    expect((await reset(NEW_PASSWORD)).status).toBe(403);
    const notice = await mailTo('viewer@example.org', 2);
    expect(notice.subject).toBe('Your password for Harbour News was changed');
    expect(auditOf(site)).toContain('"actor":"user/3","action":"auth.reset","record":"user/3"');
  });

  it('SEC-47 is asked for in the same words by everybody, and nothing is sent to strangers', async () => {
    const ask = (email: string) => site.ask('POST /admin/auth/forgot', { body: { email } });
    const before = box.mails.length;
    const [known, unknown] = [await ask('editor@example.org'), await ask('nobody@example.org')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await mailTo('editor@example.org');
    await until(() => auditOf(site).includes('"action":"auth.forgot","ip":'));
    expect(box.mails.slice(before).map(({ to }) => to)).toEqual([['editor@example.org']]);
    for (const _ of [1, 2, 3]) await ask('editor@example.org');
    await site.cms.writer.idle();
    await mailTo('editor@example.org', 3);
    await until(() => auditOf(site).split('"action":"auth.forgot","record":"user/2"').length === 5);
    expect(box.mails.filter(({ to }) => to.includes('editor@example.org'))).toHaveLength(3);
  });

  it('SEC-47 is no longer what a link replaces once password, role or address have changed, or an hour is over', async () => {
    const statusOf = async (token: string): Promise<number> =>
      (await quiet.ask('POST /admin/auth/reset/read', { body: { token } })).status;
    const makeLink = async (): Promise<string> =>
      tokenOf((await quiet.ask('POST /admin/users/2/reset', { as: 'admin' })).body.data.link);
    const change = (body: object) => quiet.ask('PUT /admin/users/2', { as: 'admin', body });
    for (const body of [{ email: 'ed@example.org' }, { role: 'viewer' }, { password: 'yet another password' }]) {
      const token = await makeLink();
      expect(await statusOf(token)).toBe(200);
      await change(body);
      expect(await statusOf(token)).toBe(403);
    }
    const last = await makeLink();
    quiet.setTime('2026-02-01T12:59:59.000Z');
    expect(await statusOf(last)).toBe(200);
    quiet.setTime('2026-02-01T13:00:00.000Z');
    expect(await statusOf(last)).toBe(403);
    expect(await statusOf('rst_nothing')).toBe(403);
  });
});
