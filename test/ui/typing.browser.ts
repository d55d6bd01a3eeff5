import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { askToPublish } from './publish.ts';

const DAWN_WATCH = '/pages/17';

await describeInBrowser('typing', (visit) => {
  it('writes the year of a moment digit by digit', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    const begins = page.getByLabel('Begins');
    await begins.focus();
    // Day and month in the order of any country, the year, the hour and the minute.
    await page.keyboard.type('050520270500', { delay: 30 });
    await expect.poll(() => begins.inputValue()).toBe('2027-05-05T05:00');
  });

  it('saves by Ctrl+S from within a rich text, too', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await page.getByText('You need no knowledge and no binoculars').last().scrollIntoViewIfNeeded();
    await page.locator('[contenteditable=true]').first().click();
    await page.keyboard.type('Quite early. ');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
  });

  it('leaves the caret of an address where one types, also when a blank becomes a hyphen', async () => {
    const { page, go } = await visit();
    await go('/pages/14');
    const address = page.locator('input[data-path="slug"]');
    const before = await address.inputValue();
    await address.click();
    await page.keyboard.press('Home');
    await page.keyboard.type('a b');
    await expect.poll(() => address.inputValue()).toBe(`a-b${before}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard unsaved changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  });

  it('loses no letter of a search that is typed slowly', async () => {
    const { page, go } = await visit();
    await go('/pages');
    const search = page.getByRole('searchbox').first();
    await search.click();
    await page.keyboard.type('harbour lights', { delay: 215 });
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('harbour lights');
    await expect.poll(() => search.inputValue()).toBe('harbour lights');
    await page.goBack();
  });

  it('changes nothing by opening a text with the line ends of Windows', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/pages/14`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const { data } = (await (await page.request.get(url)).json()) as { data: { fields: object } };
    const notes = 'Seen at dawn.\r\nGone by nine.';
    const saved = await page.request.put(url, { headers, data: { fields: { ...data.fields, notes } } });
    expect(saved.status()).toBe(200);
    await go('/pages/14');
    const code = page.locator('[data-path="fields/notes"] .cm-content');
    await code.waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
    await code.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    const then = (await (await page.request.get(`${url}/draft`)).json()) as { data: { fields: { notes: string } } };
    expect(then.data.fields.notes).toBe(`${notes}!`);
  });

  it('saves no page as long as its JSON is none, and gives it up with the rest', async () => {
    const { page, go } = await visit();
    await go('/pages/14');
    const counts = page.locator('[data-path="fields/counts"] .cm-content');
    await counts.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('oops');
    await page.keyboard.press('Control+s');
    await page.getByText('One thing needs to be fixed').waitFor();
    await expect.poll(() => counts.textContent()).toMatch(/oops/);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard unsaved changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
    await expect.poll(() => counts.textContent()).not.toMatch(/oops/);
  });

  it('leaves the focus where somebody types while other problems remain', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await page.getByLabel('Summary').fill('');
    const places = page.getByLabel('Places');
    await places.fill('500');
    await askToPublish(page);
    await expect.poll(() => page.locator('[data-path="fields/summary"] :focus').count()).toBe(1);
    await places.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('50', { delay: 100 });
    await expect.poll(() => places.inputValue()).toBe('50');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    await expect.poll(() => page.locator('[data-path="fields/places"] :focus').count()).toBe(1);
  });

  it('replaces a number with one below zero, or with a decimal point in front', async () => {
    const { page, go } = await visit();
    await go('/pages/14');
    const length = page.getByLabel('Length in centimetres');
    for (const [typed, shown] of [
      ['-7', '-7'],
      ['.5', '0.5'],
    ] as const) {
      await length.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(typed, { delay: 100 });
      await page.keyboard.press('Tab');
      await expect.poll(() => length.inputValue()).toBe(shown);
    }
  });

  it('goes back to the kind of link there was when unsaved changes are undone', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    const link = page.locator('[data-path="fields/booking"]');
    await link.getByRole('textbox', { name: 'Address' }).waitFor();
    await link.getByText('Page', { exact: true }).click();
    await link.getByRole('combobox', { name: 'Page' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard unsaved changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect
      .poll(() => link.getByRole('textbox', { name: 'Address' }).inputValue())
      .toBe('https://book.example/dawn-watch');
  });
});
