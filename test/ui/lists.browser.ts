import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('the list of pages', (visit) => {
  it('asks for any field of a type, and keeps that as a view', async () => {
    const { page, go } = await visit();
    await go('/pages?type=species&locale=en');
    await page.getByText('3 pages').waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Field' }).click();
    await page.getByRole('option', { name: 'Presence' }).click();
    await page.getByRole('combobox', { name: 'Value' }).click();
    await page.getByRole('option', { name: 'All year' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 page', { exact: true }).waitFor();
    await page.getByText('Presence is All year').waitFor();
    await page.reload();
    await page.getByText('1 page', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Residents');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View “Residents” saved').waitFor();
    await go('/pages');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Residents', exact: true }).click();
    await page.getByText('Presence is All year').waitFor();
    await page.getByRole('button', { name: 'Remove: Presence' }).click();
    await page.getByText('3 pages').waitFor();
  });

  it('shows a few hundred pages of an address at a time', async () => {
    const { page, go, site } = await visit();
    const folder = join(site.contentDir, 'pages/en/many');
    const text = readFileSync(join(site.contentDir, 'pages/en/log/first-swift.yaml'), 'utf8');
    mkdirSync(folder);
    for (let at = 0; at < 230; at += 1)
      writeFileSync(join(folder, `page-${at}.yaml`), text.replace(/^id: .*\n/m, `id: ${10_000 + at}\n`));
    // Files that are not committed are served at once, but no event tells of them.
    const below = `${site.url}/api/admin/page-tree?locale=en&under=many`;
    await expect.poll(async () => (await (await page.request.get(below)).json()).data.length).toBe(230);
    await go('/pages?view=tree');
    await page.getByRole('button', { name: 'Show what is below “many”' }).click();
    const lines = page.getByRole('navigation', { name: 'Pages by address' }).locator('li li');
    await expect.poll(() => lines.count()).toBe(200);
    await page.getByRole('button', { name: 'Show 30 more of 230' }).press('Enter');
    await expect.poll(() => lines.count()).toBe(230);
    await expect.poll(() => lines.nth(200).locator(':focus').count()).toBe(1);
  });

  it('shows pages by their addresses, and which languages each has', async () => {
    const { page, go } = await visit();
    await go('/pages?view=tree');
    await page.getByRole('button', { name: 'Show what is below “events”' }).click();
    await page.getByRole('link', { name: 'Dawn watch for beginners' }).waitFor();
    await go('/pages?search=heron&locale=en');
    await page.getByRole('link', { name: 'Spanish: Live' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe('Garza real');
  });
});

await describeInBrowser('a translation', (visit) => {
  it('is written beside what it is made from', async () => {
    const { page, go } = await visit();
    await go('/pages?search=heron&locale=en');
    await page.getByRole('link', { name: 'Grey heron' }).click();
    await page.getByRole('button', { name: 'Show Spanish alongside' }).click();
    const source = page.getByRole('region', { name: 'The page in Spanish, read-only' });
    await source.getByRole('heading', { name: 'Garza real' }).waitFor();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The grey heron');
    await page.getByRole('button', { name: 'Close the translation' }).click();
    await source.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue())
      .toBe('The grey heron');
  });
});

await describeInBrowser('many at once', (visit) => {
  it('moves files to a folder, and deletes only those that nothing uses', async () => {
    const { page, go } = await visit();
    await go('/media?view=list');
    await page.getByLabel('Select “Visitors’ leaflet”').check();
    await page.getByLabel('Select “Harbour at dawn”').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to a folder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('New folder').fill('for the printer');
    await page.getByRole('dialog').getByRole('button', { name: 'Move to a folder' }).click();
    await page.getByText('2 files moved').waitFor();
    await go(`/media?view=list&folder=${encodeURIComponent('for the printer')}`);
    await page.getByText('2 files', { exact: true }).waitFor();
    await page.getByLabel('Select “Visitors’ leaflet”').check();
    await page.getByLabel('Select “Harbour at dawn”').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted, except for 1 file that is in use').waitFor();
    await page.getByText('1 file', { exact: true }).waitFor();
  });

  it('adds redirects as they are copied from a table', async () => {
    const { page, go } = await visit();
    await go('/redirects');
    await page.getByRole('button', { name: 'Add several' }).click();
    const lines = page.getByRole('textbox', { name: 'Redirects' });
    await lines.fill('/old-logs /log\nnonsense');
    await page.getByText('These lines are not redirects: 2').waitFor();
    await lines.fill('/old-logs /log\n/old-shop https://shop.example 302');
    await page.getByRole('button', { name: 'Add 2 redirects' }).click();
    await page.getByRole('link', { name: '/old-shop' }).waitFor();
  });
});

await describeInBrowser('the devices of a person', (visit) => {
  it('are listed, and logged out one by one', async () => {
    const { page, go, site } = await visit();
    const body = JSON.stringify({ email: 'ada@example.org', password: 'correct horse' });
    const headers = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (iPhone) Mobile Safari/604.1' };
    async function logInOnPhone() {
      const answer = await fetch(`${site.url}/api/admin/auth/login`, { method: 'POST', headers, body });
      const { data } = (await answer.json()) as { data: { token: string } };
      return () => fetch(`${site.url}/api/admin/auth/me`, { headers: { authorization: `Bearer ${data.token}` } });
    }
    const me = await logInOnPhone();
    await go('/');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'My profile' }).click();
    await page.getByText('this one').waitFor();
    expect((await me()).status).toBe(200);
    await page.getByRole('button', { name: 'Log out: Safari on iOS' }).click();
    await page.getByText('Logged out there').waitFor();
    expect((await me()).status).toBe(401);
    await expect.poll(() => page.getByText('this one').count()).toBe(1);
    const again = await logInOnPhone();
    await go('/profile');
    await page.getByText('with the password').first().waitFor();
    await page.getByRole('button', { name: 'Log out everywhere else' }).click();
    await page.getByText('Logged out everywhere else').waitFor();
    expect((await again()).status).toBe(401);
  });
});
