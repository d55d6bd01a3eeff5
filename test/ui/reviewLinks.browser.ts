import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, type Visit } from './inBrowser.ts';

const axe = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id);

async function makeChange({ context, site }: Visit): Promise<void> {
  for (const [method, path, data, change] of [
    ['POST', '/changes', { title: 'Summer' }, ''],
    ['PUT', '/pages/17', { title: 'Summer watch', fields: { summary: 'An hour before sunset.' } }, 'summer'],
  ] as const) {
    const headers = { 'sec-fetch-site': 'same-origin', ...(change && { 'Quire-Change': change }) };
    const answer = await context.request.fetch(`${site.url}/api/admin${path}`, { method, data, headers });
    expect(answer.ok()).toBe(true);
  }
}

await describeInBrowser('a reviewer without an account', (visit) => {
  it('reads a change by a link, comments on it and says yes, which its people see, until the link is ended', async () => {
    const ada = await visit();
    await makeChange(ada);
    await ada.go('/changes/summer');
    const panel = ada.page.getByRole('region', { name: 'Reviewers without an account' });
    await panel.getByRole('button', { name: 'New link' }).click();
    await panel.getByLabel('For whom').fill('The lawyer');
    await panel.getByRole('button', { name: 'Make the link' }).click();
    const url = (await ada.page.getByTestId('secret').textContent()) ?? '';
    await ada.page.getByRole('button', { name: 'I have saved it' }).click();

    const { page, context, site } = await visit({
      ...{ site: ada.site, isAnonymous: true, colorScheme: 'dark' },
      viewport: { width: 390, height: 844 },
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site.url}/admin/review#${url.split('#')[1]}`);
    await page.getByRole('heading', { name: 'Summer', exact: true }).waitFor();
    const record = page.getByRole('article', { name: 'Summer watch' });
    await record.getByText('sunset').waitFor();
    await record.getByRole('button', { name: 'Preview' }).click();
    const heading = `document.querySelector('iframe')?.contentDocument?.querySelector('h1')?.textContent`;
    await expect.poll(() => page.evaluate(heading)).toBe('Summer watch');
    await record.getByRole('button', { name: 'Hide the preview' }).click();
    expect(await axe(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Yes', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Your name').fill('Jo Law');
    await record.getByRole('textbox', { name: 'Comment' }).fill('Is it not earlier?');
    await record.getByRole('button', { name: 'Send' }).click();
    await record.getByText('Jo Law').waitFor();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.getByText('Yes, this can be published.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    // Nothing but the interface's own files and what the link opens was asked for, and the link itself never.
    const api = asked.filter((one) => one.includes('/api/')).map((one) => new URL(one).pathname);
    expect([...new Set(api)].filter((path) => !/^\/api\/(?:admin\/review-links|content\/media)\//.test(path))).toEqual(
      [],
    );
    expect(asked.filter((one) => one.includes('rvw_') && !one.includes('#'))).toEqual([]);
    expect(await context.cookies()).toEqual([]);

    await panel.getByText('Yes, this can be published.').waitFor();
    expect(await axe(ada.page)).toEqual([]);
    await panel.getByRole('button', { name: 'End: The lawyer' }).click();
    await panel.getByText('Ended').waitFor();
    await page.reload();
    await page.getByText('This link shows nothing any more.').waitFor();
  });
});
