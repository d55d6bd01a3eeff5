import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from '../../../src/lib/net/isPublicAddress.ts';
import { refusalOf } from '../../http/problemsOf.ts';
import { makeSite, NOW, type Site } from '../../makeSite.ts';

const send = (site: Site, call: string, body?: unknown) =>
  site.ask(call, { as: 'admin', ...(body !== undefined && { body }) });

const fileOf = (site: Site, id: number): string => join(site.privateDir, `webhooks/${id}.yaml`);

describe('webhooks', () => {
  it('SEC-19 show their secret once, on creation, and never enter the repository', async () => {
    const site = await makeSite();
    const created = await send(site, 'POST /admin/webhooks', {
      url: 'https://example.org/hook',
      key: '9',
      secret: null,
    });
    expect(created.status).toBe(201);
    const { secret, ...shown } = created.body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(shown).toEqual({
      id: 1,
      name: 'example.org',
      url: 'https://example.org/hook',
      events: ['*'],
      isActive: true,
      hasSecret: true,
      body: 'quire',
      headers: {},
      gitlab: null,
      createdAt: NOW,
      lastDelivery: null,
    });
    expect(created.headers.get('x-commit')).toBeNull();
    expect((await send(site, 'GET /admin/webhooks/1')).body.data).toEqual(shown);
    expect((await send(site, 'GET /admin/webhooks')).body).toEqual({ data: [shown], meta: { total: 1 } });
    expect(readFileSync(fileOf(site, 1), 'utf8')).toContain(`secret: ${secret}\n`);
    expect(statSync(fileOf(site, 1)).mode & 0o777).toBe(0o600);
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('');
  });

  it('are changed and deleted, and keep a given secret', async () => {
    const site = await makeSite();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const events = ['page.published', 'media.deleted'];
    const created = await send(site, 'POST /admin/webhooks', {
      name: 'Build',
      url: 'https://example.org',
      secret,
      events,
    });
    expect(created.body.data).toMatchObject({ name: 'Build', secret, events });
    const changed = await site.ask('PUT /admin/webhooks/1', {
      as: 'admin',
      body: { isActive: false, events: null },
      headers: { 'if-match': created.headers.get('etag') ?? '' },
    });
    expect(changed.body.data).toMatchObject({ name: 'Build', isActive: false, events: ['*'], hasSecret: true });
    expect(changed.body.data).not.toHaveProperty('secret');
    expect(readFileSync(fileOf(site, 1), 'utf8')).toContain(secret);
    const renewed = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    expect(JSON.stringify((await send(site, 'PUT /admin/webhooks/1', { secret: renewed })).body)).not.toContain(
      'whsec_',
    );
    expect(readFileSync(fileOf(site, 1), 'utf8')).toContain(renewed);
    expect((await send(site, 'DELETE /admin/webhooks/1')).body).toEqual({ data: { deleted: true } });
    expect(refusalOf(await send(site, 'GET /admin/webhooks/1'))).toBe('404 NOT_FOUND');
    const log = readFileSync(join(site.privateDir, 'audit.ndjson'), 'utf8');
    expect(log).toContain('"action":"webhook.remove"');
    expect(log).not.toContain('whsec_');
  });

  it('SEC-29 go to public https addresses only', async () => {
    const site = await makeSite();
    const create = async (url: string) => refusalOf(await send(site, 'POST /admin/webhooks', { url }));
    for (const url of [
      'http://example.org/',
      'ftp://example.org/',
      'example.org',
      '/hook',
      'https://',
      ' https://example.org/',
      'https://exam\tple.org/',
      'https://user@example.org/',
      'https://:word@example.org/',
      'https://localhost/',
      'https://a.localhost./',
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f.0.0.1./',
      'https://10.0.0.8/',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/',
      'https://0.0.0.0/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::127.0.0.1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://[fd00::1]/',
      'https://[fe80::1]/',
    ])
      expect([url, await create(url)]).toEqual([url, '400 VALIDATION url']);
    for (const url of ['https://example.org:8443/a?b', 'https://8.8.8.8/', 'https://[2606:4700::1]/'])
      expect([url, await create(url)]).toEqual([url, '201']);
    const { body } = await send(site, 'GET /admin/webhooks');
    const moved = await send(site, `PUT /admin/webhooks/${body.data[0].id}`, { url: 'https://127.0.0.1' });
    expect(refusalOf(moved)).toBe('400 VALIDATION url');
  });

  it('SEC-29 may go to private addresses and over http if that is allowed', async () => {
    const site = await makeSite({}, { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const create = async (url: string) => refusalOf(await send(site, 'POST /admin/webhooks', { url }));
    expect(await create('http://127.0.0.1:9000/hook')).toBe('201');
    expect(await create('https://localhost/')).toBe('201');
    expect(await create('http://user:word@127.0.0.1/')).toBe('400 VALIDATION url');
    expect(await create('file:///etc/passwd')).toBe('400 VALIDATION url');
  });

  it('SEC-29 show their addresses to admins only, also what a receiver repeats', async () => {
    const receiver = createServer((request, response) => response.end(`no such hook: ${request.url}`)).listen(0);
    onTestFinished(() => void receiver.close());
    await once(receiver, 'listening');
    const site = await makeSite({}, { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    // The server listens on an address of the machine.
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/canary`;
    expect((await send(site, 'POST /admin/webhooks', { name: 'Build', url })).status).toBe(201);
    expect((await send(site, 'POST /admin/webhooks/1/test')).body.data.response).toBe('no such hook: /canary');
    const paths = site.cms.endpoints
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/') && path !== '/api/admin/events')
      .map(({ path }) => path.slice('/api'.length).replaceAll(/:\w+\*?/g, '1'));
    const tellingTo = async (headers: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const telling: string[] = [];
      for (const path of paths) {
        const text = await (await fetch(`${site.url}/api${path}`, { headers })).text();
        if (text.includes('canary')) telling.push(path);
      }
      return telling;
    };
    const key = async (permissions: string) => ({
      'X-API-Key': (await send(site, 'POST /admin/api-keys', { name: 'Key', permissions })).body.data.key,
    });
    expect(await tellingTo(await key('content:read'))).toEqual([]);
    expect(await tellingTo(await key('content:write'))).toEqual([]);
    expect(await tellingTo(await key('*'))).toEqual([
      '/admin/webhooks',
      '/admin/webhooks/1',
      '/admin/webhooks/1/deliveries',
    ]);
    const shown = (await site.ask('GET /admin/webhooks/1', { as: 'viewer' })).body.data;
    expect(shown).toMatchObject({ name: 'Build', url: '•••', lastDelivery: { status: 'delivered' } });
  });

  it('refuse invalid bodies with all problems at once', async () => {
    const site = await makeSite();
    await send(site, 'POST /admin/webhooks', { url: 'https://example.org' });
    const url = 'https://example.org/';
    for (const [call, body, refusal] of [
      ['POST /admin/webhooks', {}, '400 VALIDATION url'],
      [
        'POST /admin/webhooks',
        { url: 5, events: ['page.created', 'page.read'], secret: 'whsec_short', isActive: 'yes' },
        '400 VALIDATION url VALIDATION events.1 VALIDATION isActive VALIDATION secret',
      ],
      ['POST /admin/webhooks', { url, events: [] }, '400 VALIDATION events'],
      ['POST /admin/webhooks', { url, secret: '' }, '400 VALIDATION secret'],
      ['POST /admin/webhooks', { url, secret: `whsec_${'A'.repeat(92)}` }, '400 VALIDATION secret'],
      ['POST /admin/webhooks', { url, secret: Buffer.alloc(32).toString('base64') }, '400 VALIDATION secret'],
      ['PUT /admin/webhooks/1', { secret: null, name: null }, '400 VALIDATION name VALIDATION secret'],
      ['PUT /admin/webhooks/9', { url: 5 }, '404 NOT_FOUND'],
      ['POST /admin/webhooks', { url, body: 'pigeon' }, '400 VALIDATION body'],
      ['POST /admin/webhooks', { url, body: 'gitlab-trigger' }, '400 VALIDATION gitlab'],
      ['POST /admin/webhooks', { url, body: 'gitlab-trigger', gitlab: { ref: 'main' } }, '400 VALIDATION gitlab.token'],
      ['POST /admin/webhooks', { url, headers: { 'X-A': true } }, '400 VALIDATION headers.X-A'],
      ['POST /admin/webhooks', { url, headers: { 'X-A': 'a', 'x-a': 'b' } }, '400 VALIDATION headers'],
      ...['Host', 'content-length', 'Content-Type', 'connection', 'Transfer-Encoding', 'webhook-id', 'a b', 'é'].map(
        (name) =>
          ['POST /admin/webhooks', { url, headers: { [name]: 'x' } }, `400 VALIDATION headers.${name}`] as const,
      ),
      ...['a\r\nX-B: c', 'ü', ' a', 5, null].map(
        (value) => ['POST /admin/webhooks', { url, headers: { 'X-A': value } }, '400 VALIDATION headers.X-A'] as const,
      ),
    ] as const)
      expect([body, refusalOf(await send(site, call, body))]).toEqual([body, refusal]);
    expect(refusalOf(await site.ask('POST /admin/webhooks', { as: 'editor', body: { url } }))).toBe('403 FORBIDDEN');
  });
});

describe('isPublicAddress', () => {
  it.for([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['::ffff:8.8.8.8', true],
    ['192.168.1.1', false],
    ['172.31.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['ff02::1', false],
    // Assigned to nobody: private networks use some of them.
    ['200::1', false],
    ['100:0:0:1::1', false],
    ['4000::1', false],
    ['example.org', false],
    ['', false],
  ] as const)('%s: %s', ([address, expected]) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});
