import type { FrameLocator, Page } from 'playwright-core';
import { it } from 'vitest';
import { describeInBrowser, type OpenVisit } from './inBrowser.ts';
import { openExtendedSite } from './openExtendedSite.ts';

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

await describeInBrowser('frames of extensions', (visit: OpenVisit) => {
  it('are inputs: what is typed in them is kept, undone and saved like anything else', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    await go('/pages/1');
    const place = frameOf(page, 'Place');
    await place.getByLabel('Latitude').fill('47');
    await place.getByLabel('Longitude').fill('11');
    await page.getByText('Kept', { exact: true }).waitFor();
    await page.screenshot({ path: '/tmp/frames-input.png', fullPage: true });
  });
});
