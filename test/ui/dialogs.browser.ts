import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

interface Opened {
  readonly name: string;
  readonly path: string;
  /** Brings up what is looked at. */
  readonly open?: (page: Page) => Promise<void>;
  /** What has come then; a dialog unless it says otherwise. */
  readonly role?: 'dialog' | 'menu' | 'listbox';
}

const click = (name: string | RegExp) => async (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

const inText =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.locator('[contenteditable=true] p').first().click();
    await click(name)(page);
  };

/** Everything that opens above a screen. */
const OPENED: readonly Opened[] = [
  { name: 'find anything', path: '/', open: (page) => page.keyboard.press('Control+k') },
  { name: 'account', path: '/', open: click(/^Your account/), role: 'menu' },
  { name: 'new page', path: '/', open: click('New page'), role: 'menu' },
  { name: 'columns', path: '/pages', open: click('Columns'), role: 'menu' },
  { name: 'views', path: '/pages', open: click('Views'), role: 'menu' },
  { name: 'media item', path: '/media?item=1' },
  { name: 'menu item', path: '/menus', open: click('New item') },
  { name: 'menu', path: '/menus', open: click('New menu') },
  { name: 'term', path: '/taxonomies', open: click('New term') },
  { name: 'vocabulary', path: '/taxonomies', open: click('New vocabulary') },
  { name: 'reusable block', path: '/blocks?open=1' },
  { name: 'redirect', path: '/redirects?open=new' },
  { name: 'many redirects', path: '/redirects', open: click('Add many') },
  { name: 'tracking script', path: '/tracking-scripts?open=new' },
  { name: 'page type', path: '/types?open=1' },
  { name: 'person', path: '/people?open=new' },
  { name: 'key', path: '/keys?open=new' },
  { name: 'webhook', path: '/webhooks?open=new' },
  { name: 'new change', path: '/changes', open: click('New change') },
  { name: 'what can be done with a page', path: '/pages/17', open: click('More actions'), role: 'menu' },
  { name: 'blocks to add', path: '/pages/17', open: click('Add a block to “Content”'), role: 'menu' },
  { name: 'choice of media', path: '/pages/2', open: click('Change: Cover picture') },
  { name: 'link', path: '/pages/17', open: inText('Link') },
  { name: 'picture', path: '/pages/17', open: inText('Picture') },
  { name: 'source of a text', path: '/pages/17', open: inText('Source') },
];

await describeInBrowser('what opens above a screen', (visit) => {
  it.each(['light', 'dark'] as const)(
    'is for everybody, takes the focus and gives it back, %s',
    async (colorScheme) => {
      const { page, go } = await visit({ colorScheme, reducedMotion: 'reduce' });
      page.setDefaultTimeout(15_000);
      const found: unknown[] = [];
      for (const { name, path, open, role = 'dialog' } of OPENED) {
        await go(path);
        await page.locator('h1').first().waitFor({ state: 'attached' });
        // Where a reader of the keyboard is after a move.
        if (open) await page.locator('#main').focus();
        await open?.(page).catch((error) => found.push([name, String(error).slice(0, 200)]));
        const shown = page.getByRole(role).last();
        await shown.waitFor().catch(() => found.push([name, `no ${role}`]));
        const holds = () => shown.evaluate((one) => one.contains(one.ownerDocument.activeElement)).catch(() => false);
        await expect
          .poll(holds, { timeout: 3000 })
          .toBe(true)
          .catch(() => found.push([name, 'focus']));
        const { violations } = await axe(page, colorScheme).disableRules('region').analyze();
        found.push(...violations.map(({ id, nodes }) => [name, id, ...nodes.map(({ html }) => html.slice(0, 300))]));
        await page.keyboard.press('Escape');
        await shown.waitFor({ state: 'hidden' }).catch(() => found.push([name, 'stays']));
        const isLost = 'document.activeElement === document.body || document.activeElement === null';
        if (open)
          await expect
            .poll(() => page.evaluate(isLost), { timeout: 3000 })
            .toBe(false)
            .catch(() => found.push([name, 'lost focus']));
      }
      expect(found).toEqual([]);
    },
  );
});
