import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSealer } from '../../src/auth/sealer.ts';
import { type Mail, type MailToPerson, openMail } from '../../src/mail/openMail.ts';
import { readSmtpAddress } from '../../src/model/address/mailConfig.ts';
import { until } from '../http/makeServer.ts';
import { NOW } from '../makeSite.ts';
import { openMailbox } from './openMailbox.ts';

const SECRET = Buffer.alloc(32, 7);
const LINK = 'https://example.org/admin/account/reset#rs_a-long-secret';
const RESET = {
  to: { email: 'ada@example.org', name: 'Ada' },
  language: 'en',
  template: 'reset',
  values: { link: LINK, until: '2026-02-01T13:00:00.000Z' },
  about: 'user/1',
} as const satisfies MailToPerson<'reset'>;

interface Post {
  readonly folder: string;
  readonly errors: readonly unknown[];
  setTime(at: string): void;
  open(url: string, options?: { readonly silentMs?: number; readonly secret?: Uint8Array }): Mail;
}

function makePost(): Post {
  const folder = mkdtempSync(join(tmpdir(), 'quire-mail-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const errors: unknown[] = [];
  let now = NOW;
  return {
    folder,
    errors,
    setTime: (at) => {
      now = at;
    },
    open(url, { silentMs = 5000, secret = SECRET } = {}) {
      const mail = openMail({
        config: { server: readSmtpAddress(url)!, from: 'Harbour News <cms@example.org>' },
        ...{ siteUrl: 'https://example.org', privateDir: folder, silentMs },
        lookup: { byKey: () => undefined },
        sealer: createSealer(secret, 'mail'),
        clock: () => new Date(now),
        onError: (error) => void errors.push(error),
      });
      onTestFinished(mail.close);
      return mail;
    },
  };
}

describe('a mail', () => {
  it('arrives as plain text and HTML, in the language of the person', async () => {
    const box = await openMailbox();
    const mail = makePost().open(box.url);
    await mail.send(RESET);
    await mail.send({ ...RESET, language: 'de', to: { email: 'bo@example.org', name: 'Bo <b>' }, about: 'user/2' });
    await until(() => box.mails.length === 2);
    const [english, german] = ['ada@example.org', 'bo@example.org'].map(
      (to) => box.mails.find((one) => one.to[0] === to)!,
    );
    expect(english).toMatchObject({ from: 'cms@example.org', to: ['ada@example.org'] });
    expect(english!.text).toContain('Hello Ada,');
    expect(english!.text).toContain(`\n${LINK}\n`);
    expect(english!.text).toContain('until 1 February 2026 at 13:00 UTC');
    expect(english!.html).toContain(`<a href="${LINK}"`);
    expect(english!.raw).toMatch(/^From: Harbour News <cms@example\.org>$/m);
    expect(english!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(german!.subject).toBe('Ein neues Passwort für Quire');
    expect(german!.text).toContain('Guten Tag Bo <b>,');
    expect(german!.html).toContain('Guten Tag Bo &lt;b&gt;,');
    expect(german!.html).not.toContain('<b>');
    await until(() => mail.waiting() === 0);
    expect([...mail.states()]).toEqual([
      ['user/1', 'delivered'],
      ['user/2', 'delivered'],
    ]);
  });

  it('gives a password to no server whose certificate is nobody’s', async () => {
    const logins: unknown[] = [];
    const box = await openMailbox({
      ...{ authOptional: false, disabledCommands: [] },
      onAuth({ username, password }, session, done) {
        logins.push([username, password, session.secure]);
        done(null, { user: username });
      },
    });
    const mail = makePost().open(`smtp://quire:a%20secret@127.0.0.1:${box.port}`);
    await mail.send(RESET);
    await until(() => mail.failures() === 1);
    expect(logins).toEqual([]);
    expect(box.mails).toEqual([]);
  });

  it('gives no password to a server without encryption', async () => {
    const logins: unknown[] = [];
    const box = await openMailbox({
      ...{ authOptional: false, allowInsecureAuth: true },
      onAuth({ username }, _, done) {
        logins.push(username);
        done(null, { user: username });
      },
    });
    const post = makePost();
    const mail = post.open(`smtp://quire:a%20secret@127.0.0.1:${box.port}`);
    await mail.send(RESET);
    await until(() => mail.failures() === 1);
    expect(logins).toEqual([]);
    await mail.close();
    post.setTime('2026-02-01T12:01:00.000Z');
    post.open(`smtp://quire:a%20secret@127.0.0.1:${box.port}?tls=optional`);
    await until(() => box.mails.length === 1);
    expect(logins).toEqual(['quire']);
  });

  it('is lost by no failure of the server and no restart, and is told of meanwhile', async () => {
    const box = await openMailbox();
    await box.close();
    const post = makePost();
    const mail = post.open(box.url);
    await mail.send(RESET);
    await until(() => mail.failures() === 1);
    expect(mail.problems()).toEqual([
      { path: 'mail', code: 'MAIL', message: expect.stringContaining(`since ${NOW}: connect ECONNREFUSED`) },
    ]);
    expect([...mail.states()]).toEqual([['user/1', 'pending']]);
    await mail.close();
    const waiting = readFileSync(join(post.folder, 'state/mail.ndjson'), 'utf8');
    expect(waiting).not.toMatch(/ada@|rs_a-long/);

    post.setTime('2026-02-01T12:01:00.000Z');
    const later = await openMailbox({ port: box.port });
    const again = post.open(box.url);
    await until(() => later.mails.length === 1 && again.waiting() === 0);
    expect(again.problems()).toEqual([]);
    expect(again.states().get('user/1')).toBe('delivered');
    expect(post.errors).toEqual([]);
  });

  it('is given up if its address is refused, which says nothing about the others', async () => {
    const refused: string[] = [];
    const box = await openMailbox({
      onRcptTo({ address }, _, done) {
        if (!address.startsWith('gone')) return done();
        refused.push(address);
        done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      },
    });
    const mail = makePost().open(box.url);
    await mail.send({ ...RESET, to: { email: 'gone@example.org', name: null } });
    await until(() => mail.waiting() === 0);
    expect([...mail.states()]).toEqual([['user/1', 'failed']]);
    expect(mail.problems()).toEqual([]);
    expect(refused).toEqual(['gone@example.org']);
  });

  it('is not sent once it is of no use, or cannot be read any more', async () => {
    const box = await openMailbox();
    const post = makePost();
    const other = await openMailbox();
    await other.close();
    const mail = post.open(other.url);
    await mail.send({ ...RESET, until: '2026-02-01T13:00:00.000Z' });
    await mail.send({ ...RESET, about: 'user/2' });
    await until(() => mail.failures() === 2);
    await mail.close();
    post.setTime('2026-02-01T13:00:00.000Z');
    const again = post.open(box.url);
    await until(() => again.waiting() === 0);
    expect([...again.states()]).toEqual([
      ['user/1', 'failed'],
      ['user/2', 'delivered'],
    ]);
    expect(box.mails).toHaveLength(1);
  });
});

it('waits for no answer of a server that gives none', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await until(() => silent.listening);
  const { port } = silent.address() as { port: number };
  const mail = makePost().open(`smtp://127.0.0.1:${port}`, { silentMs: 100 });
  await mail.send(RESET);
  expect(mail.waiting()).toBe(1);
  await until(() => mail.failures() === 1);
});
