import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { build, host, makeFolder, ROOT, run } from './exampleSite.ts';
import { describeInBrowser } from './inBrowser.ts';

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
