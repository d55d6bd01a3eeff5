import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

/** As after an update of Quire: the files that this program asks for are no longer there. */
async function lose(page: Page, files: string): Promise<void> {
  await page.route(`**/admin/assets/${files}`, (route) => route.fulfill({ status: 404 }));
}

const problemOn = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });

await describeInBrowser('a part that cannot be loaded', (visit) => {
  it('leaves the form with what was typed, there and after a reload', async () => {
    const { page, go } = await visit();
    page.on('dialog', (dialog) => void dialog.accept());
    await go('/pages/17');
    const summary = page.getByLabel('Summary');
    await summary.fill('Typed before the update');
    await page.getByText('Kept', { exact: true }).waitFor();
    const problem = problemOn(page);
    const close = problem.getByRole('button', { name: 'Close' });
    await lose(page, '*.js');

    // A menu, a dialog, a part of the screen.
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await close.click();
    await problem.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await close.click();
    await problem.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await summary.pressSequentially(' of Quire');

    await page.unroute('**/admin/assets/*.js');
    await problem.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    expect(await problem.count()).toBe(0);
    expect(await summary.inputValue()).toBe('Typed before the update of Quire');
  });

  it('is there without a network once it has been fetched ahead', async () => {
    const { page, go, context, site } = await visit();
    const fetched = new Set<string>();
    page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname));
    await go('/pages/17');
    const parts: unknown = await (await page.request.get(`${site.url}/admin/parts.json`)).json();
    const code = JSON.stringify(parts).match(/assets\/[^"]+\.(js|css)(?=")/g) ?? [];
    expect(code.length).toBeGreaterThan(100);
    await expect.poll(() => code.filter((file) => !fetched.has(`/admin/${file}`)), { timeout: 60_000 }).toEqual([]);

    await context.setOffline(true);
    await page.getByLabel('Summary').fill('Typed without a network');
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Discard unsaved changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('link', { name: 'Media', exact: true }).click();
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    expect(await problemOn(page).count()).toBe(0);
  });

  it('is told of where nothing could be asked', async () => {
    const { page, go } = await visit();
    await lose(page, 'Dialogs-*.js');
    await go('/pages/17');
    await problemOn(page).waitFor();
    await page.getByLabel('Summary').fill('Typed without dialogs');
    expect(await page.getByLabel('Summary').inputValue()).toBe('Typed without dialogs');
  });
});

await describeInBrowser('a screen that is shown', (visit) => {
  it.each([
    ['Home', '/', 'Health'],
    ['a page with blocks', '/pages/2', 'Languages'],
    ['a page with every kind of list', '/pages/17', 'Languages'],
  ])('moves nothing while the rest arrives: %s', async (_, path, last) => {
    const { page, go } = await visit();
    await page.addInitScript(`
      window.shifts = [];
      const note = (list) => window.shifts.push(...list.getEntries().map(({ value }) => value));
      new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });`);
    await go(path);
    await page.getByText(last, { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate<readonly number[]>('window.shifts');
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
  });
});
