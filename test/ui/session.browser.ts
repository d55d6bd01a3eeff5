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
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Summary').inputValue()).toBe('Still here');
  });

  it('does not end for who stays because of unsaved work', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('Not saved');
    await page.getByText('Not saved yet').waitFor();
    const logOut = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Your account/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
    };
    await logOut();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await page.request.get(new URL('/api/admin/auth/me', page.url()).href)).status()).toBe(200);
    expect(await page.getByLabel('Summary').inputValue()).toBe('Not saved');

    await logOut();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await expect
      .poll(async () => (await page.request.get(new URL('/api/admin/auth/me', page.url()).href)).status())
      .toBe(401);
  });
});
