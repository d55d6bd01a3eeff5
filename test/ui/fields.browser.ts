import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import { publish } from './publish.ts';

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

await describeInBrowser('the inputs of field kinds', (visit) => {
  it('choose: one, several, a term, a page, a file, a colour', async () => {
    const { page, go, site } = await visit();
    await go('/pages/14');
    await choose(page, 'Presence', 'In winter');
    await choose(page, 'Best months', 'apr');
    await page.keyboard.press('Escape');
    await choose(page, 'Where to look', 'Mudflat');
    await choose(page, 'Easily taken for', /^Common eider/);
    await page.getByLabel('Length in centimetres').fill('97.5');
    await page.getByLabel('First record in our log').fill('1901-05-06');
    await page.locator('[data-path="fields/plate"]').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('eider');
    await page.getByRole('dialog').getByRole('button', { name: /eider/i }).first().click();
    await publish(page);
    const file = readFileSync(join(site.contentDir, 'pages/en/species/grey-heron.yaml'), 'utf8');
    for (const line of [
      /presence: winter\n/,
      /months: .*apr/,
      /habitat: habitats\/mudflat\n/,
      /lookalike: en\/species\/common-eider\n/,
      /length: 97\.5/,
      /firstRecord: "?1901-05-06"?\n/,
      /plate: common-eider\n/,
    ])
      expect(file).toMatch(line);
    await page.reload();
    await page.getByRole('combobox', { name: 'Presence' }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Presence' }).inputValue()).toBe('In winter');
    await expect.poll(() => page.getByLabel('Length in centimetres').inputValue()).toBe('97.5');
  });

  it('say how many pictures were left out for which there is no room', async () => {
    const { page, go, context, site } = await visit();
    const url = `${site.url}/api/admin/pages/12`;
    const { fields } = (await (await context.request.get(url)).json()).data;
    const pictures = Array.from({ length: 11 }, () => fields.pictures[0]);
    const headers = { 'sec-fetch-site': 'same-origin' };
    const saved = await context.request.put(url, { data: { fields: { ...fields, pictures } }, headers });
    expect(saved.status()).toBe(200);
    await go('/pages/12');
    const field = page.locator('[data-path="fields/pictures"]');
    await field.getByText('11 of 12').waitFor();
    await field.getByRole('button', { name: 'Add pictures' }).click();
    const library = page.getByRole('dialog');
    for (const at of [0, 1, 2]) await library.locator('[aria-pressed]').nth(at).click();
    await library.getByRole('button', { name: 'Add (3)' }).click();
    await page.getByText('2 files were left out: there is room for at most 12 here.').waitFor();
    await field.getByText('12 of 12').waitFor();
  });

  it('keep the line endings of a text that somebody else has written on Windows meanwhile', async () => {
    const { page, go, context, site } = await visit();
    const url = `${site.url}/api/admin/pages/16`;
    const fieldsOf = async () => (await (await context.request.get(url)).json()).data.fields;
    await go('/pages/16');
    const notes = page.getByRole('textbox', { name: 'Field notes' });
    await notes.waitFor();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const data = { fields: { ...(await fieldsOf()), notes: 'Diving\r\nCalling' } };
    expect((await context.request.put(url, { data, headers })).status()).toBe(200);
    await notes.getByText('Calling').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' more');
    await publish(page);
    expect((await fieldsOf()).notes).toBe('Diving\r\nCalling more');
  });

  it('nest: sets of fields are added, written, put in order and removed', async () => {
    const { page, go, site } = await visit();
    await go('/pages/17');
    const programme = page.getByRole('group', { name: 'Programme' });
    await programme.getByRole('button', { name: 'Add to “Programme”' }).click();
    await programme.getByLabel('Time').last().fill('07:30');
    await programme.getByLabel('Title').last().fill('Breakfast');
    await programme.getByRole('button', { name: 'More: 07:30 · Breakfast' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await programme.getByRole('button', { name: /^More: 04:15/ }).click();
    const menu = page.getByRole('menu', { name: /^More: 04:15/ });
    await menu.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByLabel('Begins').fill('2026-05-09T05:00');
    await page.getByRole('textbox', { name: 'Text of the link' }).fill('Book');
    await publish(page);
    const file = readFileSync(join(site.contentDir, 'pages/en/events/dawn-watch.yaml'), 'utf8');
    expect(file).not.toMatch(/04:15'?\n/);
    expect(file).toMatch(/title: Breakfast/);
    expect(file.indexOf('Breakfast')).toBeLessThan(file.indexOf('06:00'));
    expect(file).toMatch(/text: Book\b/);
    expect(file).toMatch(/startsAt: 2026-05-09T05:00:00\.000Z\n/);
  });

  it('say that the library is on its way where its program is slow to come', async () => {
    const { page, go } = await visit();
    let come = (): void => undefined;
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route(/MediaBrowser[^/]*\.js/, async (route) => {
      await coming;
      await route.continue();
    });
    await go('/pages/12');
    await page.getByRole('button', { name: 'Change: Cover' }).click();
    const opening = page.getByRole('status', { name: 'Opening' });
    await opening.waitFor();
    come();
    await page.getByRole('dialog').waitFor();
    await opening.waitFor({ state: 'detached' });
  });

  it('open the library at the first click, however early it comes, and keep the focus when a file is taken out', async () => {
    const { page, go } = await visit();
    for (let visitNumber = 0; visitNumber < 5; visitNumber += 1) {
      await go('/pages/12');
      await page.getByRole('button', { name: 'Change: Cover' }).dispatchEvent('click');
      await page.getByRole('dialog').getByRole('searchbox').waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    await page.getByRole('button', { name: 'Remove: Cover' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Choose a file: Cover');
  });
});
