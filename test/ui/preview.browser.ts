import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { build, host, makeFolder } from './exampleSite.ts';
import { describeInBrowser } from './inBrowser.ts';

const DAWN_WATCH = '/pages/17';

await describeInBrowser('the preview beside a page', (visit) => {
  it('shows in the site itself what is typed and not saved, and opens the field that is clicked', async () => {
    const folder = makeFolder();
    const url = await host(folder);
    const { page, go, site } = await visit({
      viewport: { width: 1440, height: 900 },
      env: { PREVIEW_URL: `${url}/preview/?token={token}` },
    });
    await build(site.url, folder, site.url);
    await go(DAWN_WATCH);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const shown = page.frameLocator('iframe[title="Preview"]');
    await shown.getByRole('heading', { level: 1 }).waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Typed and not saved');
    await shown.getByRole('heading', { level: 1, name: 'Typed and not saved' }).waitFor();
    const live = await page.request.get(`${site.url}/api/content/pages/events/dawn-watch`);
    expect((await live.json()).data.title).not.toBe('Typed and not saved');

    await shown.locator('[data-quire-field="fields/summary"]').click();
    expect(await page.getByLabel('Summary').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(
      true,
    );
    await page.locator('label', { hasText: 'Phone' }).click();
    await page.waitForURL(/preview=phone/);
    await expect
      .poll(() => shown.locator('body').evaluate((body) => body.ownerDocument.defaultView?.innerWidth))
      .toBe(390);
  });

  it('says so when the site does not answer, and shows the page without it', async () => {
    const url = await host(makeFolder());
    const { page, go, site } = await visit({ env: { PREVIEW_URL: `${url}/missing?token={token}` } });
    await go(`${DAWN_WATCH}?preview=tablet`);
    await page.getByText('Your site has not answered').waitFor();
    await page.getByRole('button', { name: 'Show the page without the site' }).click();
    await expect
      .poll(() => page.evaluate("document.querySelector('iframe').contentDocument?.body.textContent ?? ''"))
      .toContain('Dawn watch');
    const lists = ['preview-sessions', 'audit-logs?action=preview'].map((path) =>
      page.request.get(`${site.url}/api/admin/${path}`).then(async (answer) => (await answer.json()).data),
    );
    expect(await Promise.all(lists)).toEqual([[], []]);
  });

  it('begins as a phone on a phone', async () => {
    const { page, go } = await visit({ viewport: { width: 390, height: 844 } });
    await go(DAWN_WATCH);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.waitForURL(/preview=phone/);
  });

  it('says plainly what a page says where no site previews, and runs nothing of it', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go(`${DAWN_WATCH}?preview=tablet`);
    // A frame in which nothing runs lets no test in either: its document is asked from outside.
    const inFrame = (what: string) =>
      page.evaluate<unknown>(`document.querySelector('iframe').contentDocument.${what}`);
    await page.getByLabel('Summary').fill('<img src=x onerror="parent.document.title = 1"> as it is typed');
    await expect.poll(() => inFrame('body.textContent')).toContain('as it is typed');
    expect(await inFrame(`querySelectorAll('img[src="x"]').length`)).toBe(0);
    await inFrame(`querySelector('[data-quire-field="fields/summary"] p').click()`);
    expect(await page.getByLabel('Summary').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(
      true,
    );
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole('button', { name: 'Close the preview' }).click();
    await page.locator('iframe').waitFor({ state: 'detached' });
  });
});
