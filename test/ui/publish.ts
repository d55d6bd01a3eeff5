import type { Page } from 'playwright-core';

/** Publishes what is changed in the form of a page; done when the server has it, whatever has been said before. */
export async function publish(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && response.url().includes('/api/admin/pages/') && response.ok(),
  );
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await saved;
  await page.getByText('Published. Everybody can read it now.').last().waitFor();
}
