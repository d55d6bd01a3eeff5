import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { ADA } from './openSite.ts';

await describeInBrowser("the editor's interface", (visit) => {
  it('lets an editor log in and find a page', async () => {
    const { page, go } = await visit({ isAnonymous: true });
    await go('/pages?status=draft');
    await page.getByLabel('E-mail address').fill(ADA.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=draft');
    await page.getByRole('searchbox').fill('pier');
    await page.getByText('1 page', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'The new pier' }).waitFor();
  });
});
