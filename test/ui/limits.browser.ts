import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('limits of fields', (visit) => {
  it('are told beforehand, and what is wrong stands at its field once it is left, in words', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const fieldsSchema = [
      { name: 'short', type: 'text', min: 2, max: 5 },
      { name: 'seats', type: 'integer', min: 1, max: 9 },
      { name: 'time', type: 'text', pattern: '^\\d\\d:\\d\\d$', patternHelp: 'A time such as 20:30.' },
      { name: 'mail', type: 'email' },
    ];
    const type = { name: 'Bounded', slug: 'bounded', fieldsSchema };
    expect((await page.request.post(`${site.url}/api/admin/content-types`, { headers, data: type })).status()).toBe(
      201,
    );
    const made = { title: 'Bounds', type: 'bounded', status: 'draft' };
    const { data } = await (await page.request.post(`${site.url}/api/admin/pages`, { headers, data: made })).json();
    await go(`/pages/${data.id}`);
    await page.getByText('2 to 5 characters.').waitFor();
    await page.getByText('1 to 9.', { exact: true }).waitFor();
    await page.getByText('A time such as 20:30.').waitFor();
    await page.getByLabel('Short').fill('Far too long');
    await page.getByLabel('Time').fill('8pm');
    await page.getByLabel('Mail').fill('nobody');
    await page.getByLabel('Seats').fill('12');
    await page.getByLabel('Short').focus();
    const problemOf = (label: string) =>
      page.getByLabel(label).evaluate((input) => {
        const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids
          .filter((id: string) => id.endsWith('-error'))
          .map((id: string) => input.ownerDocument.getElementById(id)?.textContent);
      });
    await expect.poll(() => problemOf('Short')).toEqual(['2 to 5 characters.']);
    await expect.poll(() => problemOf('Seats')).toEqual(['1 to 9.']);
    await expect.poll(() => problemOf('Time')).toEqual(['A time such as 20:30.']);
    await expect.poll(() => problemOf('Mail')).toEqual(['Must be an e-mail address.']);
    expect(await page.getByText('\\d').count()).toBe(0);
    // A draft takes all of it.
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /\/api\/admin\/pages\/\d+$/.test(response.url()),
    );
    await page.keyboard.press('ControlOrMeta+s');
    expect((await saved).status()).toBe(200);
    expect(await page.getByLabel('Short').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
    await page.reload();
    expect(await page.getByLabel('Time').inputValue()).toBe('8pm');
    await page.getByLabel('Mail').fill('a@example.org');
    await page.getByLabel('Mail').blur();
    await expect.poll(() => problemOf('Mail')).toEqual([]);
  });
});
