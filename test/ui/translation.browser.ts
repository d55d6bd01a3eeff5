import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('a translation', (visit) => {
  it('shows what has changed in its source, takes over what needs no words, and is called up to date', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const at = (path: string): string => `${site.url}/api/admin/${path}`;
    const post = async (path: string, data: object) =>
      (await (await page.request.post(at(path), { headers, data })).json()).data;
    const fieldsSchema = [
      { name: 'lead', label: 'Lead', type: 'text' },
      { name: 'seats', label: 'Seats', type: 'integer' },
    ];
    await post('content-types', { name: 'Talk', fieldsSchema });
    const fields = { lead: 'Bring a coat.', seats: 20 };
    const talk = await post('pages', { type: 'talk', title: 'A walk in the fog', status: 'published', fields });
    const spanish = await post(`pages/${talk.id}/translate`, { locale: 'es' });
    const changed = { fields: { lead: 'Bring a warm coat.', seats: 30 } };
    await page.request.put(at(`pages/${talk.id}`), { headers, data: changed });

    await go('/');
    await page.getByRole('region', { name: 'Translations' }).getByText('1 translation is out of date').waitFor();
    await go('/pages?state=outdated');
    await page.getByRole('link', { name: 'A walk in the fog' }).click();
    await page.getByRole('button', { name: 'Show English alongside' }).click();
    const changes = page.getByRole('alert').filter({ hasText: '2 values have changed since the translation' });
    await changes.getByText('warm').waitFor();
    expect((await axe(page, 'light').analyze()).violations.map(({ id }) => id)).toEqual([]);
    await changes.getByRole('button', { name: 'Bring over: Seats' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Seats' }).first().inputValue()).toBe('30');
    await changes.getByRole('button', { name: 'Up to date now' }).click();
    await page.getByText('Nothing has changed here since the translation.').waitFor();
    await expect
      .poll(async () => (await (await page.request.get(at(`pages/${spanish.id}`))).json()).data.translationState)
      .toBe('draft');
  });
});
