import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

/** Who takes messages: the first is refused, the others are taken. */
async function openReceiver() {
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(String(request.headers['webhook-id']));
    request.resume().once('end', () => {
      response.writeHead(got.length === 1 ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address with one.
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

await describeInBrowser('the screens of access', (visit) => {
  it('shows a key this once, and lists what has been done', async () => {
    const { page, go, site } = await visit();
    await go('/keys?open=new');
    const drawer = page.getByRole('dialog', { name: 'New key' });
    await drawer.getByLabel('Name', { exact: true }).fill('Front end');
    await drawer.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByRole('dialog', { name: 'The key for “Front end”' });
    const key = (await secret.getByTestId('secret').textContent()) ?? '';
    expect(key).toMatch(/^sk_/);
    const read = await page.request.get(`${site.url}/api/admin/pages`, { headers: { 'x-api-key': key } });
    expect(read.status()).toBe(200);
    await drawer.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await secret.waitFor();
    await secret.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'Front end' }).click();
    await expect.poll(() => page.getByText(key).count()).toBe(0);
    await go('/activity?action=apiKey');
    await page
      .getByRole('row', { name: /Key “Front end” created/ })
      .getByText('ada')
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  it('shows the new name of somebody who has changed their own', async () => {
    const { page, go } = await visit();
    await go('/people?open=1');
    const drawer = page.getByRole('dialog', { name: 'ada' });
    await drawer.getByLabel('Name').fill('Ada Lovelace');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Ada Lovelace/ }).waitFor();
  });

  it('sends a webhook a test, shows what it answers, and sends it again', async () => {
    const { page, go } = await visit({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const receiver = await openReceiver();
    await go('/webhooks?open=new');
    const drawer = page.getByRole('dialog', { name: 'New webhook' });
    await drawer.getByLabel('Address').fill(receiver.url);
    await drawer.getByLabel('Name', { exact: true }).fill('Builder');
    await drawer.getByText('Selected events').click();
    await drawer.getByLabel('A page is published').check();
    await drawer.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' });
    await expect.poll(() => secret.getByTestId('secret').textContent()).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('link', { name: 'Builder' }).click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByRole('button', { name: 'Send a test' }).click();
    await messages.getByRole('button', { expanded: false }).first().click();
    await messages.getByText(/answered 500/).waitFor();
    await messages.getByRole('button', { name: 'Send again' }).click();
    await messages.getByText('Delivered').first().waitFor();
    expect(receiver.got.length).toBeGreaterThan(1);
  });
});
