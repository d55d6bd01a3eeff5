import sharp from 'sharp';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('a profile', (visit) => {
  it('holds name, picture, language, appearance and keys, which follow the person to other browsers', async () => {
    const { page, go, site } = await visit();
    await go('/');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'My profile' }).click();
    await page.getByRole('heading', { name: 'My profile' }).waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Your account: Ada Lovelace/ }).waitFor();
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c05' } })
      .png()
      .toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    const width = `document.querySelector('img[src^="/api/admin/users/"]')?.naturalWidth`;
    await expect.poll(() => page.evaluate(width)).toBe(256);
    await page.getByPlaceholder('What it is for').fill('Robot');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByTestId('secret').waitFor();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Delete: Robot' }).waitFor();
    await page.getByRole('combobox', { name: 'Appearance' }).click();
    await page.getByRole('option', { name: 'Dark' }).click();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Mein Profil' }).waitFor();
    expect((await axe(page, 'dark').analyze()).violations).toEqual([]);

    // Whoever looks at what was done sees by whom.
    await page.request.put(`${site.url}/api/admin/pages/17`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { seo: { metaTitle: 'By Ada' } },
    });
    await go('/pages/17/history');
    await page.locator('ol img[src^="/api/admin/users/"]').first().waitFor();

    const other = await visit({ site });
    await other.go('/');
    await other.page.getByRole('heading', { name: 'Start' }).waitFor();
    await expect.poll(() => other.page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
  });
});
