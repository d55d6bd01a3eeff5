import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { host, makeFolder } from './exampleSite.ts';
import { describeInBrowser } from './inBrowser.ts';

/** A site whose page for previews shows the title of what the token opens. */
const FRONT_END = `<!doctype html><h1></h1><script>
  const { searchParams } = new URL(location);
  const api = searchParams.get('api'), token = searchParams.get('token');
  fetch(api + '/api/content/preview/pages/plans/new-pier?token=' + token).then(async (answer) => {
    document.querySelector('h1').textContent = answer.ok ? (await answer.json()).data.title : 'Refused: ' + answer.status;
  });
</script>`;

await describeInBrowser('a link to what is not live', (visit) => {
  it.each([
    ['no site is connected', {}, 'No site is connected'],
    ['the site has no place for a token', { PREVIEW_URL: 'http://127.0.0.1:1/preview/{path}' }, 'no place for a token'],
  ])('is not offered where %s, which is said before anything is asked', async (_, env, words) => {
    const { page, go, site } = await visit({ env });
    await go('/pages/9');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share a preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a preview' });
    await dialog.getByText(words).waitFor();
    expect(await dialog.getByRole('button', { name: 'Create the link' }).count()).toBe(0);
    await go('/pages/9?preview=desktop');
    await page.locator('iframe[title="Preview"]').waitFor();
    const sessions = await page.request.get(`${site.url}/api/admin/preview-sessions`);
    expect((await sessions.json()).data).toEqual([]);
  });

  it('is made, copied, opened by somebody without an account, and ended', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'index.html'), FRONT_END);
    const front = await host(folder);
    const { page, go, site } = await visit({
      env: { PREVIEW_URL: `${front}/?token={token}`, CORS_ORIGINS: front },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await go('/pages/9');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Share a preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share a preview' });
    await dialog.getByRole('button', { name: 'Create the link' }).click();
    const link = await dialog.getByLabel('The link').inputValue();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(link);
    expect(link).toContain(front);

    const stranger = (await visit({ site, isAnonymous: true })).page;
    await stranger.goto(`${link}&api=${encodeURIComponent(site.url)}`);
    await stranger.getByRole('heading', { name: 'The new pier' }).waitFor();

    await go('/people');
    const links = page.getByRole('region', { name: 'Preview links' });
    await links.getByRole('link', { name: 'The new pier' }).waitFor();
    await links.getByRole('button', { name: 'End: The new pier' }).click();
    await page.getByText('The link no longer works').waitFor();
    await links.waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'Refused: 401' }).waitFor();
  });
});
