import { execFile } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

const ROOT = join(import.meta.dirname, '../..');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css', '.webp': 'image/webp' };

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [...args], { cwd: ROOT, env: { ...process.env, ...env } });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A host of plain files. */
async function host(folder: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(folder, decodeURIComponent(new URL(url, 'http://host').pathname));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const build = (from: string, out: string) =>
  run([join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'examples/site/build.ts', '--from', from, '--out', out]);

await describeInBrowser('the example site', (visit) => {
  it('shows every page with its pictures and links, and is the same from a server and from an export', async () => {
    const { page, site } = await visit({ isAnonymous: true });
    const [served, exported, out] = [makeFolder(), makeFolder(), join(makeFolder(), 'export')];
    await build(site.url, served);
    const content = { CONTENT_DIR: site.contentDir, PRIVATE_DIR: join(exported, '../private') };
    await run([join(ROOT, 'dist/main.js'), 'export', '--dirty', '--out', out], content);
    await build(out, exported);
    const same = await promisify(execFile)('diff', ['-r', served, exported]).then(
      () => '',
      ({ stdout }) => stdout,
    );
    expect(same).toBe('');

    const url = await host(exported);
    const seen = new Set<string>();
    const open = ['/'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      await page.goto(url + path);
      const title = await page.locator('h1').first().textContent();
      const { broken, links } = await page.evaluate<{ broken: string[]; links: string[] }>(`({
        broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
        links: [...document.querySelectorAll('a')].map(({ href }) => href),
      })`);
      expect([path, title]).toEqual([path, expect.stringMatching(/./)]);
      expect(broken).toEqual([]);
      for (const link of links.map((one) => new URL(one)))
        if (link.origin === url && existsSync(join(exported, decodeURIComponent(link.pathname), 'index.html')))
          open.push(link.pathname);
    }
    expect(seen.size).toBeGreaterThan(10);
    await page.goto(url);
    await page.getByRole('link', { name: 'Come and watch' }).click();
    await expect.poll(() => page.url()).toBe(`${url}/visit`);
  });
});
