import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuditLog } from '../../../src/auth/audit/auditLog.ts';
import { openKnownAddresses } from '../../../src/auth/knownAddresses.ts';
import { createPasswords } from '../../../src/auth/password/passwords.ts';
import { openSessionNotes } from '../../../src/auth/session/sessionNotes.ts';
import { createTokens } from '../../../src/auth/session/tokens.ts';
import { createLogin } from '../../../src/auth/signIn/login.ts';
import { createSignIn } from '../../../src/auth/signIn/signIn.ts';
import type { Settings } from '../../../src/model/entities/settings.ts';
import {
  ADA,
  createClock,
  createCountingPool,
  createRecords,
  listAudit,
  makePrivateFolder,
  NO_FACTORS_SET,
  PASSWORD,
} from '../fixtures.ts';

async function makeLogin() {
  const privateDir = await makePrivateFolder(onTestFinished);
  const clock = createClock();
  const records = createRecords();
  records.put('user', 1, ADA);
  const pool = createCountingPool();
  const tokens = createTokens({ secret: randomBytes(32), clock });
  const onError = (error: unknown) => {
    throw error;
  };
  const audit = createAuditLog({ privateDir, clock, onError });
  const { lookup } = records;
  const addresses = await openKnownAddresses({ lookup, privateDir, onError });
  onTestFinished(() => addresses.close());
  const notes = await openSessionNotes({ privateDir, clock, onError });
  onTestFinished(() => notes.close());
  const signIn = createSignIn({ lookup, tokens, addresses, notes, clock, audit, ...NO_FACTORS_SET });
  const login = createLogin({ lookup, passwords: createPasswords({ cost: 4, pool }), signIn, audit, addresses });
  return {
    login: (email: string, password: string, ip = '192.0.2.1') => login({ email, password, ip, agent: null }),
    ...{ records, pool, tokens, clock, audit, logPath: join(privateDir, 'audit.ndjson') },
  };
}

describe('logging in', () => {
  it('returns a token of a new session with the duration from the settings', async () => {
    const { login, tokens, clock, records } = await makeLogin();
    records.put('settings', 1, { session: { duration: '7d' } } as Settings);
    const [one, two] = [await login('ada@example.org', PASSWORD), await login('ADA@EXAMPLE.ORG', PASSWORD)];
    expect(one.user.id).toBe(1);
    const claims = await tokens.verifySessionToken(one.token);
    expect(claims).toMatchObject({
      ...{ subject: 'user/1', expiresAt: clock().getTime() + 7 * 24 * 60 * 60 * 1000 },
      proof: { method: 'password', at: clock().getTime() },
    });
    expect((await tokens.verifySessionToken(two.token)).sessionId).not.toBe(claims.sessionId);
  });

  it('SEC-12 refuses an unknown user and a wrong password in the same words and with one comparison of the same cost', async () => {
    const { login, pool } = await makeLogin();
    const refusal = { code: 'UNAUTHORIZED', message: 'Wrong e-mail or password' };
    const attempts = [
      ['ada@example.org', 'wrong password'],
      ['nobody@example.org', PASSWORD],
      ['', ''],
      ['ada@example.org', 'x'.repeat(500)],
    ] as const;
    for (const [email, password] of attempts) {
      pool.jobs.length = 0;
      await expect(login(email, password)).rejects.toMatchObject(refusal);
      expect(pool.jobs).toEqual([
        { type: 'verify', password, hash: expect.stringMatching(/^\$2[aby]\$04\$/), cost: 4 },
      ]);
    }
  });

  it('SEC-13 comes before strangers from an address that the user has logged in from, and counts apart from them', async () => {
    const { login, pool } = await makeLogin();
    await login('ada@example.org', PASSWORD, '2001:db8::1');
    for (const [email, ip] of [
      ['Ada@example.org', '2001:db8::2'],
      ['ada@example.org', '192.0.2.9'],
      ['nobody@example.org', '192.0.2.9'],
      ['nobody@example.org', '2001:db8::1'],
    ] as const)
      await login(email, 'wrong password', ip).catch(() => {});
    expect(pool.askers).toEqual([
      { isKnown: false, key: '8193:3512:0:0' },
      { isKnown: true, key: '8193:3512:0:0|ada@example.org' },
      { isKnown: false, key: '192.0.2.9' },
      { isKnown: false, key: '192.0.2.9' },
      { isKnown: false, key: '8193:3512:0:0' },
    ]);
  });

  it('logs each success and failure, without what was typed', async () => {
    const { login, audit, logPath } = await makeLogin();
    await login('ada@example.org', PASSWORD);
    await login('ada@example.org', 'not my secret').catch(() => {});
    await login('typed-in-the-wrong-box', 'not my secret').catch(() => {});
    const { entries } = await listAudit(audit);
    expect(entries).toMatchObject([
      { actor: 'anonymous', action: 'auth.login', ip: '192.0.2.1', ok: false },
      { actor: 'anonymous', action: 'auth.login', record: 'user/1', ok: false },
      { actor: 'user/1', action: 'auth.login', record: 'user/1', ok: true },
    ]);
    const log = await readFile(logPath, 'utf8');
    for (const typed of [PASSWORD, 'not my secret', 'wrong-box', 'example.org', '$2']) expect(log).not.toContain(typed);
  });
});
