import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { ADA } from './openSite.ts';

await describeInBrowser("the editor's interface", (visit) => {
  it('lets an editor log in, find a page, write in it, and show it to everybody', async () => {
    const { page, go, site } = await visit({ isAnonymous: true });
    await go('/pages?state=draft');
    await page.getByLabel('E-mail address').fill(ADA.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?state=draft');
    await page.getByRole('searchbox').fill('pier');
    await page.getByText('1 page', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'The new pier' }).click();

    const address = `${site.url}/api/content/pages/plans/new-pier`;
    expect((await fetch(address)).status).toBe(404);
    await page.getByLabel('Summary').fill('It will stand on forty-two oak piles.');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Published. Everybody can read it now.').waitFor();
    const shown = (await (await fetch(address)).json()) as { data: { fields: { summary: string } } };
    expect(shown.data.fields.summary).toBe('It will stand on forty-two oak piles.');
  });
});
