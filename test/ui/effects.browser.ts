import { expect, it } from 'vitest';
import { makeEffectSite } from '../extend/effects/makeEffectSite.ts';
import { until } from '../http/makeServer.ts';
import { axe } from './axe.ts';
import { describeInBrowser, type OpenVisit } from './inBrowser.ts';
import { openAs } from './openExtendedSite.ts';

await describeInBrowser('what extensions do after events', (visit: OpenVisit) => {
  it('is shown to admins, who run it again', async () => {
    const site = await makeEffectSite(`{
      name: 'tests', version: '1.0.0', needs,
      after: [after('page.updated', {}, async (input) => {
        input.log('Looking for ' + input.page.title);
        const { ok } = await tell(input, { title: input.page.title });
        if (!ok) throw new Error('The map is closed');
      })],
    }`);
    site.receiver.answer((response) => void response.writeHead(500).end());
    await site.send('PUT /admin/pages/3', { title: 'Home' });
    await until(async () => (await site.runs())[0]?.attempts === 1);
    const { page, go } = await visit({ site: await openAs(site, 'admin') });
    await go('/extensions');
    await page.getByRole('button', { name: 'Show what it has done' }).click();
    const drawer = page.getByRole('dialog', { name: 'What tests does' });
    const run = drawer.getByRole('button', { name: /page\.updated/ });
    await run.getByText('Waiting').waitFor();
    await run.click();
    await drawer.getByText('1 attempt · it failed with an error').waitFor();
    await drawer.getByText(/Looking for Home\s+Error: The map is closed/).waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    site.receiver.answer((response) => void response.writeHead(204).end());
    await drawer.getByRole('button', { name: 'Run again' }).click();
    await run.getByText('Done').waitFor();
    expect(site.receiver.received).toHaveLength(2);
  });
});
