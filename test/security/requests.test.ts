import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { problemsOf, refusalOf } from '../http/problemsOf.ts';
import { makeSite, PASSWORD, type Reply, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const MIB = 2 ** 20;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const inFields = (json: string): string => `{"title":"T","typeId":2,"fields":${json}}`;

async function createSender(site: Site) {
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'admin@example.org', password: PASSWORD },
  });
  return async (payload: string | Uint8Array, headers: Record<string, string> = {}): Promise<Reply> => {
    const response = await fetch(`${site.url}/api/admin/pages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.data.token}`, 'content-type': 'application/json', ...headers },
      body: payload as NonNullable<RequestInit['body']>,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}

describe('bodies', () => {
  it('SEC-9 are refused when they are too large, too deep, malformed, dangerous or no JSON, and nothing is written', async () => {
    const site = await makeSite(SMALL_SITE);
    const send = await createSender(site);
    for (const [payload, headers, refusal] of [
      [`"${'x'.repeat(2 * MIB)}"`, {}, '413 PAYLOAD_TOO_LARGE'],
      [inFields(nested(65)), {}, '400 VALIDATION'],
      [inFields(`[${'0,'.repeat(100_001)}0]`), {}, '400 VALIDATION'],
      ['{"title":', {}, '400 VALIDATION'],
      ['', {}, '400 VALIDATION title VALIDATION typeId'],
      ['[]', {}, '400 VALIDATION'],
      ['null', {}, '400 VALIDATION'],
      [new Uint8Array([0x22, 0xff, 0x22]), {}, '400 VALIDATION'],
      [inFields('{}'), { 'content-type': 'text/plain' }, '415 UNSUPPORTED_MEDIA_TYPE'],
      [inFields('{}'), { 'content-type': 'application/x-www-form-urlencoded' }, '415 UNSUPPORTED_MEDIA_TYPE'],
      [gzipSync(inFields('{}')), { 'content-encoding': 'gzip' }, '415 UNSUPPORTED_MEDIA_TYPE'],
      [inFields('{"__proto__":{"role":"admin"}}'), {}, '400 VALIDATION fields.__proto__'],
      [inFields('{"a":[{"constructor":1}]}'), {}, '400 VALIDATION fields.a.0.constructor'],
      [inFields('{"a":{"prototype":{}}}'), {}, '400 VALIDATION fields.a.prototype'],
    ] as const)
      expect([`${payload}`.slice(0, 60), refusalOf(await send(payload, headers))]).toEqual([
        `${payload}`.slice(0, 60),
        refusal,
      ]);
    expect(({} as { role?: string }).role).toBeUndefined();
    expect(site.newCommits()).toEqual([]);
    expect((await send(inFields(nested(40)))).status).toBe(201);
  });

  it('SEC-7 that would make too large a file are refused before it is written', async () => {
    const site = await makeSite(SMALL_SITE);
    const fields = { list: Array.from({ length: 60_000 }, () => 0) };
    const reply = await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'T', typeId: 2, fields } });
    expect(refusalOf(reply)).toBe('413 PAYLOAD_TOO_LARGE');
    expect(site.newCommits()).toEqual([]);
    expect(site.git('status', '--porcelain')).toBe('');
  });
});

describe('addresses and queries', () => {
  it('SEC-11 name records by plain integers; nothing else is found', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const id of ['0', '01', '-1', '+1', '1.0', '1e1', '0x1', '99999999999', 'home', '1%20', '%31%00', '١'])
      for (const call of [
        `GET /admin/pages/${id}`,
        `PUT /admin/pages/${id}`,
        `DELETE /admin/content-types/${id}`,
        `GET /admin/users/${id}`,
      ]) {
        const body = call.startsWith('PUT') ? { title: 'T' } : undefined;
        const reply = await site.ask(call, { as: 'admin', ...(body && { body }) });
        expect([call, refusalOf(reply)]).toEqual([call, '404 NOT_FOUND']);
      }
    expect(site.newCommits()).toEqual([]);
  });

  it('SEC-11 must give each parameter once and well-formed; the error names the one that is not', async () => {
    const site = await makeSite(SMALL_SITE);
    for (const [call, problem] of [
      ['GET /admin/pages?limit=1&limit=2', 'VALIDATION limit'],
      ['GET /admin/pages?status=draft&status=draft', 'VALIDATION status'],
      ['GET /admin/users?limit=1e9', 'VALIDATION limit'],
      ['GET /content/pages?offset=0x10', 'VALIDATION offset'],
      ['GET /content/pages?limit=NaN', 'VALIDATION limit'],
      ['GET /content/pages/home?locale=en&locale=es', 'VALIDATION locale'],
      ['GET /content/pages?sort[]=title', undefined],
    ] as const) {
      const reply = await site.ask(call, { as: 'admin' });
      expect([call, reply.status, problemsOf(reply)[0]]).toEqual([call, problem ? 400 : 200, problem]);
    }
  });
});
