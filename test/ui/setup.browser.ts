import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, type OpenVisit, type Visit } from './inBrowser.ts';

const PASSWORD = 'correct horse battery';

/** A site on which nobody has an account yet, and the link that its start has printed. */
async function openNew(open: OpenVisit): Promise<Visit & { readonly link: string }> {
  const env = { PRIVATE_DIR: 'private-new', QUIRE_ADMIN_EMAIL: '', QUIRE_ADMIN_PASSWORD: '' };
  const visit = await open({ isAnonymous: true, env });
  await expect.poll(() => visit.site.said()).toMatch(/\/admin\/setup#/);
  const [, link = ''] = /\/admin(\/setup#\S+)/.exec(visit.site.said()) ?? [];
  return { ...visit, link };
}

/** The same, with the link opened. */
async function visitNew(open: OpenVisit): Promise<Visit> {
  const visit = await openNew(open);
  await visit.go(visit.link);
  return visit;
}

const make = (page: Page) => page.getByRole('button', { name: 'Create' });

async function fill(page: Page, password: string): Promise<void> {
  await page.getByLabel('Your name').fill('Grace');
  await page.getByLabel('E-mail').fill('grace@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
}

await describeInBrowser('a new site', (visit) => {
  it('gets its first admin by the link that its start prints, who is logged in then', async () => {
    const { page, go } = await visitNew(visit);
    await fill(page, 'short');
    await make(page).click();
    await page
      .getByText(/at least/)
      .last()
      .waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await make(page).click();
    await page.getByRole('button', { name: /^Your account.*Grace/ }).waitFor();
    // The link is spent.
    await go('/setup#spent');
    await page.waitForURL(/\/admin\/?$/);
  });

  it('takes the code from the printed link when that is opened in the tab that asks for it', async () => {
    const { page, go, link } = await openNew(visit);
    await go('');
    const code = page.getByLabel('Set-up code');
    await code.waitFor();
    await go(link);
    const [, token = ''] = link.split('#');
    await expect.poll(() => code.inputValue()).toBe(token);
    await fill(page, PASSWORD);
    await make(page).click();
    await page.getByRole('button', { name: /^Your account.*Grace/ }).waitFor();
  });

  it('shows the code after a refusal, so that it can be mended', async () => {
    const { page, go, link } = await openNew(visit);
    await go('/setup#wrong');
    await fill(page, PASSWORD);
    await make(page).click();
    const code = page.getByLabel('Set-up code');
    await expect.poll(() => code.inputValue()).toBe('wrong');
    await code.fill(link.split('#')[1] ?? '');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await make(page).click();
    await page.getByRole('button', { name: /^Your account.*Grace/ }).waitFor();
  });

  it('asks for the log-in where only that failed', async () => {
    const { page } = await visitNew(visit);
    await page.route('**/auth/login', (route) => route.abort());
    await fill(page, PASSWORD);
    await make(page).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await page.unroute('**/auth/login');
    await page.getByLabel('E-mail').fill('grace@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('button', { name: /^Your account.*Grace/ }).waitFor();
  });
});
