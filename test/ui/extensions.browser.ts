import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser, type OpenVisit } from './inBrowser.ts';
import { openExtendedSite } from './openExtendedSite.ts';

await describeInBrowser('the list of extensions', (visit: OpenVisit) => {
  it('says what each may do and that it works', async () => {
    const needs = { hosts: ['api.osm.test'], secrets: ['OSM_KEY'], writes: 'changes' } as const;
    const site = await openExtendedSite([
      { name: 'maps', version: '1.2.0', needs },
      { name: 'checks', version: '2.0.0' },
    ]);
    const { page, go } = await visit({ site });
    await go('/extensions');
    const maps = page.getByRole('region', { name: 'maps' });
    await maps.getByText('Fetches from: api.osm.test').waitFor();
    await maps.getByText('Reads these secrets of the server: OSM_KEY').waitFor();
    await maps.getByText('Proposes edits as changes, which people publish').waitFor();
    await page.getByRole('region', { name: 'checks' }).getByText('Only reads the content').waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
  });

  it('says how to add one if there is none', async () => {
    const { page, go } = await visit({ site: await openExtendedSite([]) });
    await go('/extensions');
    await page.getByText('npx quire extension new my-rules').waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
  });
});
