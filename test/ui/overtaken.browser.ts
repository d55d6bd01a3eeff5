import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('a page that somebody else saves', (visit) => {
  it('tells an unsaved form who has saved, and names them and the deed where values clash', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    await go('/pages/17');
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    const url = `${site.url}/api/admin/pages/17/draft`;
    expect((await page.request.put(url, { headers, data: { title: 'Theirs' } })).status()).toBe(200);
    await page.getByText('ada has saved this page.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'ada has changed the same thing' });
    await dialog.getByRole('button', { name: 'Keep writing' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine');
  });

  it('asks with the name of the page before it is deleted, with a button that can be read', async () => {
    const { page, go } = await visit();
    await go('/pages/17');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Dawn watch for beginners”?' });
    await dialog.getByRole('button', { name: 'Delete' }).waitFor();
    const contrast = await new AxeBuilder({ page }).include('[role="dialog"]').withRules(['color-contrast']).analyze();
    expect(contrast.violations).toEqual([]);
  });

  it('keeps the column beside the form in view', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go('/pages/17');
    const aside = page.getByRole('complementary', { name: 'About this page' });
    await aside.waitFor();
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 1200);
    await expect.poll(() => page.evaluate<number>('window.scrollY')).toBeGreaterThan(500);
    const box = await aside.boundingBox();
    expect(box?.y).toBeGreaterThan(60);
    expect(box?.y).toBeLessThan(120);
  });
});
