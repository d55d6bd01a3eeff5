import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';

const findProblems = async (page: Page) => (await axe(page, 'light').analyze()).violations.map(({ id }) => id);

/** Makes a change that gives a page another title. @returns its name */
async function makeChange(page: Page, { url }: RunningSite, title: string, pageId: number): Promise<string> {
  const headers = { origin: url };
  const made = await page.request.post(`${url}/api/admin/changes`, { data: { title }, headers });
  const { name } = (await made.json()).data;
  const put = await page.request.put(`${url}/api/admin/pages/${pageId}`, {
    data: { title: `The ${title.toLowerCase()}` },
    headers: { ...headers, 'Quire-Change': name },
  });
  expect(put.ok()).toBe(true);
  return name;
}

await describeInBrowser('a change in line', (visit) => {
  it('says what would clash with it, is published in its turn, and comes back with the values that clash', async () => {
    const { site, page, go } = await visit();
    const { data } = await (await page.request.get(`${site.url}/api/admin/pages?search=About&limit=1`)).json();
    const [first, second] = [
      await makeChange(page, site, 'Harbour', data[0].id),
      await makeChange(page, site, 'Lighthouse', data[0].id),
    ];
    await go(`/changes/${first}`);
    const line = page.getByRole('region', { name: 'In line' });
    await line.getByText('Not in line').waitFor();
    await line.getByText('1 other change would clash with it').waitFor();
    await line.getByRole('button', { name: 'Show where' }).click();
    await line.getByRole('link', { name: 'Lighthouse' }).waitFor();
    for (const words of ['The lighthouse', 'The harbour', data[0].title])
      await line.getByText(words, { exact: true }).first().waitFor();
    expect(await findProblems(page)).toEqual([]);
    await line.getByRole('button', { name: 'Put in line' }).click();
    await page.getByText('It is in line.').waitFor();
    const readTitle = async () =>
      (await (await page.request.get(`${site.url}/api/admin/pages/${data[0].id}`)).json()).data.title;
    await expect.poll(readTitle).toBe('The harbour');
    await makeChange(page, site, 'Quay', data[0].id);
    await page.request.post(`${site.url}/api/admin/changes/${second}/queue`, {
      data: {},
      headers: { origin: site.url },
    });
    await go('/changes');
    await page.locator('#main').getByText('Sent back', { exact: true }).waitFor();
    await page.locator('#main').getByLabel('State').click();
    await page.getByRole('option', { name: 'Sent back' }).click();
    await page.getByRole('link', { name: 'Quay' }).waitFor({ state: 'detached' });
    expect(await findProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Lighthouse' }).click();
    await line.getByText('It could not be published').waitFor();
    await line.getByText('The harbour', { exact: true }).waitFor();
    expect(await findProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use this change' }).click();
    await page.getByRole('button', { name: 'Actions' }).first().waitFor();
    await line.getByRole('button', { name: 'Hide this' }).click();
    await line.getByText('Not in line').waitFor();
  });
});
