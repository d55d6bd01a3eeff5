import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';
import type { RunningSite } from '../openSite.ts';

const undo = (page: Page): Promise<void> =>
  page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).click();

async function read(page: Page, { url }: RunningSite, path: string) {
  const answer = await page.request.get(`${url}/api/admin${path}`);
  return { status: answer.status(), data: (await answer.json()).data };
}

await describeInBrowser('law 6: everything can be undone, or says first what depends on it', (visit) => {
  it('deleting several pages names what leads to any of them, and has an Undo', async () => {
    const { page, go, site } = await visit();
    const { data: pages } = await read(page, site, '/pages?limit=2&search=tides');
    const ids = pages.map(({ id }: { id: number }) => id);
    const { data: mentions } = await read(page, site, `/mentions/page?ids=${ids}`);
    expect(mentions.length).toBeGreaterThan(0);
    await go('/pages?search=tides');
    for (const { title } of pages) await page.getByRole('checkbox', { name: `Select “${title}”` }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete' });
    await question.getByText('lead nowhere').waitFor();
    for (const { title } of mentions.slice(0, 8)) await question.getByText(title, { exact: true }).first().waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 pages deleted').waitFor();
    await undo(page);
    await page.getByText('Undone').waitFor();
    for (const id of ids) expect((await read(page, site, `/pages/${id}`)).status).toBe(200);
  });

  it('deleting a page names the menus and pages that lead to it, and has an Undo', async () => {
    const { page, go, site } = await visit();
    const { data: mentions } = await read(page, site, '/mentions/page/2');
    expect(mentions.length).toBeGreaterThan(0);
    await go('/pages/2');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: /^Delete “/ });
    for (const { title } of mentions.slice(0, 8)) await question.getByText(title, { exact: true }).first().waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/deleted$/).waitFor();
    expect((await read(page, site, '/pages/2')).status).toBe(404);
    await undo(page);
    await page.getByText('Undone').waitFor();
    expect((await read(page, site, '/pages/2')).status).toBe(200);
  });

  it('a block and a type in use are not deleted: it says where they are used', async () => {
    const { page, go, site } = await visit();
    const { data: uses } = await read(page, site, '/mentions/block/4');
    await go('/blocks?open=4');
    await page.getByRole('button', { name: 'Delete' }).click();
    const words = page.getByRole('dialog', { name: /^Delete “/ });
    await words.getByText(/^It cannot be deleted while/).waitFor();
    for (const { title } of uses.slice(0, 8)) await words.getByText(title, { exact: true }).first().waitFor();
    expect(await words.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await words.getByRole('button', { name: 'Close' }).last().click();
    await words.waitFor({ state: 'detached' });
    await go('/types?open=1');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^It cannot be deleted while/).waitFor();
  });

  it('a term names the pages that lose it, and comes back to them', async () => {
    const { page, go, site } = await visit();
    const { data: vocabulary } = await read(page, site, '/taxonomies/1');
    const term = vocabulary.terms[0];
    const { data: uses } = await read(page, site, `/mentions/taxonomy/1?term=${term.id}`);
    expect(uses.length).toBeGreaterThan(0);
    await go(`/taxonomies?vocabulary=1&open=${term.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: `Delete “${term.name}”?` });
    await question.getByText(uses[0].title, { exact: true }).first().waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Term deleted').waitFor();
    await undo(page);
    await page.getByText('Undone').waitFor();
    expect((await read(page, site, `/mentions/taxonomy/1?term=${term.id}`)).data).toEqual(uses);
  });

  it('replacing a file names where it is live first, and its Undo brings the former bytes back', async () => {
    const { page, go, site } = await visit();
    const { data: all } = await read(page, site, '/media?type=image&limit=100');
    const used = await Promise.all(
      all.map(async ({ id }: { id: number }) => (await read(page, site, `/media/${id}`)).data),
    );
    const item = used.find(({ usage, mimeType }) => usage.length > 0 && mimeType !== 'image/svg+xml');
    const bytes = async (): Promise<string> => {
      const { data } = await read(page, site, `/media/${item.id}`);
      return (await (await page.request.get(site.url + data.url)).body()).toString('base64');
    };
    const before = await bytes();
    await go(`/media?item=${item.id}`);
    const choose = (): Promise<void> =>
      page.locator('input[type=file][aria-label="Replace file"]').setInputFiles({
        name: 'other.png',
        mimeType: 'image/png',
        buffer: Buffer.from(PIXEL, 'base64'),
      });
    await choose();
    const question = page.getByRole('dialog', { name: /^Replace “/ });
    await question.getByText(item.usage[0].title, { exact: true }).first().waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await bytes()).toBe(before);
    await choose();
    await question.getByRole('button', { name: 'Replace file' }).click();
    await page.getByText('File replaced. The new one appears everywhere the old one did.').waitFor();
    expect(await bytes()).not.toBe(before);
    await undo(page);
    await page.getByText('Undone').waitFor();
    expect(await bytes()).toBe(before);
  });
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

await describeInBrowser('law 1 in the history: a restore goes into the draft', (visit) => {
  it('one value and a whole version of a live page change nothing for visitors, and are undone', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const titleOf = async (path: string): Promise<string | undefined> => (await read(page, site, path)).data?.title;
    const first = await titleOf('/pages/17');
    await page.request.put(`${site.url}/api/admin/pages/17`, {
      headers,
      data: { title: 'Another watch', metaTitle: 'Another' },
    });
    const { data: versions } = await read(page, site, '/pages/17/revisions');
    await go('/pages/17/history');
    await page.getByRole('article', { name: 'Title', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0);

    await go(`/pages/17/history?version=${versions[1].id}&with=now`);
    const restore = page.getByRole('button', { name: 'Restore this: Title', exact: true });
    const place = await restore.boundingBox();
    await restore.dblclick();
    await page.getByText('“Title” has been restored. It is in the draft; what is live stays as it is.').waitFor();
    expect(await titleOf('/pages/17')).toBe('Another watch');
    expect((await read(page, site, '/pages/17/draft')).data).toMatchObject({ title: first, metaTitle: 'Another' });
    expect(await restore.isDisabled()).toBe(true);
    expect((await restore.boundingBox())?.y).toBe(place?.y);
    await undo(page);
    await page.getByText('Undone').waitFor();
    expect((await read(page, site, '/pages/17/draft')).status).toBe(404);

    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText(/has been restored. It is in the draft/).waitFor();
    expect(await titleOf('/pages/17/draft')).toBe(first);
    expect(await titleOf('/pages/17')).toBe('Another watch');
    const note = (await read(page, site, '/changes')).data.find(({ draftOf }: { draftOf: unknown }) => draftOf);
    expect(note).toBeDefined();
    expect(await page.getByText(/\dT\d\d:|\b[0-9a-f]{10}\b/).count()).toBe(0);
  });
});
