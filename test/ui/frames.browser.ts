import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';
import { BIRDS, openExtendedSite } from './openExtendedSite.ts';

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

await describeInBrowser('frames of extensions', (visit) => {
  it('are inputs: what is typed in them is kept, undone, saved and discarded like anything else', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    await go('/pages/1');
    const [place, lat, lng] = [
      frameOf(page, 'Place'),
      frameOf(page, 'Place').getByLabel('Latitude'),
      frameOf(page, 'Place').getByLabel('Longitude'),
    ];
    await place.getByText('Home (en), en, light').waitFor();
    await lat.fill('47');
    await page.getByText('Kept', { exact: true }).waitFor();
    await lng.fill('11');

    // Ctrl-Z in the frame is that of the form, and Ctrl-Y brings back what it has taken.
    await lng.press('ControlOrMeta+z');
    await expect.poll(() => lng.inputValue()).not.toBe('11');
    await lng.press('ControlOrMeta+y');
    await expect.poll(() => lng.inputValue()).toBe('11');
    await lng.press('ControlOrMeta+s');
    await page.getByText('Saved as a draft').waitFor();
    expect(site.read('pages/en/home.yaml')).not.toContain('place');

    // What the form gets from elsewhere is shown in the frame, too.
    await lat.fill('48');
    await page.getByText('Kept', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => lat.inputValue()).toBe('48');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => lat.inputValue()).toBe('47');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Start');
    await place.getByText('Start (en), en, light').waitFor();
  });

  it('are panels beside pages, below them, beside files and on Home, for those who may see them', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    await go('/pages/1');
    const helper = frameOf(page, 'Helper');
    await helper.getByText('page Home').waitFor();
    await helper.getByRole('button', { name: 'Write a summary' }).click();
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('About Home');
    await page.getByLabel('Summary').press('ControlOrMeta+z');
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Where it begins.');
    await page.getByRole('heading', { name: 'For admins' }).waitFor();
    await go('/');
    await frameOf(page, 'Birds today').getByText('no record').waitFor();

    const viewer = await visit({ site: await openExtendedSite([BIRDS], 'viewer') });
    await viewer.go('/pages/1');
    await frameOf(viewer.page, 'Place').getByText('Home').waitFor();
    expect(await frameOf(viewer.page, 'Place').getByLabel('Latitude').isEditable()).toBe(false);
    await frameOf(viewer.page, 'Helper').getByRole('button', { name: 'Write a summary' }).click();
    await frameOf(viewer.page, 'Helper').getByText('readOnly').waitFor();
    expect(await viewer.page.getByRole('heading', { name: 'For admins' }).count()).toBe(0);
  });

  it('propose values for blocks and files', async () => {
    const site = await openExtendedSite();
    const id = await site.upload();
    const { page, go } = await visit({ site });
    await go('/blocks?open=1');
    const quotations = frameOf(page, 'Quotations');
    await quotations.getByText('block Motto').waitFor();
    await quotations.getByRole('button', { name: 'Write a summary' }).click();
    await quotations.getByText('unknownField').waitFor();

    await go(`/media?item=${id}`);
    await frameOf(page, 'Describe').getByText('media heron.png').waitFor();
    // By keyboard: what stands below the drawer's form covers half of it.
    await frameOf(page, 'Describe').getByRole('button', { name: 'Write a summary' }).press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe('A heron');
  });

  it("open Quire's own choosers, dialogs and notes, and call their own endpoints", async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    await go('/pages/1');
    const helper = frameOf(page, 'Helper');
    const answer = helper.getByRole('status');
    await helper.getByRole('button', { name: 'Pick a page' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill('About');
    await page.getByRole('option', { name: /About us/ }).click();
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    await expect.poll(() => answer.textContent()).toContain('"title":"About us","slug":"about","locale":"en"');

    await helper.getByRole('button', { name: 'Pick a picture' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => answer.textContent()).toBe('nothing');

    await helper.getByRole('button', { name: 'Ask' }).click();
    await dialog.getByText('<b>All</b> of it').waitFor();
    await dialog.getByText('Asked by the extension “Helper”.').waitFor();
    await dialog.getByRole('button', { name: 'Yes, all' }).click();
    await expect.poll(() => answer.textContent()).toBe('true');

    await helper.getByRole('button', { name: 'Tell' }).click();
    await page.getByText('Helper: Done').waitFor();
    await helper.getByRole('button', { name: 'Call' }).click();
    await expect.poll(() => answer.textContent()).toBe('heron for The admin');
  });

  it('are screens with a line in the navigation and an address', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    await go('/');
    await page.getByRole('navigation').getByRole('link', { name: 'All birds' }).click();
    await page.getByRole('heading', { name: 'All birds', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/x/birds/all');
    await frameOf(page, 'All birds').getByText('All birds, en, to write').waitFor();
    await page.reload();
    await frameOf(page, 'All birds').getByText('All birds, en, to write').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('textbox').fill('all b');
    await page.getByRole('dialog').getByText('All birds').waitFor();
    await page.keyboard.press('Escape');
    await go('/x/birds/none');
    await page.getByText('There is no screen').waitFor();
  });

  it('follow the colours and the language of the interface', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site, colorScheme: 'dark', locale: 'de-DE' });
    await go('/pages/1');
    const place = frameOf(page, 'Place');
    await place.getByText('Home (en), de, dark').waitFor();
    const colorOf = (): Promise<string> =>
      place.locator('body').evaluate<string, unknown>('getComputedStyle(document.body).color');
    const dark = await colorOf();
    await page.emulateMedia({ colorScheme: 'light' });
    await place.getByText('Home (en), de, light').waitFor();
    expect(await colorOf()).not.toBe(dark);
    expect(await place.locator('html').getAttribute('lang')).toBe('de');
  });

  it('are reached and left by the keyboard', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    await go('/pages/1');
    const lat = frameOf(page, 'Place').getByLabel('Latitude');
    await lat.waitFor();
    // Some inputs of the form come a moment later.
    await page.getByLabel('Rating').waitFor();
    const isIn = (): Promise<boolean> => page.evaluate("document.activeElement.title === 'Place'");
    const typed = (): Promise<string> => lat.inputValue();
    await page.getByLabel('Summary').focus();
    await page.keyboard.press('Tab');
    expect(await isIn()).toBe(true);
    await page.keyboard.type('12');
    await expect.poll(typed).toBe('12');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('[data-path]')?.dataset.path"))
      .toBe('fields/rating');
    await page.keyboard.press('Shift+Tab');
    expect(await isIn()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Before “Place”');
    await page.keyboard.press('Tab');
    expect(await isIn()).toBe(true);
    await page.keyboard.press('F6');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('After “Place”');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('[data-path]')?.dataset.path"))
      .toBe('fields/rating');
  });

  it('keep their room while they load, and leave the input of the base kind, or a line, if they cannot', async () => {
    const site = await openExtendedSite();
    const { page, go } = await visit({ site });
    let isBroken = true;
    await page.route('**/admin/x/birds/**', (route) => (isBroken ? route.fulfill({ status: 404 }) : route.continue()));
    await go('/pages/1');
    const { height } = (await page.locator('iframe[title="Place"]').boundingBox())!;
    expect(height).toBe(120);
    const alone = page.locator('[data-path="fields/place"]');
    await alone.first().getByText('“Place” cannot be shown at the moment.').waitFor();
    await alone.first().getByLabel('Lat').fill('3');
    await page.getByText('“Helper” cannot be shown at the moment.').waitFor();
    isBroken = false;
    await alone.first().getByRole('button', { name: 'Load it again' }).click();
    await expect.poll(() => frameOf(page, 'Place').getByLabel('Latitude').inputValue()).toBe('3');
  });

  it.each(['light', 'dark'] as const)('are for everybody, %s, also on a phone', async (colorScheme) => {
    const site = await openExtendedSite();
    for (const width of [1440, 390]) {
      const { page, go } = await visit({ site, colorScheme, viewport: { width, height: 900 } });
      for (const [path, title, text] of [
        ['/pages/1', 'Place', 'Home (en)'],
        ['/x/birds/all', 'All birds', 'All birds, en'],
        ['/', 'Birds today', 'no record'],
      ] as const) {
        await go(path);
        await frameOf(page, title).getByText(text).waitFor();
        await page.waitForLoadState('networkidle');
        const { violations } = await axe(page, colorScheme, { preload: false }).analyze();
        expect([path, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([path, []]);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect([path, wide <= width]).toEqual([path, true]);
      }
    }
  });
});
