import { expect, it } from 'vitest';
import { derive } from '../../src/extend/index.ts';
import { describeInBrowser, type OpenVisit } from './inBrowser.ts';
import { openExtendedSite } from './openExtendedSite.ts';

const NOTES = {
  name: 'notes',
  version: '1.0.0',
  derives: [derive({ types: ['article'], field: 'rating', from: ({ title }) => String(title).length % 5 })],
};

await describeInBrowser('what extensions do in code', (visit: OpenVisit) => {
  it('shows a derived value that nobody can change', async () => {
    const { page, go } = await visit({ site: await openExtendedSite([NOTES]) });
    await go('/pages/1');
    const rating = page.getByLabel('Rating');
    await rating.waitFor();
    expect(await rating.getAttribute('readonly')).not.toBeNull();
    await page.getByText('Computed from other values when the page is saved.').waitFor();
  });
});
