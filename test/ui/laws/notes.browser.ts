import { expect, it } from 'vitest';
import { describeInBrowser } from '../inBrowser.ts';

await describeInBrowser('law 9: notes are true and leave', (visit) => {
  it('that the server is away goes as soon as it answers again', async () => {
    const { page, go, site } = await visit();
    await go('/menus');
    const grip = page.getByRole('button', { name: 'Move “Birds”' });
    await grip.waitFor();
    await site.kill();
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    const trouble = page.getByText('Quire cannot be reached.');
    await trouble.waitFor();
    await site.start();
    await page.getByRole('link', { name: 'Redirects' }).click();
    await page.getByRole('heading', { name: 'Redirects' }).waitFor();
    await expect.poll(() => trouble.count()).toBe(0);
  });

  it('none covers a button of a form, on a phone and beside a panel that opens', async () => {
    const { page, go } = await visit({ viewport: { width: 390, height: 800 } });
    await go('/blocks?open=4');
    const drawer = page.getByRole('dialog', { name: "The keeper's rule" });
    await drawer.getByLabel('Text').fill('Typed');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    await drawer.getByLabel('Text').fill('Typed again');
    for (const name of ['Delete', 'Discard draft', 'Save draft', 'Publish', 'Close'])
      await drawer.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 3000 });
    await drawer.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click({ timeout: 3000 });
    await page.getByText(/^Published\./).waitFor();
    await drawer.getByRole('button', { name: 'Delete', exact: true }).click({ trial: true, timeout: 3000 });

    await go('/pages/17');
    await page.getByLabel('Title', { exact: true }).fill('Typed on a phone');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Typed on a phone again');
    for (const name of ['Save draft', 'Publish'])
      await page.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 3000 });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click({ timeout: 3000 });
    await page.getByText('Published. Everybody can read it now.').waitFor();
  });
});
