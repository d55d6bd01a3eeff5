import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';
import type { RunningSite } from '../openSite.ts';

const DAWN_WATCH = '/pages/17';

interface PublicPage {
  readonly status: number;
  readonly title: string | undefined;
}

/** What visitors get at this moment. */
async function readPublic({ url }: RunningSite): Promise<PublicPage> {
  const answer = await fetch(`${url}/api/content/pages/events/dawn-watch`);
  const body = (await answer.json()) as { data?: { title: string } };
  return { status: answer.status, title: body.data?.title };
}

const title = (page: Page) => page.getByLabel('Title', { exact: true });

/** Types and waits until it is kept. */
async function type(page: Page, text: string): Promise<void> {
  await title(page).fill(text);
  await page.getByText('Kept', { exact: true }).waitFor();
}

await describeInBrowser('law 1: what is live changes only when somebody says so', (visit) => {
  it('typing, Ctrl-S, leaving and a preview change nothing for visitors; Publish says what will differ first', async () => {
    const { page, go, site } = await visit();
    const before = await readPublic(site);
    await go(DAWN_WATCH);
    await type(page, 'Half a sen');
    expect(await readPublic(site)).toEqual(before);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    expect(await readPublic(site)).toEqual(before);
    await page.getByRole('button', { name: 'Preview' }).click();
    await type(page, 'A whole sentence');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: /Ada|Good|Hello|Home/i }).waitFor();
    expect(await readPublic(site)).toEqual(before);

    await go(DAWN_WATCH);
    await expect.poll(() => title(page).inputValue()).toBe('A whole sentence');
    await page.keyboard.press('Control+Enter');
    const panel = page.getByRole('dialog');
    await panel.getByText('1 value of this page changes for visitors.').waitFor();
    await panel.getByText('Show the differences').click();
    await panel.getByText('A whole sentence').waitFor();
    expect(await readPublic(site)).toEqual(before);
    await panel.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Published. Everybody can read it now.').waitFor();
    expect(await readPublic(site)).toEqual({ status: 200, title: 'A whole sentence' });

    await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect(await readPublic(site)).toEqual(before);
    await expect.poll(() => title(page).inputValue()).toBe(before.title);
  });
});

await describeInBrowser('law 5: a date schedules the edit, not the page', (visit) => {
  it('what is live stays live until the time, and the draft says when it goes', async () => {
    const { page, go, site } = await visit();
    const before = await readPublic(site);
    await go(DAWN_WATCH);
    await type(page, 'Tomorrow');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog');
    await panel.getByText('At a time').click();
    await panel.getByLabel('Publish at').fill('2099-06-01T09:00');
    await panel.getByRole('button', { name: 'Save and schedule' }).click();
    await page.getByText(/It will be published on 1 June 2099/).waitFor();
    expect(await readPublic(site)).toEqual(before);
    await page.getByText(/draft goes live/).waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
  });
});
