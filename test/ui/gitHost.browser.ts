import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeFolder } from './exampleSite.ts';
import { describeInBrowser } from './inBrowser.ts';

const HOURS = 'pages/en/visit/opening-hours.yaml';

/** A bare repository, and the clone of a developer. */
function makeHost() {
  const folder = makeFolder();
  const remote = join(folder, 'host.git');
  const clone = join(folder, 'clone');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', ...args], { stdio: 'pipe' });
  git('init', '--quiet', '--bare', '--initial-branch=main', remote);
  return {
    remote,
    /** Writes another summary at the host; how it is spelt in the file does not matter here. */
    push(summary: string): void {
      git('clone', '--quiet', remote, clone);
      const path = join(clone, HOURS);
      const text = readFileSync(path, 'utf8').replace(/^( {2}summary:).*$/m, `$1 ${summary}`);
      writeFileSync(path, text);
      git('-C', clone, 'commit', '--quiet', '--all', '--message=Other hours');
      git('-C', clone, 'push', '--quiet');
    },
    read: (path: string) => git('-C', remote, 'show', `main:${path}`).toString(),
  };
}

const standing = (page: Page, words: RegExp) => page.getByRole('main').getByRole('status').getByText(words);

await describeInBrowser('the screen of the git host', (visit) => {
  it('says how it stands, exchanges, and settles what both have changed', async () => {
    const host = makeHost();
    const { page, go, site } = await visit({ env: { GIT_REMOTE: host.remote, GIT_SYNC_INTERVAL: '0' } });
    await go('/sync');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await standing(page, /^Both sides are the same/).waitFor();
    expect(host.read(HOURS)).toBe(readFileSync(join(site.contentDir, HOURS), 'utf8'));

    host.push('Always, says the developer.');
    await page.request.patch(`${site.url}/api/admin/pages/5`, {
      data: { fields: { summary: 'Never, says the editor.' } },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await page.getByRole('button', { name: 'Sync now' }).click();
    const clashes = page.getByRole('region', { name: '1 value to decide' });
    await clashes.getByText('Always, says the developer.').waitFor();
    await clashes.getByText('Never, says the editor.').waitFor();
    expect(readFileSync(join(site.contentDir, HOURS), 'utf8')).toContain('Never, says the editor.');

    await clashes.getByRole('button', { name: 'Use what is there' }).click();
    await clashes.waitFor({ state: 'detached' });
    await expect
      .poll(() => readFileSync(join(site.contentDir, HOURS), 'utf8'))
      .toContain('Always, says the developer.');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await standing(page, /^Both sides are the same/).waitFor();
    expect(host.read(HOURS)).toContain('Always, says the developer.');
  });

  it('keeps a question away that was answered while an older state was on its way', async () => {
    const host = makeHost();
    const { page, go, site } = await visit({ env: { GIT_REMOTE: host.remote, GIT_SYNC_INTERVAL: '0' } });
    const headers = { 'sec-fetch-site': 'same-origin' };
    await go('/sync');
    await page.getByRole('button', { name: 'Sync now' }).click();
    await standing(page, /^Both sides are the same/).waitFor();
    host.push('Always, says the developer.');
    const data = { fields: { summary: 'Never, says the editor.' } };
    await page.request.patch(`${site.url}/api/admin/pages/5`, { headers, data });

    // What the event about the clash asks for.
    const held: (() => Promise<void>)[] = [];
    await page.route('**/api/admin/sync', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const older = await route.fetch();
      held.push(() => route.fulfill({ response: older }));
    });
    await page.getByRole('button', { name: 'Sync now' }).click();
    const clashes = page.getByRole('region', { name: '1 value to decide' });
    await expect.poll(() => held.length).toBe(1);
    await clashes.getByRole('button', { name: 'Use what is there' }).click();
    await clashes.waitFor({ state: 'detached' });
    await Promise.all([page.waitForEvent('requestfinished'), held[0]?.()]);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    expect(await clashes.count()).toBe(0);
  });

  it('takes away a question that somebody else has answered first', async () => {
    const host = makeHost();
    const { page, go, site } = await visit({ env: { GIT_REMOTE: host.remote, GIT_SYNC_INTERVAL: '0' } });
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const admin = `${site.url}/api/admin`;
    await page.request.post(`${admin}/sync`, { headers });
    host.push('Always, says the developer.');
    const data = { fields: { summary: 'Never, says the editor.' } };
    await page.request.patch(`${admin}/pages/5`, { headers, data });
    const { data: sync } = await (await page.request.post(`${admin}/sync`, { headers })).json();
    await go('/sync');
    const clashes = page.getByRole('region', { name: '1 value to decide' });
    await clashes.waitFor();
    const settled = await page.request.post(`${admin}/sync/clashes/${sync.clashes[0].clashId}`, {
      headers,
      data: { take: 'ours' },
    });
    expect(settled.status()).toBe(200);
    await clashes.getByRole('button', { name: 'Use what is there' }).click();
    // Sooner than the screen looks by itself.
    await clashes.waitFor({ state: 'detached', timeout: 15_000 });
    expect(readFileSync(join(site.contentDir, HOURS), 'utf8')).toContain('Never, says the editor.');
  });
});
