import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

/** The page about the observatory: a title, a summary, and blocks with rich text, pictures and a quotation. */
const ABOUT = '/pages/2';

const UNDO = 'ControlOrMeta+z';
const REDO = 'ControlOrMeta+Shift+z';

const region = (page: Page): Locator => page.getByRole('region', { name: 'Content' });
const cards = (page: Page): Locator => region(page).locator('[data-unfolds]');
const titleOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Title', exact: true });

async function removeFirst(page: Page): Promise<void> {
  const actions = region(page)
    .getByRole('button', { name: /^Actions/ })
    .first();
  // At the edge of the window its menu would leave with it when the form above grows by a line.
  await actions.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await actions.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
}

async function openText(page: Page): Promise<Locator> {
  const text = region(page).locator('[contenteditable="true"]').first();
  await text.waitFor();
  return text;
}

/** Saves with the keys; done when the server has it. */
async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /\/api\/admin\/pages\/\d+$/.test(response.url()),
  );
  await page.keyboard.press('ControlOrMeta+s');
  expect((await saved).status()).toBe(200);
}

await describeInBrowser('undo in a form', (visit) => {
  it('brings back a removed block and leaves what was typed in the next one', async () => {
    const { page, go } = await visit();
    await go(ABOUT);
    // What a reusable block is called comes by itself.
    await cards(page)
      .filter({ hasText: /Quotation\S/ })
      .waitFor();
    const names = await cards(page).allTextContents();
    await titleOf(page).fill('Typed before');
    await removeFirst(page);
    await expect.poll(() => cards(page).count()).toBe(names.length - 1);
    await page.keyboard.press(UNDO);
    await expect.poll(() => cards(page).allTextContents()).toEqual(names);
    expect(await titleOf(page).inputValue()).toBe('Typed before');
    await page.keyboard.press(REDO);
    await expect.poll(() => cards(page).count()).toBe(names.length - 1);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => titleOf(page).inputValue()).toBe('About the observatory');
  });

  it('offers it in a note, too, and that brings back the block alone', async () => {
    const { page, go } = await visit();
    await go(ABOUT);
    await cards(page).first().waitFor();
    const count = await cards(page).count();
    await removeFirst(page);
    await expect.poll(() => cards(page).count()).toBe(count - 1);
    await titleOf(page).fill('Typed after');
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => cards(page).count()).toBe(count);
    expect(await titleOf(page).inputValue()).toBe('Typed after');
  });

  it('goes back through inputs and rich text in the order they were written in', async () => {
    const { page, go } = await visit();
    await go(ABOUT);
    await cards(page).first().waitFor();
    const text = await openText(page);
    const words = await text.locator('p').first().textContent();
    await text.locator('p').first().click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.type('First ');
    await titleOf(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await text.locator('p').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('third ');
    await expect.poll(() => text.textContent()).toContain('third');
    for (let step = 0; step < 3 && (await text.textContent())?.includes('third'); step += 1)
      await page.keyboard.press(UNDO);
    expect(await text.locator('p').first().textContent()).toBe(`First ${words}`);
    expect(await titleOf(page).inputValue()).toBe('About the observatory!');
    await page.keyboard.press(UNDO);
    await expect.poll(() => titleOf(page).inputValue()).toBe('About the observatory');
    await page.keyboard.press(UNDO);
    await expect.poll(() => text.locator('p').first().textContent()).toBe(words);
    await page.keyboard.press(REDO);
    await expect.poll(() => text.locator('p').first().textContent()).toBe(`First ${words}`);
  });

  it('puts the caret where it has changed a text, and shows it where it is out of view', async () => {
    const { page, go } = await visit({ viewport: { width: 1280, height: 600 } });
    await go(ABOUT);
    await cards(page).first().waitFor();
    await titleOf(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.type('Not ');
    await page.keyboard.press(UNDO);
    await expect
      .poll(() => titleOf(page).evaluate((input) => (input as unknown as { selectionStart: number }).selectionStart))
      .toBe(0);
    await page.keyboard.press(REDO);
    await expect
      .poll(() => titleOf(page).evaluate((input) => (input as unknown as { selectionStart: number }).selectionStart))
      .toBe(4);
    await cards(page).last().focus();
    await expect.poll(() => titleOf(page).evaluate((input) => input.getBoundingClientRect().bottom)).toBeLessThan(0);
    await page.keyboard.press(UNDO);
    await expect.poll(() => titleOf(page).evaluate((input) => input.getBoundingClientRect().top)).toBeGreaterThan(0);
    await expect.poll(() => titleOf(page).evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  });

  it('goes on over a save', async () => {
    const { page, go } = await visit();
    await go('/pages/new?type=page');
    await page.getByLabel('Title').fill('Draft');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('button', { name: 'Save draft' }).waitFor();
    await titleOf(page).fill('Draft two');
    await save(page);
    await page.keyboard.press(UNDO);
    await expect.poll(() => titleOf(page).inputValue()).toBe('Draft');
  });

  it('leaves a text outside of the form to the browser', async () => {
    const { page, go } = await visit();
    await go(ABOUT);
    await cards(page).first().waitFor();
    await titleOf(page).fill('Typed before');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('swift');
    await page.keyboard.press(UNDO);
    await page.keyboard.press('Escape');
    expect(await titleOf(page).inputValue()).toBe('Typed before');
  });
});
