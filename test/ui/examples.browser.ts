import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeExampleSite } from '../examples/exampleSite.ts';
import { serveOutside } from '../examples/outsideServer.ts';
import { describeInBrowser } from './inBrowser.ts';
import { openAs } from './openExtendedSite.ts';

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);
const ENV = { WEBHOOK_ALLOW_PRIVATE: 'true', KEY: 'a key of the site', HOOK: 'http://127.0.0.1:1/hook' };

await describeInBrowser('the examples of extensions', (visit) => {
  it('maps: a place is typed, or clicked on the map', async () => {
    const site = await makeExampleSite('maps', { fields: ['{ name: where, type: place, label: Where }'] });
    const { page, go } = await visit({ site: await openAs(site, 'editor') });
    await go('/pages/1');
    const [lat, lng] = ['Latitude', 'Longitude'].map((label) => frameOf(page, 'Where').getByLabel(label));
    await lat!.fill('47');
    await lng!.fill('8');
    await page.getByText('Kept', { exact: true }).waitFor();
    await frameOf(page, 'Where')
      .locator('#map')
      .click({ position: { x: 5, y: 5 } });
    await expect.poll(() => lng!.inputValue()).not.toBe('8');
    expect(Number(await lat!.inputValue())).toBeGreaterThan(47);
  });

  it('assist: what a model suggests is shown as a difference, and is in the form only once it is accepted', async () => {
    const message = { role: 'assistant', content: 'Where all begins.' };
    const { url } = await serveOutside(() => ({ body: JSON.stringify({ choices: [{ message }] }) }));
    const site = await makeExampleSite(`assist({ url: '${url}/v1', model: 'tiny', key: 'KEY' })`, { env: ENV });
    const { page, go } = await visit({ site: await openAs(site, 'editor') });
    await go('/pages/1');
    const panel = frameOf(page, 'Assistant');
    await panel.getByLabel('Field').selectOption('summary');
    await panel.getByRole('button', { name: 'Suggest' }).click();
    await panel.locator('ins', { hasText: 'Where all begins.' }).waitFor();
    expect(await panel.locator('del').textContent()).toBe('Where it begins.');
    expect(await page.getByLabel('Summary').inputValue()).toBe('Where it begins.');
    await panel.getByRole('button', { name: 'Accept' }).click();
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Where all begins.');
    expect(site.newCommits()).toEqual([]);
  });

  it('deploy: Home shows how the last build went, in the language of the interface', async () => {
    const build = { state: 'ready', created_at: '2026-01-30T08:15:00.000Z' };
    const { url } = await serveOutside(() => ({ body: JSON.stringify([build]) }));
    const options = `{ hook: 'HOOK', host: '127.0.0.1', builds: '${url}/deploys' }`;
    const site = await makeExampleSite(`deploy(${options})`, { env: ENV });
    const { page, go } = await visit({ site: await openAs(site, 'editor'), locale: 'de-DE' });
    await go('/');
    await frameOf(page, 'Website').getByText('ist online').waitFor();
    await frameOf(page, 'Website').getByRole('button', { name: 'Jetzt bauen' }).waitFor();
  });
});
