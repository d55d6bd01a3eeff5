import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  issuerOf,
  listenForProvider,
  startProvider,
  type TestPerson,
} from '../auth/provider/testProvider.ts';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

/** A port that nobody listens on: Quire and the provider must know each other's address. */
async function findPort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const GRACE: TestPerson = {
  ...{ sub: 'grace', name: 'Grace', email: 'grace@acme.example', email_verified: true },
  groups: ['web-editors'],
};

await describeInBrowser("the organisation's sign-in", (visit) => {
  it('SEC-45 lets somebody in, out when the provider takes the role away, and in again beside what is open', async () => {
    const server = await listenForProvider();
    const port = await findPort();
    const siteUrl = `http://127.0.0.1:${port}`;
    const acme = startProvider(server, siteUrl, { siteUrl, asks: true });
    onTestFinished(acme.close);
    acme.person = GRACE;
    const { page, go, context } = await visit({
      isAnonymous: true,
      env: {
        ...{ PORT: String(port), SITE_URL: siteUrl, OIDC_ISSUER: issuerOf(server), OIDC_NAME: 'Acme' },
        ...{ OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
        ...{ OIDC_ROLES: 'groups:web-editors=editor', OIDC_DOMAINS: 'acme.example' },
      },
    });

    await go('/pages/17');
    await page.getByRole('link', { name: 'Sign in with Acme' }).waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.getByRole('link', { name: 'Log in as Grace' }).click();
    await page.getByLabel('Summary').fill('Typed by Grace');

    acme.person = { ...GRACE, groups: [] };
    await acme.logOut(GRACE, acme.sessions.at(-1));
    await page.getByRole('button', { name: 'Save draft' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'Sign in with Acme' }).click();
    const beside = await opened;
    // Acme knows her still: it asks nothing.
    await beside.getByText('Your account at Acme gives you no role here.').waitFor();
    expect((await axe(beside, 'light').analyze()).violations).toEqual([]);

    acme.person = GRACE;
    await beside.getByRole('link', { name: 'Sign in with Acme' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Typed by Grace');

    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('link', { name: 'Sign in with Acme' }).waitFor();
    expect(page.url()).toMatch(`${siteUrl}/admin/login`);
  });
});
