import { expect, it } from 'vitest';
import { derive, field } from '../../src/extend/index.ts';
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

  it('says a value in the line of its extension in the history', async () => {
    const places = {
      ...{ name: 'places', version: '1.0.0' },
      fields: {
        place: field<{ lat: number }>({
          base: 'object',
          fields: [{ name: 'lat', type: 'number' }],
          summary: ({ lat }) => `${lat} degrees north`,
        }),
      },
    };
    const { page, go, site } = await visit({ site: await openExtendedSite([places]) });
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    for (const lat of [54, 55]) {
      const data = { fields: { summary: 'Birds.', place: { lat } } };
      expect((await page.request.put(`${site.url}/api/admin/pages/1`, { headers, data })).status()).toBe(200);
    }
    await go('/pages/1/history');
    await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').first().click();
    const place = page.getByRole('article', { name: 'Place' });
    await place.locator('ins', { hasText: '55' }).waitFor();
    expect(await place.textContent()).toContain('degrees north');
  });
});
