import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  issuerOf,
  listenForProvider,
  startProvider,
  type TestPerson,
} from '../auth/provider/testProvider.ts';
import { until } from '../http/makeServer.ts';
import { openMailbox } from '../mail/openMailbox.ts';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';
import { ADA, openSite } from './openSite.ts';

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

/** A provider, and how a site is told of it. Browsers make passkeys for `localhost` alone. */
async function openAcme(more: Readonly<Record<string, string>>) {
  const server = await listenForProvider();
  const port = await findPort();
  const siteUrl = `http://localhost:${port}`;
  const acme = startProvider(server, siteUrl, { siteUrl, asks: true });
  onTestFinished(acme.close);
  const env = {
    ...{ PORT: String(port), SITE_URL: siteUrl, OIDC_ISSUER: issuerOf(server), OIDC_NAME: 'Acme' },
    ...{ OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    ...{ OIDC_ROLES: 'groups:web-editors=editor', ...more },
  };
  return { acme, siteUrl, env };
}

await describeInBrowser("the organisation's sign-in", (visit) => {
  it('SEC-45 lets somebody in, out when the provider takes the role away, and in again beside what is open', async () => {
    const { acme, siteUrl, env } = await openAcme({ OIDC_DOMAINS: 'acme.example' });
    acme.person = GRACE;
    const { page, context } = await visit({ isAnonymous: true, env });

    await page.goto(`${siteUrl}/admin/pages/17`);
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

  it('SEC-47 is how the invited come in where nobody has a password, until the provider takes the role away', async () => {
    const box = await openMailbox({ whenDone: onTestFinished });
    const mail = { SMTP_URL: box.url, MAIL_FROM: 'cms@example.org', OIDC_ONLY: 'true' };
    const { acme, siteUrl, env } = await openAcme(mail);
    acme.person = { ...GRACE, email: 'grace@partner.example' };
    const site = await openSite({ env, whenDone: onTestFinished });
    // As `quire user break-glass` does.
    await site.kill();
    appendFileSync(join(site.contentDir, '../private/users/1.yaml'), 'breakGlass: true\n');
    await site.start();
    const admin = await visit({ site, isAnonymous: true });
    await admin.page.goto(`${siteUrl}/admin/people`);
    await admin.page.getByText('Use the emergency account').click();
    await admin.page.getByLabel('E-mail').fill(ADA.email);
    await admin.page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await admin.page.keyboard.press('Enter');
    await admin.page.getByText('Emergency account').waitFor();
    await admin.page.getByRole('button', { name: 'Invite' }).click();
    const drawer = admin.page.getByRole('dialog', { name: 'Invite someone' });
    await drawer.getByText('sign in with Acme').waitFor();
    await drawer.getByLabel('E-mail address').fill('grace@partner.example');
    await drawer.getByRole('button', { name: 'Invite', exact: true }).click();
    await until(() => box.mails.length === 1);
    expect(box.mails[0]!.text).toContain('Sign in with Acme, where this address is yours');

    const grace = await visit({ site, isAnonymous: true });
    const { page } = grace;
    const cdp = await grace.context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true },
      },
    });
    await page.goto(/http\S+\/admin\/account\/\S+/.exec(box.mails[0]!.text)![0]);
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.getByRole('link', { name: 'Log in as Grace' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.goto(`${siteUrl}/admin/profile`);
    await page.getByText('You sign in with Acme.').waitFor();
    await page.getByLabel('Name of the passkey').fill('This laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This laptop').waitFor();
    await page.goto(`${siteUrl}/admin/pages/17`);
    await page.getByLabel('Summary').fill('Typed by Grace');
    await page.getByRole('button', { name: 'Save draft' }).click();

    // The admin sees who comes by Acme, and lets go of her there: her session ends.
    await admin.page.reload();
    await admin.page.getByRole('link', { name: 'Grace' }).click();
    await admin.page.getByText('Signs in with Acme.').waitFor();
    expect((await axe(admin.page, 'light').analyze()).violations).toEqual([]);
    acme.person = { ...GRACE, email: 'grace@partner.example', groups: [] };
    await admin.page.getByRole('button', { name: 'Let go of the account there' }).click();
    const asked = admin.page.getByRole('dialog', { name: 'Let go of Grace at Acme?' });
    await asked.getByRole('button', { name: 'Let go of the account there' }).click();
    await admin.page.getByText('belongs to nobody at Acme now').waitFor();
    await page.getByLabel('Summary').fill('After that');
    await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    // Nor does the passkey open anything that the provider does not.
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    const opened = grace.context.waitForEvent('page');
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in with Acme' }).click();
    await (await opened).getByText('Your account at Acme gives you no role here.').waitFor();
  });
});
