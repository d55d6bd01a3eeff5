import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { ADA } from './openSite.ts';

const DAWN_WATCH = '/pages/17';

await describeInBrowser('a session', (visit) => {
  it('that has ended is begun again by the password, also where the log-in screen came first', async () => {
    const { page, go, context } = await visit({ isAnonymous: true });
    await go(DAWN_WATCH);
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Summary').fill('Still here');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Still here');
  });

  it('ends only when what was typed is a draft', async () => {
    const { page, go, site } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('Typed just before');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expect.poll(async () => (await page.request.get(`${site.url}/api/admin/auth/me`)).status()).toBe(401);
    const again = await visit({ site, isAnonymous: true });
    await again.page.request.post(`${site.url}/api/admin/auth/login`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { email: ADA.email, password: ADA.password, cookie: true },
    });
    await again.go(DAWN_WATCH);
    await expect.poll(() => again.page.getByLabel('Summary').inputValue()).toBe('Typed just before');
    await again.page.getByText(/draft by ada/).waitFor();
  });

  it('begins with what is live for whoever logs in next, also where nobody has logged out', async () => {
    const { page, go, follow, site, context } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const bo = { name: 'Bo', email: 'bo@example.org', password: 'wrong horse', role: 'editor' };
    expect((await page.request.post(`${site.url}/api/admin/users`, { headers, data: bo })).status()).toBe(201);
    await go('/changes');
    await page.getByRole('button', { name: 'New change' }).click();
    await page.getByLabel('What it is about').fill('Of Ada');
    await page.getByRole('button', { name: 'Start' }).click();
    const banner = page.getByText('You are working on the change “Of Ada”');
    await banner.first().waitFor();
    await follow('/');
    await banner.first().waitFor();

    await context.clearCookies();
    await page.reload();
    await page.getByLabel('E-mail').fill(bo.email);
    await page.getByLabel('Password', { exact: true }).fill(bo.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  });

  it('keeps unsaved work for who has typed it: whoever logs in next in the same browser is not shown it', async () => {
    const { page, go, site, context } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const bo = { name: 'Bo', email: 'bo@example.org', password: 'wrong horse', role: 'editor' };
    expect((await page.request.post(`${site.url}/api/admin/users`, { headers, data: bo })).status()).toBe(201);
    await go(DAWN_WATCH);
    // A title is what a draft needs: without one it stays unfinished work.
    await page.getByLabel('Title', { exact: true }).fill('');
    await page.getByLabel('Summary').fill('Typed by Ada');
    await page.getByText('Kept', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Event', exact: true }).click();
    await page.getByRole('heading', { name: /^Event/, level: 1 }).waitFor();

    const logIn = async ({ email, password }: Pick<typeof bo, 'email' | 'password'>): Promise<void> => {
      await context.clearCookies();
      await go(DAWN_WATCH);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.getByLabel('Summary').waitFor();
    };
    await logIn(bo);
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toMatch(/^An hour before sunrise/);
    await logIn(ADA);
    await page.getByText('Your unsaved work is still here').waitFor();
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Typed by Ada');
  });
});
