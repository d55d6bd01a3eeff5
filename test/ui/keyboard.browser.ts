import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { ADA, type RunningSite } from './openSite.ts';

type Name = string | RegExp;
type Role = Parameters<Page['getByRole']>[0];
const MOST_STEPS = 150;

/** Somebody without a mouse. */
function atKeyboard(page: Page) {
  const at = (role: Role, name: Name) =>
    page.getByRole(role, { name, exact: typeof name === 'string' }).and(page.locator(':focus'));
  const hasFocus = async (role: Role, name: Name): Promise<void> => {
    await expect
      .poll(() => at(role, name).count(), { message: `The focus is not on ${role} ${name}`, timeout: 15_000 })
      .toBe(1);
  };
  /** Steps on until that has the focus; lost or stuck, it is never reached. */
  const stepTo = async (role: Role, name: Name, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> => {
    await page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .waitFor();
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if ((await at(role, name).count()) > 0) return;
      await page.keyboard.press(key);
    }
    const where = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 200)');
    throw new Error(`${key} does not lead to ${role} ${name}; it is at ${where}`);
  };
  return {
    hasFocus,
    stepTo,
    press: (key: string) => page.keyboard.press(key),
    type: (words: string) => page.keyboard.type(words),
    /** Steps there and presses Enter. */
    use: async (role: Role, name: Name, key?: 'Tab' | 'Shift+Tab' | 'ArrowDown'): Promise<void> => {
      await stepTo(role, name, key);
      await page.keyboard.press('Enter');
    },
    find: async (words: string, found: Name): Promise<void> => {
      await page.keyboard.press('Control+k');
      await hasFocus('textbox', 'Find anything');
      await page.keyboard.type(words);
      await page.locator('[data-selected]').getByText(found).first().waitFor();
      await page.keyboard.press('Enter');
    },
  };
}

interface PublicPage {
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What everybody reads of a page. */
async function readPublic({ url }: RunningSite, slug: string): Promise<PublicPage> {
  const answer = await fetch(`${url}/api/content/pages/${slug}`);
  return ((await answer.json()) as { data: PublicPage }).data;
}

await describeInBrowser('by keyboard alone', (visit) => {
  it('somebody logs in, finds a page, changes it, publishes it, takes it back, and logs out', async () => {
    const { page, go, site } = await visit({ isAnonymous: true });
    const { find, hasFocus, press, stepTo, type, use } = atKeyboard(page);
    await go('/');
    await hasFocus('textbox', 'E-mail address');
    await type(ADA.email);
    await press('Tab');
    await type(ADA.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

    await find('opening h', 'Opening hours');
    await stepTo('textbox', 'Summary');
    await press('Control+a');
    await type('Every day but Monday.');
    await stepTo('button', 'Publish changes', 'Shift+Tab');
    await press('Enter');
    await page.getByText('Published. Everybody can read it now.').waitFor();
    const read = () => readPublic(site, 'visit/opening-hours');
    expect((await read()).fields['summary']).toBe('Every day but Monday.');

    await use('button', 'More actions', 'Shift+Tab');
    await use('menuitem', 'History', 'ArrowDown');
    await page.getByRole('heading', { name: /^History of/, level: 1 }).waitFor();
    await use('link', /The site as it was in the beginning/);
    await use('button', 'Restore this version');
    await page.getByRole('dialog').waitFor();
    await hasFocus('button', /^Restore/);
    await press('Enter');
    await page.getByText(/^The version of .* has been restored/).waitFor();
    expect((await read()).fields['summary']).not.toBe('Every day but Monday.');

    await find('menus', 'Menus');
    await stepTo('button', 'Move “Birds”');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await press('ArrowUp');
    await saved;
    await page.getByText('“Birds” is now number 1 below “Observe”.').waitFor();
    await hasFocus('button', 'Move “Birds”');

    await use('button', /^Your account/, 'Shift+Tab');
    await use('menuitem', 'Log out', 'ArrowDown');
    await hasFocus('textbox', 'E-mail address');
  });
});
