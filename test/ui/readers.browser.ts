import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { ADA, type RunningSite } from './openSite.ts';

/** May read and write log entries alone, and nothing that belongs to them. */
const ROLE = {
  ...{ key: 'writers', name: 'Writers', extends: 'none' },
  allow: [{ do: ['read', 'update'], types: ['article'] }],
};
const PERSON = { email: 'writers@example.org', name: 'Writers', password: ADA.password };

const SCREENS = ['/', '/pages', '/blocks', '/changes', '/media', '/menus', '/taxonomies'];
const OTHERS = ['/redirects', '/settings', '/types', '/activity'];

async function send(page: Page, { url }: RunningSite, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${url}/api/admin/${path}`, { data, headers: { origin: url } });
  expect([path, answer.ok()]).toEqual([path, true]);
}

/** The pages that somebody can list. */
async function listPages(
  page: Page,
  { url }: RunningSite,
): Promise<readonly { readonly id: number; readonly title: string }[]> {
  const answer = await page.request.get(`${url}/api/admin/pages?limit=100`);
  return (await answer.json()).data;
}

await describeInBrowser('who may not read everything', (visit) => {
  it('finds every screen, with what there is, and edits it', async () => {
    const { site, page: admins } = await visit();
    await send(admins, site, 'roles', ROLE);
    await send(admins, site, 'users', { ...PERSON, role: ROLE.key });
    const { page, go } = await visit({ site, isAnonymous: true });
    await send(page, site, 'auth/login', { ...PERSON, cookie: true });
    const seen = await listPages(page, site);
    const hidden = (await listPages(admins, site)).filter(({ id }) => !seen.some((one) => one.id === id)).at(-1);
    expect([seen.length > 3, hidden?.title]).toEqual([true, expect.any(String)]);
    for (const path of [...SCREENS, ...OTHERS, `/pages/${seen[0]!.id}/history`]) {
      await go(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const text = (await page.locator('main').textContent()) ?? '';
      expect([path, /went wrong|could not be|cannot be|not found/i.test(text)]).toEqual([path, false]);
      expect([path, text.includes(hidden!.title)]).toEqual([path, false]);
    }
    await go(`/pages/${seen[0]!.id}`);
    const summary = page.getByLabel('Summary');
    await summary.fill('Edited by somebody who sees no more than this.');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText(/saved/i).first().waitFor();
    await page.reload();
    await expect.poll(() => summary.inputValue()).toContain('no more than this');
  });
});
