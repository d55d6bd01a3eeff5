import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createLog } from '../../src/http/log.ts';
import { startServer } from '../../src/http/server.ts';
import { makeSite } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const SITE_URL = 'https://example.org';

/** The head of what the server answers to these bytes. */
async function headOf(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part) => (text += part));
  socket.write(bytes);
  await once(socket, 'close');
  return text.split('\r\n\r\n')[0] ?? '';
}

const call = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');

it('SEC-35 answers of every kind carry the security headers, also those that never reach the application', async () => {
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
  ] as const) {
    const head = await headOf(server.url, bytes);
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
  }
  await server.close();
});
