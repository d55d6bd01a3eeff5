import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defineExtension, field, panel, screen } from '../../../src/extend/index.ts';
import { askRaw } from '../../http/askRaw.ts';
import { makeSite } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const PAGE = '<!doctype html><title>Map</title><script type="module" src="map.js"></script>';
const FILES = {
  'maps.js': 'the code of the server',
  'maps.ts': 'the code of the server',
  '.env': 'OSM_KEY=secret',
  'panels/map.html': PAGE,
  'panels/map.js': 'export {}',
  'panels/map.ts': 'source',
  'panels/.secret.js': 'secret',
  'panels/deep/pin.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'panels/node_modules/thing/index.js': 'a package',
  'panels/large.js': '/'.repeat(4 * 1024 * 1024 + 1),
  'other/page.html': 'no frame is declared here',
  'screens/all.html': PAGE,
};

const MAPS = defineExtension({
  name: 'maps',
  version: '1.0.0',
  needs: { hosts: ['api.osm.test'] },
  fields: {
    place: field({ base: 'object', fields: [{ name: 'lat', type: 'number' }], input: { frame: './panels/map.html' } }),
    name: field({ base: 'text', input: { use: 'textarea', settings: { rows: 2 } } }),
    plain: field({ base: 'text' }),
  },
  panels: [
    panel({ at: 'page.aside', types: ['article'], title: 'Map', frame: './panels/map.html', height: 320 }),
    panel({ at: 'home', title: 'Costs', frame: './panels/map.html', role: 'admin' }),
  ],
  screens: [screen({ path: 'all', title: 'All places', icon: 'map', frame: './screens/all.html', role: 'editor' })],
});

function makeExtensionFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-maps-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function makeMapsSite() {
  const folder = makeExtensionFolder();
  const site = await makeSite(SMALL_SITE, { extensions: () => [MAPS], extensionFolder: folder });
  const get = (path: string, headers = {}) => fetch(`${site.url}/admin/x/${path}`, { headers });
  return { folder, site, get };
}

it('serves the files of the folders that frames lie in, by their types', async () => {
  const { get } = await makeMapsSite();
  const types = {
    'maps/panels/map.html': 'text/html; charset=utf-8',
    'maps/panels/map.js': 'text/javascript; charset=utf-8',
    'maps/panels/deep/pin.svg': 'image/svg+xml',
    'maps/screens/all.html': 'text/html; charset=utf-8',
    'frame.js': 'text/javascript; charset=utf-8',
  };
  for (const [path, type] of Object.entries(types)) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
    await answer.body?.cancel();
  }
  expect(await (await get('maps/panels/map.html')).text()).toBe(PAGE);
});

it('SEC-51 serves nothing else: no code of the server, no dotfiles, no sources, no large files', async () => {
  const { get } = await makeMapsSite();
  for (const path of [
    'maps/maps.js',
    'maps/other/page.html',
    'maps/panels/.secret.js',
    'maps/panels/node_modules/thing/index.js',
    'maps/panels/large.js',
    'maps/panels/none.js',
    'none/panels/map.html',
    'maps/panels/%2e%2e/maps.js',
    'maps/panels/..%2fmaps.js',
    'maps/panels%5c..%5cmaps.js',
  ]) {
    const answer = await get(path);
    const text = await answer.text();
    // What can be no file's address is one of the interface's own page.
    expect([path, answer.status === 404 || text.startsWith('<!doctype html>')]).toEqual([path, true]);
    expect(text).not.toContain('the code of the server');
  }
  for (const path of ['maps/maps.ts', 'maps/panels/map.ts', 'maps/.env'])
    expect(await (await get(path)).text()).not.toMatch(/source|server|secret/);
});

it('SEC-51 follows no link out of a folder, and waits for no pipe', async () => {
  const { folder, get } = await makeMapsSite();
  symlinkSync('/etc/hostname', join(folder, 'panels/host.js'));
  symlinkSync('../maps.js', join(folder, 'panels/up.js'));
  symlinkSync('..', join(folder, 'panels/all'));
  symlinkSync('map.js', join(folder, 'panels/same.js'));
  execFileSync('mkfifo', [join(folder, 'panels/pipe.js')]);
  for (const path of ['host.js', 'up.js', 'all/maps.js', 'pipe.js', 'deep'])
    expect([path, (await get(`maps/panels/${path}`)).ok && path !== 'deep']).toEqual([path, false]);
  expect((await get('maps/panels/same.js')).status).toBe(200);
});

