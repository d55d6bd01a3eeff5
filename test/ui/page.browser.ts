import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { askToPublish, publish } from './publish.ts';

const DAWN_WATCH = '/pages/17';

/** Whether the browser has kept what is typed. */
const KEPT = `indexedDB.databases().then((databases) => databases.some(({ name }) => name === 'quire') && new Promise((resolve) => {
  const request = indexedDB.open('quire', 1);
  request.onsuccess = () => {
    const keys = request.result.transaction('work').objectStore('work').getAllKeys();
    keys.onsuccess = () => { request.result.close(); resolve(keys.result.length === 1); };
  };
}))`;

await describeInBrowser('the form of a page', (visit) => {
  it('saves what is typed, and shows it again', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    const button = page.getByRole('button', { name: 'Publish', exact: true });
    await button.waitFor();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByLabel('Title', { exact: true }).fill('Dawn watch');
    await page.getByLabel('Summary').fill('Bring a flask.');
    await page.getByLabel('Places').fill('14');
    await page.getByLabel('Questions to').fill('dawn@merrowpoint.example');
    await page.getByLabel('Book before').fill('2026-05-07');
    await page.getByLabel('Free of charge').uncheck({ force: true });
    await page.getByLabel('Price in euros').fill('4.5');
    await publish(page);

    const file = readFileSync(join(site.contentDir, 'pages/en/events/dawn-watch.yaml'), 'utf8');
    expect(file).toMatch(/title: Dawn watch\n/);
    expect(file).toMatch(/summary: Bring a flask\.\n/);
    expect(file).toMatch(/places: 14\n/);
    expect(file).toMatch(/contact: dawn@merrowpoint\.example\n/);
    expect(file).toMatch(/bookBy: 2026-05-07\n/);
    expect(file).toMatch(/isFree: false\n/);
    expect(file).toMatch(/price: 4\.5\n/);
    await page.reload();
    await page.getByLabel('Price in euros').waitFor();
    await expect.poll(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Dawn watch');
    await expect.poll(() => page.getByLabel('Price in euros').inputValue()).toBe('4.5');
  });

  it('says beside the field what the server refuses, and leads there', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('');
    await page.getByLabel('Places').fill('500');
    await askToPublish(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('2 things need to be fixed').waitFor();
    await expect.poll(() => page.locator('[data-path="fields/summary"] :focus').count()).toBe(1);
    await page
      .getByRole('alert')
      .getByRole('button', { name: /^Places/ })
      .click();
    await expect.poll(() => page.locator('[data-path="fields/places"] input:focus').count()).toBe(1);
    await expect.poll(() => page.getByLabel('Places').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Places').fill('50');
    await page.getByLabel('Summary').fill('Short.');
    await publish(page);
  });

  it('keeps what is typed when the window is closed, and takes it back when asked', async () => {
    const { page, go, context, site } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('Written and not saved');
    await page.getByText('Kept', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(KEPT)).toBe(true);
    await page.close();

    const again = await context.newPage();
    await again.goto(`${site.url}/admin${DAWN_WATCH}`);
    await again.getByText('Your unsaved work is still here').waitFor();
    await expect.poll(() => again.getByLabel('Summary').inputValue()).toBe('Written and not saved');
    const discard = again.getByRole('button', { name: 'Discard unsaved changes' });
    await discard.click();
    const question = again.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await again.getByLabel('Summary').inputValue()).toBe('Written and not saved');
    await discard.click();
    await question.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => again.getByLabel('Summary').inputValue()).toMatch(/^An hour before sunrise/);
  });

  it('keeps what is typed without a pause, in case the browser crashes', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    let isTyping = true;
    const typing = page
      .getByLabel('Summary')
      .pressSequentially('Word after word '.repeat(3), { delay: 100 })
      .then(() => {
        isTyping = false;
      });
    await expect.poll(() => page.evaluate(KEPT), { timeout: 10_000 }).toBe(true);
    expect(isTyping).toBe(true);
    await typing;
  });

  it('asks before unsaved work is discarded', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('Written and not saved');
    const discard = async (answer: string): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Discard unsaved changes' }).click();
      const question = page.getByRole('dialog', { name: 'Discard your changes?' });
      await question.getByRole('button', { name: answer, exact: true }).click();
      await question.waitFor({ state: 'detached' });
    };
    await discard('Cancel');
    expect(await page.getByLabel('Summary').inputValue()).toBe('Written and not saved');
    await discard('Discard');
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toMatch(/^An hour before sunrise/);
  });

  it('merges what two people save, and asks only about what both have changed', async () => {
    const { page, go, site } = await visit();
    const other = await visit({ site });
    await go(DAWN_WATCH);
    await other.go(DAWN_WATCH);
    const meetAt = async (where: Page, title: string): Promise<void> => {
      await where.getByRole('combobox', { name: 'Where' }).fill(title);
      await where.getByRole('option', { name: title }).first().click();
    };
    await meetAt(page, 'About the observatory');
    await meetAt(other.page, 'Opening hours');
    await page.getByLabel('Summary').fill('Mine');
    await page.getByLabel('Places').fill('30');
    await other.page.getByLabel('Summary').fill('Theirs');
    await other.page.getByLabel('Questions to').fill('theirs@merrowpoint.example');
    await publish(other.page);

    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Someone else has changed the same thing' });
    await dialog.getByText('Mine', { exact: true }).waitFor();
    // What it was stands beside both.
    for (const side of ['Before', 'Yours', 'Theirs']) await dialog.getByText(side, { exact: true }).first().waitFor();
    const places = dialog.getByRole('region', { name: 'Where' });
    for (const name of ['Visit us', 'About the observatory', 'Opening hours'])
      await places.getByText(name, { exact: true }).waitFor();
    const summaries = dialog.getByRole('region', { name: 'Summary' });
    await summaries.getByRole('button', { name: 'Use theirs' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await publish(page);
    const file = readFileSync(join(site.contentDir, 'pages/en/events/dawn-watch.yaml'), 'utf8');
    expect(file).toMatch(/summary: Theirs\n/);
    expect(file).toMatch(/venue: en\/about\n/);
    expect(file).toMatch(/places: 30\n/);
    expect(file).toMatch(/contact: theirs@merrowpoint\.example\n/);
  });

  it('loses nothing when the server is gone while it saves', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    // What shows notes arrives after the form.
    await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
    await page.getByLabel('Summary').fill('Through the night');
    await site.kill();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Quire cannot be reached.').waitFor();
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Through the night');
    await site.start();
    await publish(page);
    expect(readFileSync(join(site.contentDir, 'pages/en/events/dawn-watch.yaml'), 'utf8')).toMatch(
      /summary: Through the night\n/,
    );
  });

  it('lets somebody whose session has ended log in again, and go on', async () => {
    const { page, go, context } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('Still here');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Still here');
    await publish(page);
  });

  it('begins a page with its title, and publishes it', async () => {
    const { page, go, site } = await visit();
    await go('/pages/new?type=page');
    await page.getByLabel('Title').fill('A walk along the mole');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await page.getByLabel('Summary').fill('Low tide only.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    expect((await fetch(`${site.url}/api/content/pages/a-walk-along-the-mole`)).status).toBe(404);
    await page.getByLabel('Heading').first().fill('The mole');
    await askToPublish(page);
    // Its text is required, and has the focus.
    await page.getByText('This is required.', { exact: true }).waitFor();
    expect((await fetch(`${site.url}/api/content/pages/a-walk-along-the-mole`)).status).toBe(404);
    await page.keyboard.type('The mole is a kilometre long.');
    await publish(page);
    expect((await fetch(`${site.url}/api/content/pages/a-walk-along-the-mole`)).status).toBe(200);
  });
});
