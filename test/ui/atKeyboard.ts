import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningSite } from './openSite.ts';

type Name = string | RegExp;
type Role = Parameters<Page['getByRole']>[0];
type Step = 'Tab' | 'Shift+Tab' | 'ArrowDown';
const MOST_STEPS = 150;

/** Somebody without a mouse. */
export function atKeyboard(page: Page) {
  const at = (role: Role, name: Name) =>
    page.getByRole(role, { name, exact: typeof name === 'string' }).and(page.locator(':focus'));
  const hasFocus = async (role: Role, name: Name): Promise<void> => {
    await expect
      .poll(() => at(role, name).count(), { message: `The focus is not on ${role} ${name}`, timeout: 15_000 })
      .toBe(1);
  };
  /** Steps on until that has the focus; lost or stuck, it is never reached. */
  const stepTo = async (role: Role, name: Name, key: Step = 'Tab'): Promise<void> => {
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
    /** Opens a menu, whose first step begins in it, and takes what it offers. */
    choose: async (menu: Name, item: Name, key?: Step): Promise<void> => {
      await stepTo('button', menu, key);
      await page.keyboard.press('Enter');
      await page.locator('[role=menu]:focus-within').waitFor();
      await stepTo('menuitem', item, 'ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    },
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (words: string) => page.keyboard.type(words),
    /** Steps there and presses Enter. */
    use: async (role: Role, name: Name, key?: Step): Promise<void> => {
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

export interface PublicPage {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly regions: Readonly<Record<string, unknown>>;
  readonly terms: unknown;
}

/** What everybody reads of a page. */
export async function readPublic({ url }: RunningSite, slug: string): Promise<PublicPage> {
  const answer = await fetch(`${url}/api/content/pages/${slug}`);
  return ((await answer.json()) as { data: PublicPage }).data;
}
