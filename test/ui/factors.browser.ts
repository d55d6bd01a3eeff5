import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { generateSync } from 'otplib';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';
import { ADA } from './openSite.ts';

/** Browsers make passkeys for `localhost` and its port alone, so the site must know its address before it starts. */
async function localAddress(): Promise<{ readonly PORT: string; readonly SITE_URL: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const PORT = String((server.address() as AddressInfo).port);
  server.close();
  await once(server, 'close');
  return { PORT, SITE_URL: `http://localhost:${PORT}` };
}

await describeInBrowser('what one signs in with', (visit) => {
  it('is a passkey, which signs in without a password and proves who is there', async () => {
    const env = await localAddress();
    const { page, context } = await visit({ isAnonymous: true, env });
    const go = (path: string) => page.goto(`${env.SITE_URL}/admin${path}`);
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true },
      },
    });
    await go('/profile');
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByLabel('Password', { exact: true }).fill(ADA.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of the passkey').fill('This laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This laptop').waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);

    await context.clearCookies();
    await go('/profile');
    // The browser offers it by itself, and its authenticator agrees.
    await page.getByRole('button', { name: 'Remove: This laptop' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove: This laptop' }).waitFor({ state: 'detached' });
  });

  it('is a code after the password, once an app is set up', async () => {
    const { page, go, context } = await visit({ isAnonymous: true });
    const logIn = async (): Promise<void> => {
      await page.getByLabel('E-mail').fill(ADA.email);
      await page.getByLabel('Password', { exact: true }).fill(ADA.password);
      await page.keyboard.press('Enter');
    };
    await go('/profile');
    await logIn();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByAltText('QR code for your authenticator app').waitFor();
    const secret = (await page.locator('pre').first().textContent()) ?? '';
    await page.getByLabel('Code').fill(generateSync({ secret }));
    await page.getByRole('button', { name: 'Continue' }).click();
    const codes = ((await page.getByTestId('secret').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByText('10 recovery codes are left').waitFor();

    await context.clearCookies();
    await go('/profile');
    await logIn();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('The code is wrong').waitFor();
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('9 recovery codes are left').waitFor();
  });

  it('is asked for in place where a step needs it, and the form stays', async () => {
    const { page, go, site } = await visit();
    await go('/people?open=new');
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('E-mail').fill('grace@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a long password');
    // The session is older than a proof counts: the server says so once.
    const error = { code: 'FORBIDDEN', message: 'Prove', reason: 'needsFreshProof', params: {} };
    await page.route(
      `${site.url}/api/admin/users`,
      (route) => route.fulfill({ status: 403, json: { errors: [error] } }),
      { times: 1 },
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('The password is wrong').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(ADA.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('cell', { name: 'grace@example.org' })
      .or(page.getByText('grace@example.org'))
      .first()
      .waitFor();
  });
});
