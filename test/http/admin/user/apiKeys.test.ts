import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSite, NOW, type Site } from '../../../makeSite.ts';
import { SMALL_SITE } from '../../../smallSite.ts';
import { refusalOf } from '../../problemsOf.ts';

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

async function createKey(site: Site, permissions: string, more: object = {}): Promise<string> {
  const { body } = await send(site, 'POST /admin/api-keys', { name: 'A key', permissions, ...more });
  return body.data.key;
}

describe('API keys', () => {
  it('SEC-15 show the key once, and keep its hash outside git', async () => {
    const site = await makeSite(SMALL_SITE);
    const created = await send(site, 'POST /admin/api-keys', { name: 'Build', permissions: 'content:read' });
    const { key } = created.body.data;
    expect(created.status).toBe(201);
    expect(key).toMatch(/^sk_[\w-]{43}$/);
    const shown = {
      id: 1,
      name: 'Build',
      keyPrefix: key.slice(0, 11),
      permissions: 'content:read',
      expiresAt: null,
      lastUsedAt: null,
      createdAt: NOW,
    };
    expect(created.body).toEqual({ data: { ...shown, key } });
    expect((await send(site, 'GET /admin/api-keys')).body).toEqual({ data: [shown], meta: { total: 1 } });
    expect((await send(site, 'PUT /admin/api-keys/1', { name: 'Deploy' })).body).toEqual({
      data: { ...shown, name: 'Deploy' },
    });
    const file = join(site.privateDir, 'api-keys', '1.yaml');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(key);
    expect(site.newCommits()).toEqual([]);
    expect(readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8')).toContain(
      '"action":"apiKey.create","record":"apiKey/1"',
    );
  });

  it.for([
    ['content:read', 200, 403, 403],
    ['content:write', 200, 200, 403],
    ['admin:*', 200, 200, 200],
    ['*', 200, 200, 200],
  ] as const)('with %s: read %i, write a page %i, change settings %i', async ([permissions, read, write, admin]) => {
    const site = await makeSite(SMALL_SITE);
    const headers = { 'x-api-key': await createKey(site, permissions) };
    const statuses = [
      await site.ask('GET /admin/pages', { headers }),
      await site.ask('PUT /admin/pages/3', { headers, body: { title: 'T' } }),
      await site.ask('PUT /admin/config', { headers, body: { tagline: 'T' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([read, write, admin]);
    if (write === 200)
      expect(site.git('log', '--format=%an <%ae>%n%b', '-1', '--', 'pages')).toContain(
        'A key <api-key-1@quire.invalid>\n',
      );
    if (write === 200)
      expect(site.git('log', '--format=%b', '-1', '--', 'pages')).toContain('Quire-Actor: api-key/1\n');
  });

  it('SEC-15 work as X-API-Key, which wins, or as bearer, and record their last use', async () => {
    const site = await makeSite(SMALL_SITE);
    const key = await createKey(site, 'content:read');
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: { authorization: `Bearer ${key}` } }))).toBe('200');
    expect(refusalOf(await site.ask('GET /admin/users', { as: 'admin', headers: { 'x-api-key': key } }))).toBe('200');
    expect(
      refusalOf(await site.ask('POST /admin/users', { as: 'admin', headers: { 'x-api-key': key }, body: {} })),
    ).toBe('403 FORBIDDEN');
    expect(refusalOf(await site.ask('GET /admin/pages', { as: 'admin', headers: { 'x-api-key': 'sk_wrong' } }))).toBe(
      '401 UNAUTHORIZED',
    );
    expect((await send(site, 'GET /admin/api-keys/1')).body.data.lastUsedAt).toBe(NOW);
  });

  it('SEC-15 end when they expire or are revoked', async () => {
    const site = await makeSite(SMALL_SITE);
    const first = { 'x-api-key': await createKey(site, '*', { expiresAt: '2026-02-01T13:00:00Z' }) };
    const second = { 'x-api-key': await createKey(site, '*') };
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: first }))).toBe('200');
    site.setTime('2026-02-01T13:00:00.000Z');
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: first }))).toBe('401 UNAUTHORIZED');
    await send(site, 'PUT /admin/api-keys/1', { expiresAt: null });
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: first }))).toBe('200');
    expect((await send(site, 'DELETE /admin/api-keys/2')).body).toEqual({ data: { deleted: true } });
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: second }))).toBe('401 UNAUTHORIZED');
    expect(refusalOf(await send(site, 'DELETE /admin/api-keys/2'))).toBe('404 NOT_FOUND');
  });

  it('refuse invalid bodies with all problems at once, and never change their permissions', async () => {
    const site = await makeSite(SMALL_SITE);
    await createKey(site, 'content:read');
    for (const [call, body, refusal] of [
      ['POST /admin/api-keys', {}, '400 VALIDATION name VALIDATION permissions'],
      [
        'POST /admin/api-keys',
        { name: '', permissions: ['*'], expiresAt: NOW },
        '400 VALIDATION name VALIDATION permissions VALIDATION expiresAt',
      ],
      ['POST /admin/api-keys', { name: 'K', permissions: 'content:delete' }, '400 VALIDATION permissions'],
      ['PUT /admin/api-keys/1', { expiresAt: 'soon' }, '400 VALIDATION expiresAt'],
      ['PUT /admin/api-keys/9', { name: 'K' }, '404 NOT_FOUND'],
    ] as const)
      expect([call, body, refusalOf(await send(site, call, body))]).toEqual([call, body, refusal]);
    const { body } = await send(site, 'PUT /admin/api-keys/1', {
      permissions: '*',
      keyHash: 'a'.repeat(64),
      key: 'sk_mine',
    });
    expect(body.data.permissions).toBe('content:read');
    expect(refusalOf(await site.ask('GET /admin/pages', { headers: { 'x-api-key': 'sk_mine' } }))).toBe(
      '401 UNAUTHORIZED',
    );
  });
});
