import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

/** Asks the server as whoever is logged in. */
const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`/api/admin${path}`, { method: method!, headers, ...(body && { body }) });
      if (!answer.ok) throw new Error(await answer.text());
      return await answer.json();
    },
    [method, path, body ? JSON.stringify(body) : ''],
  );

const FOLDER = process.env['PICTURES'];
const WIDTHS = [1440, 768, 390] as const;

/** Makes sure of what one sees, in both appearances, and takes pictures where they are asked for. */
async function look(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const { violations } = await axe(page, scheme).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    for (const width of FOLDER ? WIDTHS : []) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${FOLDER}/${name}-${width}-${scheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

await describeInBrowser('looking back', (visit) => {
  it('says who wrote what, compares, puts values back, and takes edits back', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go('/');
    await ask(page, 'PUT', '/pages/17', { title: 'Dawn watch at six', revisionNote: 'time corrected' });

    await go('/pages/17');
    await page.getByRole('button', { name: 'Who wrote what' }).click();
    const mark = page.getByRole('button', { name: /^Who wrote Title: ada, .*: time corrected$/ });
    await mark.waitFor();
    await look(page, 'blame');
    await mark.click();
    const rail = page.getByRole('region', { name: 'Who wrote what' });
    await rail.getByText('Dawn watch for beginners').waitFor();
    await look(page, 'blame-value');

    await go('/compare');
    const card = page.getByRole('article', { name: 'Dawn watch at six' });
    await card.getByRole('checkbox', { name: 'Choose Dawn watch at six › Title' }).check();
    await look(page, 'compare');
    await page.getByRole('button', { name: 'Put 1 back as it was' }).click();
    await page.waitForURL(/\/changes\//);
    await page.getByText('It is put back in this change.').waitFor();

    await go('/undo');
    await page.getByRole('combobox', { name: 'Everyone' }).click();
    await page.getByRole('option', { name: 'ada' }).click();
    await page
      .getByText(/^Page en.*dawn-watch$/)
      .first()
      .waitFor();
    await look(page, 'undo');
    await page.getByRole('button', { name: /^Take \d+ edits? back$/ }).click();
    await page.waitForURL(/\/changes\//);
    await page.getByRole('article', { name: 'Dawn watch for beginners' }).waitFor();
  });
});
