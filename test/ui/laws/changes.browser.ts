import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';

await describeInBrowser(
  'law 4: any edit can be taken out of a change, moved to another, or published alone',
  (visit) => {
    it('one at a time, and the rest stays', async () => {
      const { page, go, site, context } = await visit();
      const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
      const api = `${site.url}/api/admin`;
      for (const title of ['Spring', 'Summer'])
        await context.request.post(`${api}/changes`, { headers, data: { title } });
      for (const [id, title] of [
        [17, 'Watch in spring'],
        [14, 'Bird in spring'],
        [1, 'Home in spring'],
      ] as const)
        await context.request.put(`${api}/pages/${id}`, {
          headers: { ...headers, 'Quire-Change': 'spring' },
          data: { title },
        });
      await go('/changes/spring');
      const act = async (title: string, item: string | RegExp): Promise<void> => {
        await page.getByRole('button', { name: `Actions: ${title}` }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };
      const isGone = (title: string) => page.getByRole('article', { name: title }).waitFor({ state: 'detached' });
      await act('Watch in spring', 'Publish this alone');
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await isGone('Watch in spring');
      const read = await fetch(`${site.url}/api/content/pages/events/dawn-watch`);
      expect(((await read.json()) as { data: { title: string } }).data.title).toBe('Watch in spring');

      await act('Bird in spring', 'Move to “Summer”');
      await isGone('Bird in spring');
      await act('Home in spring', 'Discard these edits');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard these edits' }).click();
      await page.getByText('Nothing edited yet').first().waitFor();
      await go('/changes/summer');
      await page.getByRole('article', { name: 'Bird in spring' }).waitFor();
    });
  },
);
