import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('the list of pages', (visit) => {
  it('keeps what it shows in the address, and shows that again', async () => {
    const { page, go } = await visit();
    await go('/pages');
    await page.getByText('42 pages').waitFor();
    await page.getByRole('searchbox').fill('tide');
    await page.getByText('10 pages').waitFor();
    await page.getByRole('button', { name: 'Title' }).click();
    await page.waitForURL(/sort=title/);
    await page.reload();
    await page.getByText('10 pages').waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('tide');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort'))
      .toBe('ascending');
  });

  it('does one thing to many pages, after asking', async () => {
    const { page, go } = await visit();
    await go('/pages?type=event&locale=en');
    await page.getByLabel('Select “Dawn watch for beginners”').check();
    await page.getByLabel('Select “Winter lectures 2024”').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Take offline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take offline' }).click();
    await page.getByText('2 pages taken offline').waitFor();
    await page
      .getByRole('row', { name: /Dawn watch for beginners/ })
      .getByText('Offline')
      .waitFor();
    await expect.poll(() => page.getByRole('toolbar').count()).toBe(0);
  });

  it('says what to do where nothing is found', async () => {
    const { page, go } = await visit();
    await go('/pages?search=zzyx');
    await page.getByRole('heading', { name: 'No pages match' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('42 pages').waitFor();
  });

  it('offers to undo what was done to many pages, and the deletion of one', async () => {
    const { page, go } = await visit();
    await go('/pages/2');
    const title = await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Undone. Everything is as it was before.').waitFor();
    await go('/pages/2');
    await expect.poll(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe(title);
    await go('/pages?search=tides');
    const rows = page.getByRole('row').filter({ has: page.getByText('Live', { exact: true }) });
    await rows.first().waitFor();
    const count = await rows.count();
    await page.getByRole('checkbox', { name: 'Select all pages of this list' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect.poll(() => rows.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => rows.count()).toBe(count);
  });
});
