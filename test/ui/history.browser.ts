import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

/** As many versions as the screen loads at once. */
const CHUNK = 50;

await describeInBrowser('the history of a page', (visit) => {
  it('shows what a version changed, although the one before it is not loaded yet', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/pages/17`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    for (let number = 0; number <= CHUNK; number += 1) {
      const saved = await page.request.put(url, { headers, data: { title: `Watch ${number}` } });
      expect(saved.status()).toBe(200);
    }
    const { data } = await (await page.request.get(`${url}/revisions?limit=${CHUNK}`)).json();
    await go(`/pages/17/history?version=${data[CHUNK - 1].id}`);
    const title = page.getByRole('article', { name: 'Title' });
    await title.locator('ins', { hasText: '1' }).waitFor();
    await title.locator('del', { hasText: '0' }).waitFor();
  });

  it('asks with the words of its button before a whole version is restored', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/pages/17`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    expect((await page.request.put(url, { headers, data: { title: 'Another watch' } })).status()).toBe(200);
    const { data } = await (await page.request.get(`${url}/revisions`)).json();
    await go(`/pages/17/history?version=${data[1].id}`);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    const question = page.getByRole('dialog', { name: 'Restore this version' });
    await question.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText(/has been restored/).waitFor();
  });
});
