import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

const WAIT_MS = 15_000;

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
  { name: 'many redirects', path: '/redirects', open: click('Add several') },
  { name: 'tracking script', path: '/tracking-scripts?open=new' },
  { name: 'page type', path: '/types?open=1' },
  { name: 'person', path: '/people?open=new' },
  { name: 'key', path: '/keys?open=new' },
  { name: 'webhook', path: '/webhooks?open=new' },
  { name: 'new change', path: '/changes', open: click('New change') },
  { name: 'what can be done with a page', path: '/pages/17', open: click('More actions'), role: 'menu' },
  { name: 'blocks to add', path: '/pages/17', open: click('Add a block to “Content”'), role: 'menu' },
  { name: 'link', path: '/pages/17', open: inText('Link') },
  { name: 'picture', path: '/pages/17', open: inText('Picture') },
  { name: 'source of a text', path: '/pages/17', open: inText('Source') },
];

/** A few to a test: one that fails is tried again alone. */
const GROUP = 5;
const GROUPS = Array.from({ length: Math.ceil(OPENED.length / GROUP) }, (_, index) =>
  OPENED.slice(index * GROUP, (index + 1) * GROUP),
).flatMap((group) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    group,
    colorScheme,
    names: group.map(({ name }) => name).join(', '),
  })),
);

await describeInBrowser('what opens above a screen', (visit) => {
  it.each(GROUPS)(
    'is for everybody, takes the focus and gives it back, $colorScheme: $names',
    async ({ group, colorScheme }) => {
      const { page, go } = await visit({ colorScheme, reducedMotion: 'reduce' });
      for (const { name, path, open, role = 'dialog' } of group) {
        await go(path);
        await page.locator('h1').first().waitFor({ state: 'attached' });
        // Where a reader of the keyboard is after a move.
        if (open) await page.locator('#main').focus();
        await open?.(page);
        const shown = page.getByRole(role).last();
        await shown.waitFor();
        const hasFocus = () => shown.evaluate((one) => one.contains(one.ownerDocument.activeElement));
        await expect.poll(hasFocus, { message: `The focus is in ${name}`, timeout: WAIT_MS }).toBe(true);
        // Dialogs are not landmarks, and a menu floats outside of them.
        const { violations } = await axe(page, colorScheme).disableRules('region').analyze();
        expect([name, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([name, []]);
        await page.keyboard.press('Escape');
        await shown.waitFor({ state: 'hidden' });
        if (!open) continue;
        const isLost = () => page.evaluate('document.activeElement === document.body');
        await expect.poll(isLost, { message: `The focus is lost after ${name}`, timeout: WAIT_MS }).toBe(false);
      }
    },
  );
});
