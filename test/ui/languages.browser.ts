import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('words in other languages', (visit) => {
  it('are written in the forms of menus, terms, media and settings, in the language that is chosen', async () => {
    const { page, go, site } = await visit();
    const read = async (path: string) =>
      (await (await page.request.get(`${site.url}/api/content/${path}`)).json()).data;
    await go('/menus?menu=1&open=2');
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Spanish', { exact: true }).click();
    const title = drawer.getByRole('textbox').first();
    const before = await title.getAttribute('placeholder');
    await title.fill('Qué es esto');
    expect((await axe(page, 'light').analyze()).violations.map(({ id }) => id)).toEqual([]);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'hidden' });
    const titles = JSON.stringify(await read('menus/main?locale=es'));
    expect(titles).toContain('Qué es esto');
    expect(JSON.stringify(await read('menus/main'))).toContain(before);

    await go('/settings');
    await page.getByText('French', { exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Text at the foot of every page' }).fill('Tenu par des bénévoles.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await read('config?locale=fr')).footer.text).toBe('Tenu par des bénévoles.');
    expect((await read('config')).footer.text).toContain('volunteers');
  });

  it('are typed from right to left in a language that is written so', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const at = (path: string): string => `${site.url}/api/admin/${path}`;
    await page.request.put(at('config'), { headers, data: { supportedLocales: ['en', 'es', 'fr', 'ar'] } });
    const fieldsSchema = [
      { name: 'lead', label: 'Lead', type: 'text' },
      { name: 'seats', label: 'Seats', type: 'integer', shared: true },
    ];
    await page.request.post(at('content-types'), { headers, data: { name: 'Talk', fieldsSchema } });
    const data = { type: 'talk', title: 'نزهة في الضباب', locale: 'ar', fields: { lead: 'أحضر معطفا.', seats: 12 } };
    const made = await (await page.request.post(at('pages'), { headers, data })).json();
    await go(`/pages/${made.data.id}`);
    const lead = page.getByRole('textbox', { name: 'Lead' });
    expect(await lead.evaluate((input) => input.closest('[dir]')?.getAttribute('dir'))).toBe('rtl');
    await page.getByText('The same in all languages').waitFor();
  });
});
