import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
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

/** The session is older than a proof counts: the server says so once. */
const refuseOnce = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    (route) => {
      const error = { code: 'FORBIDDEN', message: 'Prove', reason: 'needsFreshProof', params: {} };
      return route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { errors: [error] } })
        : route.continue();
    },
    { times: 1 },
  );

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

    await page.getByRole('button', { name: 'Remove: Password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Password removed').waitFor();

    await context.clearCookies();
    await go('/profile');
    // The browser offers it by itself, and its authenticator agrees.
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Remove: This laptop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    };
    await remove();
    await page.getByText('It is your last way to sign in').waitFor();
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await page
      .getByText(/at least 8 characters/i)
      .last()
      .waitFor();
    await page.getByLabel('New password').fill('another long one');
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await page.getByRole('button', { name: 'Change the password' }).waitFor();
    await remove();
    await page.getByRole('button', { name: 'Remove: This laptop' }).waitFor({ state: 'detached' });
  });

  it('is a code after the password, once an app is set up', async () => {
    const { page, go, context, site } = await visit({ isAnonymous: true });
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

    // A dangerous step asks for the app in place; the password alone does not do.
    await page.getByPlaceholder('What it is for').fill('Robot');
    await refuseOnce(page, `${site.url}/api/admin/auth/keys`);
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it you?' });
    await dialog.getByLabel('Code').fill(codes[1] ?? '');
    expect(await dialog.getByLabel('Password', { exact: true }).count()).toBe(0);
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Delete: Robot' }).waitFor();
    // Its code was used up.
    await page.reload();
    await page.getByText('8 recovery codes are left').waitFor();
  });

  it('is one more step for who lacks what the role requires, before anything else', async () => {
    const { page, go, site } = await visit({ isAnonymous: true });
    const ask = (method: string, path: string, body: object) =>
      fetch(`${site.url}/api/admin${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: site.session },
        body: JSON.stringify(body),
      });
    const eve = { name: 'Eve', email: 'eve@example.org', password: 'a long password' };
    expect((await ask('POST', '/users', eve)).status).toBe(201);
    await ask('PUT', '/auth/requirements', { required: { editor: 'secondFactor' } });
    await go('/pages');
    await page.getByLabel('E-mail').fill(eve.email);
    await page.getByLabel('Password', { exact: true }).fill(eve.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await go('/pages');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByAltText('QR code for your authenticator app').waitFor();
    const secret = (await page.locator('pre').first().textContent()) ?? '';
    await page.getByLabel('Code').fill(generateSync({ secret }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByTestId('secret').waitFor();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('is asked for in place where a step needs it, and the form stays', async () => {
    const { page, go, site } = await visit();
    await go('/people?open=new');
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('E-mail').fill('grace@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a long password');
    await refuseOnce(page, `${site.url}/api/admin/users`);
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
