import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { readServerConfig } from '../../../src/config.ts';
import { uiEndpoints } from '../../../src/http/ui/endpoints.ts';
import { uiPolicy } from '../../../src/http/ui/policy.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { askRaw } from '../askRaw.ts';
import { makeServer } from '../makeServer.ts';

const PAGE = '<!doctype html><title>Quire</title><script type="module" src="/admin/assets/app-1.js"></script>';
const SCRIPT = 'console.log("quire")';
const BUILD = {
  'index.html': PAGE,
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'notes.exe': 'no file of the interface',
  'assets/app-1.js': SCRIPT,
  'assets/app-1.js.br': brotliCompressSync(SCRIPT),
  'assets/app-1.js.gz': gzipSync(SCRIPT),
};

const policy = (env: Record<string, string> = {}): string => uiPolicy(readServerConfig(env, '/srv/quire'));

async function serve(files: Readonly<Record<string, string | Buffer>> = BUILD) {
  const above = mkdtempSync(join(tmpdir(), 'quire-ui-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  writeFileSync(join(above, 'secret.json'), '"secret"');
  const folder = join(above, 'ui');
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return makeServer(uiEndpoints({ folder, policy: policy() }));
}

/** The answer at a path that is sent literally. */
async function askPath(url: string, path: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port: new URL(url).port, path, agent: false }, resolve)
      .once('error', reject)
      .end();
  });
  return Buffer.concat(await response.toArray()).toString();
}

it('answers its one page at /admin and every address below, never from a cache', async () => {
  const { request: ask } = await serve();
  for (const path of [
    '/admin',
    '/admin/',
    '/admin/pages/12',
    '/admin/media?folder=x',
    '/admin/index.html',
    '/admin/a.b',
  ]) {
    const response = await ask(path);
    expect([path, response.status, await response.text()]).toEqual([path, 200, PAGE]);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  }
});

it('names what the screen of an address needs with its page, in the language of the browser', async () => {
  const parts = {
    'index.html': { file: 'assets/app-1.js', imports: ['_frame.js'] },
    '_frame.js': { file: 'assets/frame-1.js' },
    'screens/page/PageScreen.tsx': { file: 'assets/page-1.js', css: ['assets/page-1.css'], imports: ['_frame.js'] },
    'i18n/en/index.ts': { file: 'assets/en-1.js' },
    'i18n/de/index.ts': { file: 'assets/de-1.js' },
  };
  const { request: ask } = await serve({ ...BUILD, 'parts.json': JSON.stringify(parts) });
  const linksAt = async (path: string, languages: string): Promise<string | null> =>
    (await ask(path, { headers: { 'accept-language': languages } })).headers.get('link');
  const words = (language: string): string => `</admin/assets/${language}-1.js>; rel=modulepreload`;
  const form = '</admin/assets/page-1.css>; rel=preload; as=style, </admin/assets/page-1.js>; rel=modulepreload';
  expect(await linksAt('/admin/pages/12', 'de-AT,en;q=0.8')).toBe(`${words('de')}, ${form}`);
  expect(await linksAt('/admin/media', 'fr,en;q=0.5,de;q=0.4')).toBe(words('en'));
  expect(await linksAt('/admin/media', 'fr')).toBe(words('en'));
});

it('redirects from / to it', async () => {
  const { request: ask } = await serve();
  const response = await ask('/');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/admin']);
});

it('SEC-42 its page runs only its own scripts, and may not be framed', async () => {
  const { request: ask } = await serve();
  const { headers } = await ask('/admin/pages');
  const rules = (headers.get('content-security-policy') ?? '').split('; ');
  expect(rules).toContain("default-src 'self'");
  expect(rules).toContain("script-src 'self'");
  expect(rules).toContain("connect-src 'self'");
  expect(rules).toContain("object-src 'none'");
  expect(rules).toContain("base-uri 'none'");
  expect(rules).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(policy()).not.toMatch(/script-src[^;]*unsafe|\*/);
});

it('shows pictures from their bucket', () => {
  const s3 = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_ENDPOINT: 'https://s3.example/x' };
  const shown = policy({ MEDIA_STORAGE: 's3', ...s3, S3_PUBLIC_URL: 'https://cdn.example/media' });
  expect(shown).toContain("img-src 'self' data: blob: https://cdn.example https://s3.example;");
});

it('serves hashed files for a year, compressed by the build', async () => {
  const { url } = await serve();
  for (const [accepted, encoding, bytes] of [
    ['gzip, deflate, br', 'br', BUILD['assets/app-1.js.br']],
    ['gzip', 'gzip', BUILD['assets/app-1.js.gz']],
    ['identity', undefined, Buffer.from(SCRIPT)],
  ] as const) {
    const answer = await askRaw(`${url}/admin/assets/app-1.js`, { headers: { 'accept-encoding': accepted } });
    expect([accepted, answer.headers['Content-Encoding']]).toEqual([accepted, encoding]);
    expect(answer.headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['Vary']).toBe('Accept-Encoding');
    expect(answer.headers['Content-Type']).toBe('text/javascript; charset=utf-8');
    expect(answer.bytes).toEqual(bytes);
  }
});

it('answers 404 for a file of another build, without the page in its place', async () => {
  const { request: ask } = await serve();
  const response = await ask('/admin/assets/app-0.js');
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

it('SEC-4 serves only files of the build', async () => {
  const { url } = await serve();
  for (const path of [
    ...['../secret.json', '%2e%2e/secret.json', '..%2fsecret.json', 'assets/../../secret.json', '//secret.json'],
    ...['notes.exe', '.env', 'assets', 'assets/%00.js', 'assets/app-1.js.br', `assets/${'x'.repeat(400)}.js`],
  ]) {
    const text = await askPath(url, `/admin/${path}`);
    expect([path, text]).not.toEqual([path, expect.stringMatching(/secret"|no file of the interface/)]);
  }
});

it('says how to build it if it has not been built', async () => {
  const { request: ask } = await serve({});
  for (const path of ['/admin', '/admin/pages/1']) {
    const response = await ask(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('npm run build');
  }
});

it('is absent if ADMIN_UI says so', async () => {
  const site = await makeSite(SMALL_SITE, { env: { ADMIN_UI: 'false' } });
  for (const path of ['/', '/admin', '/admin/pages'])
    expect([path, (await fetch(site.url + path, { redirect: 'manual' })).status]).toEqual([path, 404]);
});

it('SEC-43 lets a page of the interface frame the host that previews, and no other', () => {
  expect(policy()).toContain("frame-src 'self';");
  const PREVIEW_URL = 'https://www.example.org/preview{path}?token={token}';
  expect(policy({ PREVIEW_URL })).toContain("frame-src 'self' https://www.example.org;");
});
