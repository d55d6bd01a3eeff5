import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

/** The names of a tree's lines, each led by a sign for every step that it stands in. */
const linesOf = async (page: Page, label: string): Promise<readonly string[]> => {
  const lines = page.getByRole('list', { name: label }).getByRole('listitem');
  const shown = await lines.evaluateAll((all) =>
    (
      all as unknown as { querySelector(what: string): { textContent: string }; style: { marginInlineStart: string } }[]
    ).map((line) => {
      const depth = Number(/min\((\d+)px/.exec(line.style.marginInlineStart)?.[1] ?? 0) / 28;
      return '> '.repeat(depth) + line.querySelector('a').textContent;
    }),
  );
  return shown;
};

const saved = (page: Page) => page.waitForResponse((response) => response.request().method() === 'PUT');

await describeInBrowser('trees', (visit) => {
  it('arranges a menu by the arrow keys alone, and tells where the item is', async () => {
    const { page, go } = await visit();
    await go('/menus');
    const grip = page.getByRole('button', { name: 'Move “Birds”' });
    await grip.waitFor();
    await grip.focus();
    let done = saved(page);
    await page.keyboard.press('ArrowUp');
    await done;
    await page.getByText('“Birds” is now number 1 below “Observe”.').waitFor();
    done = saved(page);
    await page.keyboard.press('ArrowLeft');
    await done;
    await page.reload();
    await grip.waitFor();
    const lines = await linesOf(page, 'Main menu');
    expect(lines.slice(0, 4)).toEqual(['Observe', '> Tides', '> > Today’s table', '> > Hydrographic office']);
    expect(lines.slice(lines.indexOf('Birds'), lines.indexOf('Birds') + 3)).toEqual([
      ...['Birds', '> Common eider', '> Turnstone'],
    ]);
  });

  it('makes a vocabulary, and arranges its terms in one change', async () => {
    const { page, go, site } = await visit();
    await go('/taxonomies');
    await page.getByRole('button', { name: 'New vocabulary' }).click();
    const drawer = page.getByRole('dialog', { name: 'New vocabulary' });
    await drawer.getByLabel('Name', { exact: true }).fill('Shores');
    await drawer.getByLabel('Terms can have terms under them').check();
    await drawer.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'No terms yet' }).waitFor();
    for (const name of ['Sand', 'Rock']) {
      await page.getByRole('button', { name: 'New term' }).click();
      const term = page.getByRole('dialog', { name: 'New term' });
      await term.getByLabel('Name', { exact: true }).fill(name);
      await term.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    const done = saved(page);
    await page.getByRole('button', { name: 'What can be done with “Rock”' }).click();
    await page.getByRole('menuitem', { name: 'Put below the one before' }).click();
    expect((await done).status()).toBe(200);
    const { data } = await (await page.request.get(`${site.url}/api/content/taxonomies/shores/terms`)).json();
    expect(data).toMatchObject([{ name: 'Sand', children: [{ name: 'Rock' }] }]);
  });
});