it('SEC-51 lets a frame load its own folder alone, fetch from the hosts it needs, and stand nowhere but here', async () => {
  const { site, get } = await makeMapsSite();
  const { headers } = await get('maps/panels/map.html');
  const { host } = new URL(site.url);
  const rules = (headers.get('content-security-policy') ?? '').split('; ');
  expect(rules).toContain("default-src 'none'");
  expect(rules.find((rule) => rule.startsWith('script-src'))).toContain(` ${host}/admin/x/maps/ `);
  expect(rules).toContain('connect-src https://api.osm.test');
  expect(rules).toContain("frame-ancestors 'self'");
  expect(rules).toContain('sandbox allow-scripts allow-forms');
  expect(rules.join('; ')).not.toMatch(/script-src[^;]*(self|unsafe|\*|data:)/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('permissions-policy')).toContain('camera=(), ');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  const hostless = await askRaw(`${site.url}/admin/x/maps/panels/map.html`, { headers: { host: 'a b; script-src *' } });
  expect(String(hostless.headers['Content-Security-Policy'] ?? '')).not.toContain('script-src *');
});

it('allows no requests to an extension that needs no hosts', async () => {
  const folder = makeExtensionFolder();
  const { needs: _, ...local } = MAPS;
  const site = await makeSite({}, { extensions: () => [local], extensionFolder: folder });
  const { headers } = await fetch(`${site.url}/admin/x/maps/panels/map.html`);
  expect(headers.get('content-security-policy')).toContain("connect-src 'none'");
});

it('answers a HEAD, and 304 to who has the file', async () => {
  const { site, get } = await makeMapsSite();
  const first = await get('maps/panels/map.js');
  const etag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = await get('maps/panels/map.js', { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(`${site.url}/admin/x/maps/panels/map.js`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '9', '']);
});

it("shows the interface's page at the address of a screen", async () => {
  const { get } = await makeMapsSite();
  const answer = await get('maps/all');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

it('lists panels, screens and kinds of fields, each to those who may see it', async () => {
  const { site } = await makeMapsSite();
  const listFor = async (as: 'viewer' | 'editor' | 'admin') =>
    (await site.ask('GET /admin/extensions/frames', { as })).body.data;
  const { panels, screens, kinds } = await listFor('viewer');
  expect(panels).toEqual([
    {
      ...{ extension: 'maps', url: '/admin/x/maps/panels/map.html', height: 320 },
      ...{ at: 'page.aside', title: 'Map', types: ['article'] },
    },
  ]);
  expect(screens).toEqual([]);
  expect(kinds).toEqual([
    {
      ...{ extension: 'maps', kind: 'place', base: 'object', fields: [{ name: 'lat', type: 'number' }], settings: {} },
      frame: { extension: 'maps', url: '/admin/x/maps/panels/map.html', height: 240 },
      use: null,
    },
    {
      ...{ extension: 'maps', kind: 'name', base: 'text', fields: [], settings: {}, frame: null },
      use: { type: 'textarea', settings: { rows: 2 } },
    },
    { extension: 'maps', kind: 'plain', base: 'text', fields: [], settings: {}, frame: null, use: null },
  ]);
  expect((await listFor('editor')).screens).toEqual([
    {
      ...{ extension: 'maps', url: '/admin/x/maps/screens/all.html', height: 240 },
      ...{ path: 'all', title: 'All places', icon: 'map' },
    },
  ]);
  expect((await listFor('editor')).panels).toHaveLength(1);
  expect((await listFor('admin')).panels).toHaveLength(2);
});

it('has nothing of this on a site without extensions', async () => {
  const site = await makeSite();
  const { body } = await site.ask('GET /admin/extensions/frames', { as: 'admin' });
  expect(body.data).toEqual({ panels: [], screens: [], kinds: [], derived: [] });
  const page = await fetch(`${site.url}/admin/x/frame.js`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
});
