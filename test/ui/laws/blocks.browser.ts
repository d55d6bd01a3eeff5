import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';
import type { RunningSite } from '../openSite.ts';

/** "The keeper's rule", a quotation that stands on pages. */
const RULE = '/blocks?open=4';

const drawer = (page: Page) => page.getByRole('dialog', { name: "The keeper's rule" });
const words = (page: Page) => drawer(page).getByLabel('Text');

/** What visitors get of the block at this moment. */
async function readLive(page: Page, { url }: RunningSite): Promise<string> {
  const { data } = await (await page.request.get(`${url}/api/admin/blocks/4`)).json();
  return data.fields.text;
}

/** What the block's draft has; undefined without one. */
async function readDraft(page: Page, { url }: RunningSite): Promise<string | undefined> {
  const answer = await page.request.get(`${url}/api/admin/blocks/4/draft`);
  return answer.ok() ? (await answer.json()).data.fields.text : undefined;
}

await describeInBrowser('laws 1 to 3 for reusable blocks', (visit) => {
  it('typing, Ctrl-S and closing change nothing for visitors; Publish names the pages first, and has an Undo', async () => {
    const { page, go, site } = await visit();
    await go(RULE);
    const before = await readLive(page, site);
    await words(page).fill('Typed');
    await drawer(page).getByText('Kept', { exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    expect(await readDraft(page, site)).toBe('Typed');
    await words(page).fill('Typed, and closed');
    await drawer(page).getByRole('button', { name: 'Close' }).click();
    await drawer(page).waitFor({ state: 'detached' });
    await expect.poll(() => readDraft(page, site)).toBe('Typed, and closed');
    expect(await readLive(page, site)).toBe(before);

    await go(RULE);
    await expect.poll(() => words(page).inputValue()).toBe('Typed, and closed');
    await drawer(page)
      .getByText(/draft by ada/)
      .waitFor();
    await drawer(page).getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Publish' });
    await panel.getByText('1 value of this block changes for visitors.').waitFor();
    const { data } = await (await page.request.get(`${site.url}/api/admin/blocks/4`)).json();
    for (const { pageTitle } of data.usage) await panel.getByRole('link', { name: pageTitle }).first().waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await drawer(page).count()).toBe(1);
    await drawer(page).getByRole('button', { name: 'Publish', exact: true }).click();
    await panel.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText(/^Published\. \d+ pages? shows? it\./).waitFor();
    expect(await readLive(page, site)).toBe('Typed, and closed');
    await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect(await readLive(page, site)).toBe(before);
    await expect.poll(() => words(page).inputValue()).toBe(before);
  });

  it('what is typed is there on another device, and a draft is discarded with a way back', async () => {
    const { page, go, site, context } = await visit();
    await go(RULE);
    const before = await words(page).inputValue();
    await words(page).fill('Typed at the desk');
    await drawer(page).getByText('Kept', { exact: true }).waitFor();
    await context.close();
    const phone = await visit({ site, viewport: { width: 390, height: 800 } });
    await phone.go(RULE);
    await expect.poll(() => words(phone.page).inputValue()).toBe('Typed at the desk');
    await drawer(phone.page).getByText('Your unsaved work is still here').waitFor();
    await drawer(phone.page).getByRole('button', { name: 'Save draft' }).click();
    await drawer(phone.page).getByRole('button', { name: 'Discard draft' }).click();
    await phone.page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => words(phone.page).inputValue()).toBe(before);
    await phone.page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => words(phone.page).inputValue()).toBe('Typed at the desk');
  });

  it('inside an entered change it is saved into that', async () => {
    const { page, go, follow, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    await page.request.post(`${site.url}/api/admin/changes`, { headers, data: { title: 'Summer' } });
    await go('/changes/summer');
    await page.getByRole('button', { name: 'Work on this' }).click();
    await follow(RULE);
    const before = await readLive(page, site);
    await words(page).fill('In summer');
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved in this change. It is not live.').waitFor();
    expect(await readLive(page, site)).toBe(before);
    expect(await readDraft(page, site)).toBeUndefined();
  });
});
