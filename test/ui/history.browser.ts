import { AxeBuilder } from '@axe-core/playwright';
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

  it('says in words what was done in each version, with the note that was given when publishing', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/pages/17`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const first = (await (await page.request.get(`${url}/revisions`)).json()).data.at(-1);
    const fresh = { title: 'Another watch', metaTitle: 'Watch' };
    expect((await page.request.put(`${url}/draft`, { headers, data: fresh })).status()).toBe(200);
    await go('/pages/17');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByLabel('What has changed?').fill('Season opening');
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Everybody can read it now').waitFor();
    const restored = await page.request.post(`${url}/revisions/${first.id}/restore`, { headers, data: {} });
    expect(restored.status()).toBe(200);
    await go('/pages/17/history');
    const rows = page.getByRole('navigation', { name: 'Versions' }).getByRole('listitem');
    await rows.first().waitFor();
    const said = await rows.allInnerTexts();
    expect(said[0]).toMatch(/^Version of .+ restored/);
    expect(said[1]).toMatch(/^Published: Title and Title for search engines changed[\s\S]*Season opening$/);
    expect(said[2]).toMatch(/^Title and Title for search engines changed/);
    expect(said.join('\n')).not.toMatch(/\d{4}-\d\d-\d\dT|Page “|\b[0-9a-f]{10}/);
  });

  it('opens a version in place of the list on a phone, with a way back to it', async () => {
    const { page, go, site } = await visit({ viewport: { width: 390, height: 844 } });
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const data = { title: 'Another watch' };
    expect((await page.request.put(`${site.url}/api/admin/pages/17`, { headers, data })).status()).toBe(200);
    await go('/pages/17/history');
    const list = page.getByRole('navigation', { name: 'Versions' });
    await list.getByRole('link', { name: /^Title changed/ }).click();
    const title = page.getByRole('article', { name: 'Title' });
    await title.waitFor();
    expect((await title.boundingBox())?.y).toBeLessThan(700);
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All versions' }).click();
    await list.waitFor();
    await list.getByRole('link', { name: /^Title changed/ }).click();
    await title.waitFor();
    await page.goBack();
    await list.waitFor();
  });

  it('shows an old version as a whole page beside the present one', async () => {
    const { page, go, site } = await visit({ viewport: { width: 1440, height: 900 } });
    const url = `${site.url}/api/admin/pages/17`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    expect((await page.request.put(url, { headers, data: { title: 'Another watch' } })).status()).toBe(200);
    const { data } = await (await page.request.get(`${url}/revisions`)).json();
    await go(`/pages/17/history?version=${data[1].id}`);
    await page.locator('label', { hasText: 'Whole page' }).click();
    await page
      .getByRole('region', { name: /^As it was on/ })
      .getByRole('heading', { name: data[1].title })
      .waitFor();
    await page.getByRole('region', { name: 'As it is now' }).getByRole('heading', { name: 'Another watch' }).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('names what values point at, and says values in the words of the form', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/pages/17`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const { fields } = (await (await page.request.get(url)).json()).data;
    const changed = { ...fields, venue: 2, kind: 'talk', startsAt: '2026-05-10T04:15:00.000Z', endsAt: null };
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
