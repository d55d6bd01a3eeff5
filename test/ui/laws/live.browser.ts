import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';
import type { RunningSite } from '../openSite.ts';

const LIVE = 'What you change here is live at once.';

const undo = (page: Page): Promise<void> =>
  page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();

/** The public menu, as titles. */
async function readMenu({ url }: RunningSite): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/content/menus/main`)).json()) as { data: object };
  return JSON.stringify(data);
}

await describeInBrowser('law 8: live at once is said', (visit) => {
  it('where menus, topics, redirects, settings and facts of files are changed', async () => {
    const { page, go } = await visit();
    for (const path of ['/menus', '/taxonomies', '/settings', '/redirects?open=new', '/media?item=1']) {
      await go(path);
      await page.getByText(LIVE).first().waitFor();
    }
  });

  it('a move tells so, and one Undo takes back all that the note tells of', async () => {
    const { page, go, site } = await visit();
    const before = await readMenu(site);
    await go('/menus');
    const grip = page.getByRole('button', { name: 'Move “Birds”' });
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('Moved. It is live.').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('2 moves. They are live.').waitFor();
    await expect.poll(() => page.getByText('Moved. It is live.').count()).toBe(0);
    expect(await readMenu(site)).not.toBe(before);
    await undo(page);
    await page.getByText('Undone').waitFor();
    expect(await readMenu(site)).toBe(before);
  });

  it('a dragged entry is drawn where it will land, and screen readers hear its name', async () => {
    const { page, go } = await visit();
    await go('/menus');
    const grip = page.getByRole('button', { name: 'Move “Birds”' });
    const from = (await grip.boundingBox())!;
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y - 40, { steps: 6 });
    await page.mouse.move(from.x - 60, from.y - 80, { steps: 6 });
    const landing = page.locator('li[data-is-dragging]');
    await landing.waitFor();
    const drawn = (await landing.boundingBox())!;
    await page.getByText(/“Birds” would be at position \d/).waitFor({ state: 'attached' });
    expect(await page.getByText(/[Dd]roppable/).count()).toBe(0);
    await page.mouse.up();
    await page.getByText('Moved. It is live.').waitFor();
    await expect.poll(async () => (await grip.locator('xpath=..').boundingBox())?.x).toBe(drawn.x);
    expect(Math.abs((await grip.locator('xpath=..').boundingBox())!.y - drawn.y)).toBeLessThan(8);
  });

  it('a form tells so after saving, with an Undo; inside an entered change both say where it went', async () => {
    const { page, go, follow, site } = await visit();
    const read = async (): Promise<string> =>
      (await (await page.request.get(`${site.url}/api/admin/config`)).json()).data.tagline;
    const before = await read();
    await go('/settings');
    await page.getByLabel('Tagline').fill('For a moment');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is live.').waitFor();
    expect(await read()).toBe('For a moment');
    await undo(page);
    await expect.poll(() => page.getByLabel('Tagline').inputValue()).toBe(before);
    expect(await read()).toBe(before);

    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    await page.request.post(`${site.url}/api/admin/changes`, { headers, data: { title: 'Summer' } });
    await go('/changes/summer');
    await page.getByRole('button', { name: 'Work on this' }).click();
    await follow('/settings');
    await page.getByText('What you save here goes into the change “Summer”. It is not live.').waitFor();
    await page.getByLabel('Tagline').fill('In summer');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved in this change. It is not live.').waitFor();
    expect(await read()).toBe(before);
  });
});

await describeInBrowser('law 4: a change is entered on purpose', (visit) => {
  it('colours the frame, is left by one click wherever one scrolls, and what one opens from outside is outside', async () => {
    const { page, go, follow, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    await page.request.post(`${site.url}/api/admin/changes`, { headers, data: { title: 'Summer' } });
    const frame = page.locator('[data-in-change]');
    const enter = async (): Promise<void> => {
      await go('/changes/summer');
      await page.getByRole('button', { name: 'Work on this' }).click();
      await frame.waitFor();
    };
    await enter();
    await follow('/pages/2');
    await page.getByLabel('Title', { exact: true }).waitFor();
    await page.mouse.wheel(0, 5000);
    await page.getByRole('button', { name: 'Back to what is live' }).click({ timeout: 5000 });
    await frame.waitFor({ state: 'detached' });

    await enter();
    await page.reload();
    await frame.waitFor();
    await go('/pages/17');
    await page.getByLabel('Title', { exact: true }).waitFor();
    expect(await frame.count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 800 });
    await enter();
    await page.getByRole('button', { name: 'Back to what is live' }).click();
    await frame.waitFor({ state: 'detached' });
  });
});
