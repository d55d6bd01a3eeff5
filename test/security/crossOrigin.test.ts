import { expect, it } from 'vitest';
import { isWrite, jsonBodyOf } from '../../src/http/endpoint.ts';
import { makeSite, PASSWORD } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

/** What a browser sends across origins without asking first (the Fetch standard, "CORS-safelisted request-header"). */
const SIMPLE_TYPES = ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', ''];

it('SEC-35 a form or simple request from another origin is not accepted as JSON, even with credentials', async () => {
  const site = await makeSite(SMALL_SITE);
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'admin@example.org', password: PASSWORD },
  });
  const before = site.git('rev-parse', 'HEAD');
  // Bodies that are no JSON are read by their endpoints, whose credentials are in headers, too.
  const endpoints = site.cms.endpoints.filter((endpoint) => jsonBodyOf(endpoint) && endpoint.access !== 'public');
  expect(endpoints.filter(isWrite).length).toBeGreaterThan(20);
  for (const { method, path } of endpoints)
    for (const type of SIMPLE_TYPES) {
      const response = await fetch(site.url + path.replaceAll(/:\w+\*?/g, '1'), {
        method,
        headers: {
          origin: 'https://evil.example',
          authorization: `Bearer ${body.data.token}`,
          ...(type !== '' && { 'content-type': type }),
        },
        body: Buffer.from('{"name":"Evil","title":"Evil","email":"admin@example.org","password":"correct horse"}'),
      });
      const { errors } = (await response.json()) as { errors: { code: string }[] };
      expect([method, path, type, response.status, errors[0]!.code]).toEqual([
        ...[method, path, type, 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  expect(site.git('rev-parse', 'HEAD')).toBe(before);
});

it('SEC-35 a preflight from another origin is not allowed anything', async () => {
  const site = await makeSite(SMALL_SITE, { env: { CORS_ORIGINS: 'https://admin.example.org' } });
  const ask = (origin: string, path = '/api/admin/pages/1') =>
    fetch(site.url + path, {
      method: 'OPTIONS',
      headers: {
        ...{ origin, 'access-control-request-method': 'PUT' },
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const others = ['https://evil.example', 'null', 'https://admin.example.org.evil.example', 'http://admin.example.org'];
  for (const origin of [...others, 'https://admin.example.org:8443', 'https://ADMIN.example.org', '*', ''])
    for (const path of ['/api/admin/pages/1', '/api/admin/auth/login', '/api/admin/setup', '/api/admin/nothing']) {
      const { status, headers } = await ask(origin, path);
      const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([origin, path, status, names]).toEqual([origin, path, 204, []]);
      expect(headers.get('vary')).toContain('Origin');
    }
  const { headers } = await ask('https://admin.example.org');
  expect(headers.get('access-control-allow-origin')).toBe('https://admin.example.org');
  expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Type/);
});

it('SEC-35 an allowed origin can also read error answers', async () => {
  const site = await makeSite(SMALL_SITE, { env: { CORS_ORIGINS: 'https://admin.example.org' } });
  for (const path of ['/api/admin/pages', '/api/admin/nothing', '/api/admin/pages?limit=x']) {
    const { headers } = await fetch(site.url + path, { headers: { origin: 'https://admin.example.org' } });
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, 'https://admin.example.org']);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});
