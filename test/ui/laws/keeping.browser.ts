import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';

const DAWN_WATCH = '/pages/17';
const title = (page: Page) => page.getByLabel('Title', { exact: true });
const kept = (page: Page) => page.getByText('Kept', { exact: true });

await describeInBrowser('law 2: what is typed is kept by itself', (visit) => {
  it('is there on another device, and after the browser has crashed', async () => {
    const { page, go, site, context } = await visit();
    await go(DAWN_WATCH);
    await title(page).fill('Typed at the desk');
    await kept(page).waitFor();
    await context.close();
    const phone = await visit({ site, viewport: { width: 390, height: 800 } });
    await phone.go(DAWN_WATCH);
    await expect.poll(() => title(phone.page).inputValue()).toBe('Typed at the desk');
    await phone.page.getByText('Your unsaved work is still here').waitFor();
  });

  it('says so truly while the server is away, and keeps it there once it is back', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    await title(page).waitFor();
    // The editor of its text is loaded where it comes near; all parts of the form are there by then.
    await page.getByText('You need no knowledge and no binoculars').last().scrollIntoViewIfNeeded();
    await page.getByRole('toolbar').first().waitFor();
    await site.kill();
    await title(page).fill('Typed without a server');
    await page.getByText('Kept in this browser only').waitFor();
    await site.start();
    await title(page).fill('Typed with a server again');
    await kept(page).waitFor();
    const other = await visit({ site });
    await other.go(DAWN_WATCH);
    await expect.poll(() => title(other.page).inputValue()).toBe('Typed with a server again');
  });

  it('is gone from the kept work once it is a draft, and comes back on no device', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    await title(page).fill('Saved');
    await kept(page).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    await expect
      .poll(async () => (await (await page.request.get(`${site.url}/api/admin/work`)).json()).data)
      .toEqual([]);
  });

  it('asks nothing when a form is left, and becomes the draft', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    await title(page).fill('Left at once');
    await page.getByRole('link', { name: 'Media' }).click();
    await page.getByRole('heading', { name: 'Media' }).waitFor();
    const draft = async (): Promise<unknown> =>
      (await (await page.request.get(`${site.url}/api/admin/pages/17`)).json()).data.draft?.author;
    await expect.poll(draft).toBe('ada');
    await go(DAWN_WATCH);
    await expect.poll(() => title(page).inputValue()).toBe('Left at once');
  });

  it('survives a session that ends in the middle of a sentence', async () => {
    const { page, go, context } = await visit();
    await go(DAWN_WATCH);
    await title(page).waitFor();
    await context.clearCookies();
    await title(page).fill('Typed without a session');
    await page.getByText('Kept in this browser only').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
    await title(page).fill('Typed with a session again');
    await kept(page).waitFor();
  });
});

await describeInBrowser('law 3: a draft belongs to its record', (visit) => {
  it('is shared by all, opens with the page, and never changes what another page does', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    await title(page).fill('Ada’s draft');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    const other = await visit({ site });
    await other.go(DAWN_WATCH);
    await expect.poll(() => title(other.page).inputValue()).toBe('Ada’s draft');
    await other.page.getByText(/draft by ada/).waitFor();

    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await go('/pages/14');
    expect(await title(page).inputValue()).not.toBe('Ada’s draft');
    await expect.poll(() => page.getByText(/draft by/).count()).toBe(0);
    await title(page).fill('A bird alone');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Published. Everybody can read it now.').waitFor();
    const stays = await page.request.get(`${site.url}/api/admin/pages/17`);
    expect((await stays.json()).data).toMatchObject({ hasDraft: true, draft: { ahead: 2 } });
  });

  it('switches to what is live and back, and is discarded with a way back', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    const before = await title(page).inputValue();
    await title(page).fill('Only a draft');
    await page.keyboard.press('Control+s');
    await page.getByText(/draft by ada/).waitFor();
    const more = page.getByRole('button', { name: 'More actions' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Show what is live' }).click();
    await page.getByRole('heading', { level: 2, name: before }).waitFor();
    await page.getByRole('button', { name: 'Back to the draft' }).click();
    await expect.poll(() => title(page).inputValue()).toBe('Only a draft');
    await more.click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => title(page).inputValue()).toBe(before);
    await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => title(page).inputValue()).toBe('Only a draft');
    const read = await fetch(`${site.url}/api/content/pages/events/dawn-watch`);
    expect(((await read.json()) as { data: { title: string } }).data.title).toBe(before);
  });

  it('of a page that nobody reads is the page itself', async () => {
    const { page, go, site } = await visit();
    await go('/pages/new?type=page');
    await page.getByLabel('Title').fill('Not yet read');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByLabel('Summary').fill('A summary.');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { data } = await (await page.request.get(`${site.url}/api/admin/pages/${id}`)).json();
    expect(data).toMatchObject({ status: 'draft', draft: null, fields: { summary: 'A summary.' } });
  });
});
