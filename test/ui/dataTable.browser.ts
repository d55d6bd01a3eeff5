import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser, type Visit } from './inBrowser.ts';

/** Makes types and records as another admin would. */
async function fill({ page, site }: Visit): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
  const post = async (path: string, data: object): Promise<void> => {
    const answer = await page.request.post(`${site.url}/api/admin/${path}`, { headers, data });
    expect(answer.status()).toBe(201);
  };
  const fieldsSchema = [
    { name: 'role', label: 'Role', type: 'text' },
    { name: 'since', label: 'Since', type: 'integer' },
    { name: 'active', label: 'Active', type: 'boolean' },
  ];
  await post('content-types', { name: 'Keeper', settings: { kind: 'data', plural: 'Keepers' }, fieldsSchema });
  await post('content-types', { name: 'Notice', settings: { kind: 'single' } });
  for (const [title, role] of [
    ['Ada', 'Warden'],
    ['Berta', 'Guide'],
  ] as const)
    await post('pages', { type: 'keeper', title, status: 'published', fields: { role, since: 2020 } });
}

const publicOf = async ({ page, site }: Visit): Promise<readonly object[]> =>
  (await (await page.request.get(`${site.url}/api/content/pages?type=keeper&sort=title:asc`)).json()).data.map(
    ({ title, fields }: { title: string; fields: { role: string } }) => `${title} ${fields.role}`,
  );

await describeInBrowser('a table of records', (visit) => {
  it('is edited by keyboard as drafts, and publishes them at once', async () => {
    const at = await visit();
    const { page, go } = at;
    await fill(at);
    await go('/pages');
    await page.getByRole('navigation').getByRole('link', { name: 'Keepers' }).click();
    const table = page.getByRole('table', { name: 'Keepers, edited as a table' });
    await table.getByRole('button', { name: 'Role: Warden' }).press('ArrowDown');
    await expect
      .poll(() => table.getByRole('button', { name: 'Role: Guide' }).and(page.locator(':focus')).count())
      .toBe(1);
    await page.keyboard.press('Enter');
    const role = table.getByRole('textbox', { name: 'Role' });
    await role.fill('Ferry keeper');
    await page.keyboard.press('Escape');
    await table.getByRole('button', { name: 'Role: Ferry keeper' }).waitFor();
    await table.getByRole('button', { name: 'Title: Ada' }).click();
    await table.getByRole('textbox', { name: 'Title' }).fill('Ada L.');
    expect(await publicOf(at)).toEqual(['Ada Warden', 'Berta Guide']);
    expect((await axe(page, 'light').analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual(
      [],
    );
    await page.getByRole('textbox', { name: 'Title of a new Keeper' }).fill('Clara');
    await page.keyboard.press('Enter');
    await table.getByRole('textbox', { name: 'Role' }).fill('Cook');
    await page.getByRole('button', { name: /^Publish/ }).click();
    const panel = page.getByRole('dialog', { name: 'Publish' });
    await panel.getByText('3 records will be different for visitors:').waitFor();
    await panel.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('3 records published').waitFor();
    expect(await publicOf(at)).toEqual(['Ada L. Warden', 'Berta Ferry keeper', 'Clara Cook']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    expect(await publicOf(at)).toEqual(['Ada Warden', 'Berta Guide']);
  });

  it('leaves lists of pages alone, and a single page opens from the navigation', async () => {
    const at = await visit();
    const { page, go } = at;
    await fill(at);
    await go('/pages?search=berta');
    await page.getByText('No pages match').waitFor();
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: 'Notice' }).click();
    await page.getByRole('heading', { name: 'New page' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Address' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Title' }).fill('Closed on Monday');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('notice');
    await navigation.getByRole('link', { name: 'Home' }).click();
    await navigation.getByRole('link', { name: 'Notice' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Closed on Monday');
  });
});
