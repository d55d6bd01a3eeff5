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
    await page.getByText('“Birds” is now at position 1 under “Observe”.').waitFor();
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

  it('keeps what another has moved meanwhile, also where no event has told of it', async () => {
    const { page, go, site } = await visit();
    await page.route('**/api/admin/events*', (route) => route.abort());
    await go('/menus');
    const grip = page.getByRole('button', { name: 'Move “Birds”' });
    await grip.waitFor();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const menus = `${site.url}/api/admin/menus`;
    const { data: all } = (await (await page.request.get(menus)).json()) as { data: { id: number; name: string }[] };
    const menu = `${menus}/${all.find(({ name }) => name === 'Main menu')?.id}`;
    interface Item {
      readonly id: number;
      readonly title: string;
      readonly children: readonly Item[];
    }
    const itemsNow = async () =>
      ((await (await page.request.get(menu)).json()) as { data: { items: Item[] } }).data.items;
    const [first] = await itemsNow();
    const [tides] = first?.children ?? [];
    const last = tides?.children.at(-1);
    await page.request.put(`${menu}/items/${last?.id}`, { headers, data: { parentId: tides?.id, position: 0 } });
    await grip.focus();
    const done = saved(page);
    await page.keyboard.press('ArrowUp');
    expect((await done).status()).toBe(200);
    const titles = (items: readonly Item[] = []): readonly string[] => items.map(({ title }) => title);
    const [now] = await itemsNow();
    expect(titles(now?.children).slice(0, 2)).toEqual(['Birds', 'Tides']);
    expect(titles(now?.children[1]?.children)[0]).toBe(last?.title);
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
    await page.getByRole('button', { name: 'Actions for “Rock”' }).click();
    await page.getByRole('menuitem', { name: 'Move under the item before it' }).click();
    expect((await done).status()).toBe(200);
    const { data } = await (await page.request.get(`${site.url}/api/content/taxonomies/shores/terms`)).json();
    expect(data).toMatchObject([{ name: 'Sand', children: [{ name: 'Rock' }] }]);
  });
});

await describeInBrowser('a tree of thousands', (visit) => {
  it('shows what is looked at, finds a term by its name, and moves the last by the arrow keys', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const made = await page.request.post(`${site.url}/api/admin/taxonomies`, { headers, data: { name: 'Species' } });
    const { data: vocabulary } = (await made.json()) as { data: { id: number } };
    const path = `${site.url}/api/admin/taxonomies/${vocabulary.id}/terms`;
    for (let at = 1; at <= 120; at += 1)
      await page.request.post(path, { headers, data: { name: `Bird ${at}`, weight: at } });
    await go(`/taxonomies?vocabulary=${vocabulary.id}`);
    const lines = page.getByRole('list', { name: 'Species' }).getByRole('listitem');
    await page.getByRole('link', { name: 'Bird 1', exact: true }).waitFor();
    await expect.poll(() => lines.count()).toBeLessThan(100);
    await expect.poll(() => lines.first().getAttribute('aria-setsize')).toBe('120');

    const search = page.getByRole('searchbox', { name: 'Search in “Species”' });
    await search.fill('bird 11');
    await expect.poll(() => lines.count()).toBe(11);
    // Where some are left out nothing has a place among its neighbours.
    await expect.poll(() => page.getByRole('button', { name: 'Move “Bird 11”' }).count()).toBe(0);
    await search.fill('no such bird');
    await page.getByText('Nothing found here. Try another word.').waitFor();
    await search.fill('');

    const last = page.getByRole('button', { name: 'Move “Bird 120”' });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return last.count();
      })
      .toBe(1);
    await last.focus();
    const done = saved(page);
    await page.keyboard.press('ArrowUp');
    expect((await done).status()).toBe(200);
    await page.getByText('“Bird 120” is now at position 119.').waitFor();
    expect(await last.evaluate((grip) => grip === (grip as unknown as Grip).ownerDocument.activeElement)).toBe(true);
  });
});

interface Grip {
  readonly ownerDocument: { readonly activeElement: unknown };
}
