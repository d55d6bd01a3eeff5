import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

/** A day of the month after the next, which is to come whenever this is played. */
const now = new Date();
const dayOf = (day: number): Date => new Date(now.getFullYear(), now.getMonth() + 2, day, 10);
const nameOf = (day: number): string =>
  [dayOf(day).getFullYear(), dayOf(day).getMonth() + 1, day].map((part) => String(part).padStart(2, '0')).join('-');
const MONTH = nameOf(1);

/** Asks the server as whoever is logged in. */
const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body, change]) => {
      const headers = { 'Content-Type': 'application/json', ...(change && { 'Quire-Change': change }) };
      const answer = await fetch(`/api/admin${path}`, { method: method!, headers, ...(body && { body }) });
      return (await answer.json()) as {
        data: { scheduledAt: string | null; unpublishAt: string | null; name: string };
      };
    },
    [method, path, body ? JSON.stringify(body) : '', path.startsWith('/pages/17?') ? 'spring' : ''],
  );

/** A change that goes live on the 10th, and a page that goes offline on the 12th. */
async function plan(page: Page): Promise<void> {
  await ask(page, 'POST', '/changes', { title: 'Spring' });
  await ask(page, 'PUT', '/pages/17?', { title: 'Dawn watch in spring' });
  await ask(page, 'POST', '/changes/spring/publish', { scheduledAt: dayOf(10).toISOString() });
  await ask(page, 'PUT', '/pages/17', { unpublishAt: dayOf(12).toISOString() });
}

const cell = (page: Page, day: number) => page.locator(`[data-date="${nameOf(day)}"]`);
const timeOf = async (page: Page): Promise<string | null> =>
  (await ask(page, 'GET', '/changes/spring')).data.scheduledAt;

async function drag(page: Page, title: string, day: number): Promise<void> {
  await page.locator('a, [role="button"]', { hasText: title }).first().hover();
  await page.mouse.down();
  const box = (await cell(page, day).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
}

await describeInBrowser('the calendar', (visit) => {
  it('moves what is planned by dragging it, asks where a live page is concerned, and takes it back', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 1000 } });
    await go('/');
    await plan(page);
    await go(`/calendar?view=month&day=${MONTH}`);
    await page.getByRole('heading', { name: 'Calendar' }).waitFor();
    await cell(page, 10).getByText('Spring').waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const { violations } = await axe(page, scheme).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/month-${scheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await drag(page, 'Spring', 20);
    await page.getByText('“Spring” is now planned for').waitFor();
    expect(await timeOf(page)).toBe(dayOf(20).toISOString());
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('“Spring” is planned as before.').waitFor();
    expect(await timeOf(page)).toBe(dayOf(10).toISOString());

    await drag(page, 'Dawn watch', 22);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await ask(page, 'GET', '/pages/17')).data.unpublishAt).toBe(dayOf(12).toISOString());
    await drag(page, 'Dawn watch', 22);
    await page.getByRole('dialog').getByRole('button', { name: 'Change the time' }).click();
    await page.getByText(/is now planned for/).waitFor();
    expect((await ask(page, 'GET', '/pages/17')).data.unpublishAt).toBe(dayOf(22).toISOString());
  });

  it('is a list for the keyboard and on a phone, with everything that can be done', async () => {
    const { page, go } = await visit({ viewport: { width: 390, height: 844 } });
    await go('/');
    await plan(page);
    await go(`/calendar?day=${MONTH}`);
    await page.getByRole('link', { name: 'Spring' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const { violations } = await axe(page, 'light').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/phone.png` });
    await page.getByRole('button', { name: 'Move “Spring”' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('When').fill(`${nameOf(15)}T09:30`);
    await page.keyboard.press('Enter');
    await page.getByText('“Spring” is now planned for').waitFor();
    expect(Date.parse((await timeOf(page))!)).toBe(Date.parse(`${nameOf(15)}T09:30`));
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByText('Nothing goes live or offline in this time.').waitFor();
  });

  it('leads to the site on a day: what visitors will read then, what differs, and what is left out', async () => {
    const { site, page, go } = await visit();
    const headers = { origin: site.url };
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const { data } = await (
      await page.request.get(`${site.url}/api/admin/pages?search=About&status=published&limit=1`)
    ).json();
    for (const title of ['First', 'Second']) {
      const made = await page.request.post(`${site.url}/api/admin/changes`, { data: { title }, headers });
      const { name } = (await made.json()).data;
      await page.request.put(`${site.url}/api/admin/pages/${data[0].id}`, {
        data: { title: `${title} of all` },
        headers: { ...headers, 'Quire-Change': name },
      });
      const body = { scheduledAt: at.replace(/\d\dZ$/, title === 'First' ? '00Z' : '01Z') };
      await page.request.post(`${site.url}/api/admin/changes/${name}/publish`, { data: body, headers });
    }
    await go('/calendar?view=list');
    await page
      .getByRole('link', { name: /^See the site then/ })
      .last()
      .click();
    await page.getByRole('heading', { name: 'The site on a day' }).waitFor();
    await page.getByText('One page is different from now.').waitFor();
    await page.getByRole('link', { name: 'Second', exact: true }).waitFor();
    await page.getByText('What differs from now').click();
    await page.getByRole('button', { name: 'First of all' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'First of all' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await axe(page, 'light').analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
