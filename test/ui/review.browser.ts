import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';
import { ADA, type RunningSite } from './openSite.ts';

const LAWYERS = { key: 'lawyers', name: 'Lawyers', extends: 'viewer', allow: [{ do: ['review'] }] };
const LENA = { email: 'lena@example.org', name: 'Lena', password: ADA.password, role: 'lawyers' };

async function send(page: Page, { url }: RunningSite, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${url}/api/admin/${path}`, { data, headers: { origin: url } });
  expect([path, answer.ok()]).toEqual([path, true]);
}

const findProblems = async (page: Page) => (await axe(page, 'light').analyze()).violations.map(({ id }) => id);

await describeInBrowser('a review', (visit) => {
  it('is asked for where one publishes, given, outdated by an edit, and given again', async () => {
    const { site, page, go } = await visit();
    await send(page, site, 'roles', LAWYERS);
    await send(page, site, 'users', LENA);
    await go('/review-rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const rule = page.getByRole('region', { name: 'Rule 1' });
    await rule.getByLabel('Who may approve').click();
    await page.getByRole('option', { name: 'Lawyers' }).click();
    await page.keyboard.press('Escape');
    expect(await findProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Rules saved').waitFor();

    const { data } = await (await page.request.get(`${site.url}/api/admin/pages?search=About&limit=1`)).json();
    await go(`/pages/${data[0].id}`);
    const title = page.getByLabel('Title', { exact: true });
    const before = await title.inputValue();
    await title.fill(`${before} the tower`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Publish' });
    await panel.getByText('This must be approved before visitors see it.').waitFor();
    await panel.getByRole('button', { name: 'Ask for a review' }).click();
    await page.getByText('Your request is on its way').waitFor();

    const lena = await visit({ site, isAnonymous: true });
    await send(lena.page, site, 'auth/login', { ...LENA, cookie: true });
    await lena.go('/inbox');
    await lena.page.getByText(/ada asks you to review/).click();
    const review = lena.page.getByRole('region', { name: 'Review' });
    await review.getByText('In review').waitFor();
    expect(await findProblems(lena.page)).toEqual([]);
    await review.getByRole('button', { name: 'Approve' }).click();
    await review.getByText('Approved', { exact: true }).waitFor();

    await title.fill(`${before} the old tower`);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await review.getByText('edited since').waitFor();
    await review.getByText('One value differs since you approved this').waitFor();
    await review.getByText('old').first().waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await panel.getByText('This is being reviewed.').waitFor();
    await page.keyboard.press('Escape');
    await review.getByRole('button', { name: 'Approve again' }).click();
    await review.getByText('Approved', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await panel.getByRole('button', { name: 'Publish now' }).click();
    const readTitle = async () =>
      (await (await page.request.get(`${site.url}/api/admin/pages/${data[0].id}`)).json()).data.title;
    await expect.poll(readTitle).toBe(`${before} the old tower`);
  });

  it('is asked for of a page that nobody can read yet, and sent back with a reason', async () => {
    const { site, page, go } = await visit();
    const answer = await page.request.put(`${site.url}/api/admin/review`, {
      data: { rules: [{ on: ['page'], needs: 1 }], adminsExempt: false },
      headers: { origin: site.url },
    });
    expect(answer.ok()).toBe(true);
    const { data } = await (await page.request.get(`${site.url}/api/admin/pages?status=draft&limit=1`)).json();
    await go(`/pages/${data[0].id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Publish' });
    await panel.getByRole('button', { name: 'Ask for a review' }).click();
    await page.getByText('Your request is on its way').waitFor();
    await go('/changes');
    const { data: changes } = await (await page.request.get(`${site.url}/api/admin/changes?limit=1`)).json();
    await go(`/changes/${changes[0].name}`);
    const review = page.getByRole('region', { name: 'Review' });
    await review.getByRole('button', { name: 'Send back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send back' });
    await dialog.getByLabel('What should be different').fill('Too long');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await review.getByText('Too long').waitFor();
    await review.getByText('Not in review').waitFor();
  });

  it('is asked for of what would be offline or deleted at once, in a change', async () => {
    const { site, page, go } = await visit();
    const answer = await page.request.put(`${site.url}/api/admin/review`, {
      data: { rules: [{ on: ['page', 'menu'], needs: 1 }], adminsExempt: false },
      headers: { origin: site.url },
    });
    expect(answer.ok()).toBe(true);
    const read = async (path: string) => (await (await page.request.get(`${site.url}/api/admin/${path}`)).json()).data;
    const [live] = await read('pages?search=About&status=published&limit=1');
    await go(`/pages/${live.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Take offline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take offline' }).click();
    const dialog = page.getByRole('dialog', { name: 'This must be approved first' });
    await dialog.getByText(`“${live.title}”`).waitFor();
    expect(await findProblems(page)).toEqual([]);
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/first.png` });
    await dialog.getByLabel('What they should know').fill('Out of date');
    await dialog.getByRole('button', { name: 'Ask for a review' }).click();
    await page.getByText('Saved in this change. It is not live.').waitFor();
    const [change] = await read('changes?state=inReview');
    expect([change.title, change.records.map(({ id }: { id: number }) => id)]).toEqual([live.title, [live.id]]);
    expect((await read(`pages/${live.id}`)).status).toBe('published');
    expect((await read(`changes/${change.name}/review`)).asked.note).toBe('Out of date');
  });
});
