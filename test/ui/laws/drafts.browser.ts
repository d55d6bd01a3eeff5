import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';

const DAWN_WATCH = '/pages/17';
const at = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const scrolled = (page: Page) => page.evaluate<number>('window.scrollY');

await describeInBrowser('law 7: drafts take anything, and only Publish refuses', (visit) => {
  it('a draft of a live page with a wrong e-mail, "8pm" and no summary is kept, saved and not published', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('');
    const contact = page.getByLabel('Questions to');
    await contact.fill('not an email');
    await page.keyboard.press('Tab');
    // What is wrong stands at its field when one leaves it, in words.
    await at(page, 'fields/contact').getByText('Must be an e-mail address.').waitFor();
    await at(page, 'fields/programme').locator('[data-unfolds][aria-expanded="false"]').first().click();
    const time = at(page, 'fields/programme/0/time').getByRole('textbox');
    await time.fill('8pm');
    await page.keyboard.press('Tab');
    await expect.poll(() => at(page, 'fields/programme/0/time').textContent()).toContain('A time such as 14:30');
    await expect.poll(() => time.getAttribute('aria-invalid')).toBe('true');

    await page.getByText('Kept', { exact: true }).waitFor();
    const before = await scrolled(page);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    expect(await scrolled(page)).toBe(before);
    expect(await page.getByRole('alert').filter({ hasText: 'put right' }).count()).toBe(0);
    const { data } = await (await page.request.get(`${site.url}/api/admin/pages/17/draft`)).json();
    expect(data.fields).toMatchObject({ summary: '', contact: 'not an email' });
    expect(data.fields.programme[0].time).toBe('8pm');

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/things need to be fixed/).waitFor();
    await panel.getByRole('button', { name: /^Questions to: Must be an e-mail address\.$/ }).waitFor();
    expect(await panel.textContent()).not.toContain('^(');
    await panel.getByRole('button', { name: 'Publish now' }).click();
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => at(page, 'fields/summary').locator(':focus').count()).toBe(1);
    await at(page, 'fields/summary').getByText('Is required.').waitFor();
    const read = await fetch(`${site.url}/api/content/pages/events/dawn-watch`);
    expect(((await read.json()) as { data: { fields: { summary: string } } }).data.fields.summary).not.toBe('');
  });

  it('the panel leads to each field, and publishes once all is right', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Questions to').fill('not an email');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: /^Questions to/ }).click();
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => at(page, 'fields/contact').locator('input:focus').count()).toBe(1);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('dawn@merrowpoint.example');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await panel.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Published. Everybody can read it now.').waitFor();
  });

  it('a page that nobody reads yet says the same', async () => {
    const { page, go } = await visit();
    await go('/pages/new?type=event');
    await page.getByLabel('Title').fill('A watch to come');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByLabel('Questions to').fill('not an email');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: /^Questions to/ }).waitFor();
    await panel.getByRole('button', { name: 'Publish now' }).click();
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => at(page, 'fields/summary').locator(':focus').count()).toBe(1);
  });
});
