import sharp from 'sharp';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('choosing a file', (visit) => {
  it('narrows the library to a folder', async () => {
    const { page, go, site } = await visit();
    const folders = await (await page.request.get(`${site.url}/api/admin/media/folders`)).json();
    const [folder = ''] = folders.data as readonly string[];
    await go('/settings');
    await page.getByRole('button', { name: /Logo$/ }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    const items = dialog.getByRole('button').filter({ has: page.locator('img') });
    await items.first().waitFor();
    const before = await items.count();
    await dialog.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: folder, exact: true }).click();
    await expect.poll(() => items.count()).toBeLessThan(before);
    const name = (await items.first().textContent()) ?? '';
    await items.first().click();
    await page.getByRole('main').getByText(name, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await (await page.request.get(`${site.url}/api/admin/config`)).json()).data.logo)
      .toMatch(/^media:|^\//);
  });

  it('is the way to the picture for sharing, too', async () => {
    const { page, go } = await visit();
    await go('/pages/2');
    await page.getByText('Search and sharing').first().click();
    await page.getByRole('button', { name: 'Choose a picture: Picture for sharing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog
      .getByRole('button')
      .filter({ has: page.locator('img') })
      .first()
      .click();
    await page.getByRole('button', { name: 'Change: Picture for sharing' }).waitFor();
    await page.getByRole('button', { name: 'Remove: Picture for sharing' }).click();
    await page.getByRole('button', { name: 'Choose a picture: Picture for sharing' }).waitFor();
  });
});

await describeInBrowser('what could be better', (visit) => {
  it('is told apart from what is wrong', async () => {
    const { page, go, site } = await visit();
    const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await page.request.post(`${site.url}/api/admin/media`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      multipart: { file: { name: 'new.png', mimeType: 'image/png', buffer } },
    });
    await go('');
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('One thing needs attention.').waitFor();
    await health.getByRole('button', { name: /files? that nothing uses/ }).waitFor();
    await health.getByRole('link', { name: '1 picture has no alternative text' }).click();
    await page.getByText('1 file', { exact: true }).waitFor();
  });
});
