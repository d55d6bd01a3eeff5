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

  it('names what values point at, and says values in the words of the form', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/pages/17`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const { fields } = (await (await page.request.get(url)).json()).data;
    const changed = { ...fields, venue: 2, kind: 'talk', startsAt: '2026-05-10T04:15:00.000Z' };
    const data = { fields: changed, terms: [] };
    expect((await page.request.put(url, { headers, data })).status()).toBe(200);
    await go('/pages/17/history');
    const value = (name: string, kind: 'ins' | 'del', text: string): Promise<void> =>
      page.getByRole('article', { name }).locator(kind, { hasText: text }).waitFor();
    await value('Where', 'del', 'Visit us');
    await value('Where', 'ins', 'About the observatory');
    await value('Topics', 'del', 'Birds');
    await value('Kind', 'ins', 'Talk');
    await value('Begins', 'ins', '10');
    await page.getByText('T04:15').waitFor({ state: 'detached' });
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
    await page.getByText(/has been restored. It is in the draft; what is live stays as it is/).waitFor();
  });
});
