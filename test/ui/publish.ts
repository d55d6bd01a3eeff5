import type { Page } from 'playwright-core';

/** Publishes what the form of a page shows; done when the server has it, whatever has been said before. */
export async function publish(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      ['PUT', 'POST'].includes(response.request().method()) &&
      /\/api\/admin\/pages\/\d+(?:\/draft\/publish)?$/.test(response.url()) &&
      response.ok(),
  );
  await askToPublish(page);
  await saved;
  await page.getByText('Published. Everybody can read it now.').last().waitFor();
}

/** Presses what publishes the form of a page, whatever comes of it. */
export async function askToPublish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
}
