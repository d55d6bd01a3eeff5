import { expect, test } from 'vitest';
import { defineEndpoint, type Endpoint } from '../../../src/http/endpoint.ts';
import { createRateLimiter } from '../../../src/http/limit/rateLimit.ts';
import { unauthorized } from '../../../src/model/errors.ts';
import { object, text } from '../../../src/model/schema/schema.ts';
import { as, errorOf, makeServer } from '../makeServer.ts';

const login = defineEndpoint({
  method: 'POST',
  path: '/api/admin/auth/login',
  summary: '',
  access: 'open',
  body: object({ email: text(), password: text() }),
  rateLimit: 'login',
  handle: ({ body }) => {
    if (body.password !== 'right') throw unauthorized('Wrong e-mail or password');
    return { data: { token: 'x' } };
  },
});

const serveLogin = async (env: Record<string, string> = {}) => {
  const { send } = await makeServer([login], { env: { TRUST_PROXY: 'true', ...env } });
  return (email: string, password: string, ip = '203.0.113.1') =>
    send('/api/admin/auth/login', { email, password }, { headers: { 'X-Forwarded-For': ip } });
};

const repeat = async (times: number, attempt: (n: number) => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await attempt(n)).status);
  return statuses;
};

test('SEC-32 ten failed log-ins lock an account for a while, from every address and in every spelling', async () => {
  const attempt = await serveLogin();
  expect(new Set(await repeat(10, (n) => attempt('ada@example.org', 'wrong', `203.0.113.${n}`)))).toEqual(
    new Set([401]),
  );
  const refused = await attempt('ADA@example.org', 'right', '198.51.100.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await errorOf(refused)).code).toBe('RATE_LIMITED');
  expect((await attempt('grace@example.org', 'right')).status).toBe(200);
});

test('attempts at once do not slip through', async () => {
  const attempt = await serveLogin();
  const all = await Promise.all(Array.from({ length: 30 }, () => attempt('ada@example.org', 'wrong')));
  expect(all.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(20);
});

test('SEC-32 fifty failed log-ins block an address, whatever the account', async () => {
  const attempt = await serveLogin();
  expect(new Set(await repeat(50, (n) => attempt(`user${n}@example.org`, 'wrong')))).toEqual(new Set([401]));
  const refused = await attempt('ada@example.org', 'right');
  expect([refused.status, refused.headers.get('ratelimit-limit'), refused.headers.get('ratelimit-remaining')]).toEqual([
    429,
    '50',
    '0',
  ]);
  expect((await attempt('ada@example.org', 'right', '198.51.100.1')).status).toBe(200);
});

test('a successful log-in is not counted and clears the account', async () => {
  const attempt = await serveLogin();
  expect(new Set(await repeat(70, () => attempt('ada@example.org', 'right')))).toEqual(new Set([200]));
  await repeat(9, () => attempt('ada@example.org', 'wrong'));
  expect((await attempt('ada@example.org', 'right')).status).toBe(200);
  expect(await repeat(9, () => attempt('ada@example.org', 'wrong'))).toEqual(Array(9).fill(401));
});

test('SEC-32 an attempt counts before its body is read', async () => {
  const { send } = await makeServer([login]);
  for (const body of ['{"email":', {}]) await repeat(25, () => send('/api/admin/auth/login', body));
  expect((await send('/api/admin/auth/login', '{"email":')).status).toBe(429);
});

test('nothing is limited when limits are off', async () => {
  const attempt = await serveLogin({ RATE_LIMIT_ENABLED: 'false' });
  expect(new Set(await repeat(60, () => attempt('ada@example.org', 'wrong')))).toEqual(new Set([401]));
});

const read: Endpoint = defineEndpoint({
  method: 'GET',
  path: '/api/content/x',
  summary: '',
  access: 'public',
  handle: () => ({ data: 1 }),
});
const admin: Endpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/x',
  summary: '',
  access: 'viewer',
  handle: () => ({ data: 1 }),
});

test('SEC-32 public reads are limited per address only when asked for, the admin interface is not', async () => {
  const { request } = await makeServer([read, admin], { env: { RATE_LIMIT_PUBLIC: '3', TRUST_PROXY: 'true' } });
  const at = (path: string, ip: string) => request(path, { headers: { ...as('viewer'), 'X-Forwarded-For': ip } });
  const first = await at('/api/content/x', '203.0.113.1');
  expect(first.headers.get('ratelimit-limit')).toBe('3');
  expect(first.headers.get('ratelimit-remaining')).toBe('2');
  expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  expect(await repeat(3, () => at('/api/content/x', '203.0.113.1'))).toEqual([200, 200, 429]);
  expect((await at('/api/content/x', '203.0.113.2')).status).toBe(200);
  expect(await repeat(5, () => at('/api/admin/x', '203.0.113.1'))).toEqual(Array(5).fill(200));

  const free = await makeServer([read]);
  const response = await free.request('/api/content/x');
  expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, null]);
});

test('SEC-32 uploads are counted when they begin, per sender', () => {
  const limiter = createRateLimiter({ limitRates: true });
  const attempt = (address: string, account: string) => {
    const admission = limiter.admit({ name: 'upload', address });
    admission.countAccount(account);
    return admission;
  };
  for (let n = 0; n < 300; n += 1) attempt(`203.0.113.${n % 250}`, 'user/1').succeed();
  expect(() => attempt('198.51.100.1', 'user/1')).toThrow('Too many uploads');
  expect(attempt('198.51.100.1', 'user/2')).toBeDefined();
});

test('SEC-32 an address is one caller in every spelling of a proxy', async () => {
  const attempt = await serveLogin();
  const spellings = ['203.0.113.7', '203.0.113.7:5678', '::ffff:203.0.113.7', '[::ffff:cb00:7107]:80', ' 203.0.113.7 '];
  const tries = (n: number) => attempt(`user${n}@example.org`, 'wrong', spellings[n % spellings.length]);
  expect(new Set(await repeat(50, tries))).toEqual(new Set([401]));
  for (const spelling of spellings) expect((await attempt('ada@example.org', 'right', spelling)).status).toBe(429);

  const network = (n: number) => attempt(`user${n}@example.org`, 'wrong', `[2001:db8:1:2::${n}%eth0]:${4000 + n}`);
  expect(new Set(await repeat(50, network))).toEqual(new Set([401]));
  expect((await attempt('ada@example.org', 'right', '2001:DB8:1:2:ffff::1')).status).toBe(429);
  expect((await attempt('ada@example.org', 'right', '2001:db8:1:3::1')).status).toBe(200);
});

test('SEC-32 an invalid forwarded address counts for the connection', async () => {
  const attempt = await serveLogin();
  const nonsense = [
    'unknown',
    '_hidden',
    '1',
    '0x7f.1',
    '256.1.1.1',
    '[::1',
    'x'.repeat(2000),
    '203.0.113.7:port',
    ',',
  ];
  const tries = (n: number) => attempt(`user${n}@example.org`, 'wrong', `${nonsense[n % nonsense.length]}`);
  expect(new Set(await repeat(50, tries))).toEqual(new Set([401]));
  for (const text of nonsense) expect((await attempt('ada@example.org', 'right', text)).status).toBe(429);
  expect((await attempt('ada@example.org', 'right', '127.0.0.1')).status).toBe(429);
  expect((await attempt('ada@example.org', 'right', '203.0.113.8')).status).toBe(200);
});
