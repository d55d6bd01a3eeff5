import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createLog } from '../../src/http/log/log.ts';
import { startServer } from '../../src/http/server/server.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const SITE_URL = 'https://example.org';

/** The head and body of the answer to these bytes. */
async function askBytes(url: string, bytes: string): Promise<readonly [head: string, body: string]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part) => (text += part));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return [head, body];
}

const call = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

it('SEC-35 every kind of answer has the security headers, even if it never reaches the application', async () => {
  const site = await makeSite(SMALL_SITE, { env: { SITE_URL } });
  const log = createLog('silent');
  const server = await startServer({ app: site.cms.app, host: '127.0.0.1', port: 0, log, siteUrl: SITE_URL });
  for (const [bytes, status] of [
    [call('GET /api/content/pages'), 200],
    [call('HEAD /api/content/pages'), 200],
    [call('GET /api/content/pages', 'If-None-Match: *'), 304],
    [call('GET /api/content/pages?limit=x'), 400],
    [call('GET /api/content/pages/nothing'), 404],
    [call('GET /nowhere'), 404],
    [call('GET /api/admin/pages'), 401],
    [call('DELETE /api/content/pages'), 405],
    [call('OPTIONS /api/content/pages'), 204],
    [call('OPTIONS /api/admin/pages', 'Origin: https://a.example', 'Access-Control-Request-Method: GET'), 204],
    [call('GET /sitemap.xml'), 200],
    [call('GET /api/docs'), 200],
    [call('GET /api/openapi.json'), 200],
    [call('GET /api/content/og/home.png'), 200],
    [call('GET /api/health'), 200],
    [call('GET /metrics'), 200],
    [call('GET /api/content/graphql?query=%7B'), 400],
    [call('POST /api/admin/auth/login', 'Content-Type: text/plain', 'Content-Length: 0'), 400],
    ['no request at all\r\n\r\n', 400],
    [call('GET /', `X: ${'x'.repeat(20_000)}`), 431],
    [call(`GET /${'x'.repeat(20_000)}`), 431],
    ['GET /api/content/pages HTTP/1.1\r\n\r\n', 400],
    [call('GET /api/content/pages', 'Expect: a miracle'), 417],
    [call('POST /api/admin/auth/login', 'Expect: 200-ok', 'Content-Length: 0'), 417],
    [call('GET /', 'Content-Length: x'), 400],
    [call('GET /', 'Transfer-Encoding: chunked', 'Content-Length: 3'), 400],
    [`${call('POST /api/admin/auth/login', 'Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`, 413],
    [
      `${call('POST /api/admin/auth/login', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n`,
      400,
    ],
    [call('CONNECT example.org:443'), 405],
    [call('BREW /'), 400],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ] as const) {
    const [head, body] = await askBytes(server.url, bytes);
    const line = bytes.split('\r\n')[0];
    expect([line, head.split(' ')[1]]).toEqual([line, String(status)]);
    for (const header of [
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
      "frame-ancestors 'none'",
      'referrer-policy: no-referrer',
      'strict-transport-security: max-age=31536000',
    ])
      expect([line, head.toLowerCase()]).toEqual([line, expect.stringContaining(header)]);
    expect(head.toLowerCase()).not.toMatch(/x-powered-by|access-control-allow-credentials|\r\nserver:/);
    if (status >= 400)
      expect([line, /cache-control: [^\r]*/i.exec(head)?.[0]]).toEqual([line, expect.stringContaining('no-store')]);
    if (status >= 400) expect([line, JSON.parse(body).errors[0].message]).toEqual([line, expect.any(String)]);
  }
  const [tunnel] = await askBytes(server.url, call('CONNECT example.org:443'));
  expect(tunnel).toContain('Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT');
  await server.close();
});
