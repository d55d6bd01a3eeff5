import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';
import { publish } from './publish.ts';

/** The page about the observatory, whose content has several blocks. */
const ABOUT = '/pages/2';

const MANY = 60;

/** What React has drawn the head of each block from, which is another object when it is drawn again. */
const DRAWN = `[...document.querySelectorAll('[data-path^="regions/content/"] > div > [data-unfolds]')].map(
  (head) => head[Object.keys(head).find((key) => key.startsWith('__reactProps'))],
)`;

const region = (page: Page) => page.getByRole('region', { name: 'Content' });
async function namesOf(page: Page): Promise<readonly string[]> {
  await region(page).getByRole('button', { name: 'Add a block to “Content”' }).waitFor();
  const labels = await region(page)
    .getByRole('button', { name: /^Move (Rich text|Gallery|Quotation|Map)/ })
    .all();
  return Promise.all(labels.map(async (one) => (await one.getAttribute('aria-label')) ?? ''));
}

/** Where something stands once nothing above it grows any more. */
async function placeOf(one: Locator): Promise<{ readonly x: number; readonly y: number }> {
  for (let last: number | undefined; ; ) {
    const place = await one.boundingBox();
    if (place && place.y === last) return place;
    last = place?.y;
    await one.page().waitForTimeout(300);
  }
}

const fileOf = ({ contentDir }: RunningSite, path: string): string => readFileSync(join(contentDir, path), 'utf8');

await describeInBrowser('blocks', (visit) => {
  it('show the icon of their type: one of those there are, or an emoji', async () => {
    const { page, go, context, site } = await visit();
    await go(ABOUT);
    const head = region(page).locator('[data-unfolds]').filter({ hasText: 'Rich text' }).first();
    await head.locator('svg.tabler-icon-align-left').waitFor();
    const { data } = await (await context.request.get(`${site.url}/api/admin/block-types`)).json();
    const { id } = data.find(({ slug }: { readonly slug: string }) => slug === 'rich_text');
    await go(`/types?of=blocks&open=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Rich text' });
    await drawer.getByLabel('Icon').fill('👩🏽‍🏫 teacher');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    await go(ABOUT);
    await head.getByText('👩🏽‍🏫', { exact: true }).waitFor();
    await expect.poll(() => head.locator('svg.tabler-icon-align-left').count()).toBe(0);
  });

  it('are hidden from visitors without being removed, and shown again', async () => {
    const { page, go, site } = await visit();
    await go(ABOUT);
    const act = async (item: string): Promise<void> => {
      await region(page)
        .getByRole('button', { name: /^Actions: Gallery/ })
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const galleries = async (): Promise<number> => {
      const { data } = await (await page.request.get(`${site.url}/api/content/pages/about`)).json();
      return JSON.stringify(data.regions).split('"block_type":"image_gallery"').length - 1;
    };
    expect(await galleries()).toBe(1);
    await act('Hide from visitors');
    await region(page).getByText('Hidden', { exact: true }).waitFor();
    await publish(page);
    expect(await galleries()).toBe(0);
    await page.reload();
    await region(page).getByText('Hidden', { exact: true }).waitFor();
    await act('Show to visitors');
    await publish(page);
    expect(await galleries()).toBe(1);
  });

  it('are all closed and opened at once', async () => {
    const { page, go } = await visit();
    await go(ABOUT);
    const content = page.getByRole('region', { name: 'Content', exact: true });
    const open = content.locator('[data-unfolds][aria-expanded="true"]');
    await open.first().waitFor();
    await content.getByRole('button', { name: 'Collapse all' }).click();
    await expect.poll(() => open.count()).toBe(0);
    await content.getByRole('button', { name: 'Expand all' }).click();
    await expect.poll(() => open.count()).toBe(2);
  });

  it('say where a reusable one is written, and open it there', async () => {
    const { page, go } = await visit();
    await go(ABOUT);
    await page.getByText('it is written in one place for 3 pages').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Who said it' }).first().getAttribute('readonly')).not.toBeNull();
    await page.getByRole('link', { name: 'Open the reusable block' }).first().click();
    await page.getByRole('dialog', { name: "The keeper's rule" }).waitFor();
  });

  it('move up and down only while they are dragged, and move nothing else', async () => {
    const { page, go } = await visit({ viewport: { width: 1280, height: 2400 } });
    await go(ABOUT);
    const handle = region(page)
      .getByRole('button', { name: /^Move Gallery/ })
      .first();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    const { x, y } = await placeOf(handle);
    const scroll = () => page.evaluate<readonly number[]>('[scrollX, scrollY, document.documentElement.scrollWidth]');
    const before = await scroll();
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await page.mouse.move(x + 605, y + 45, { steps: 5 });
    await expect.poll(async () => (await handle.boundingBox())?.y).toBeGreaterThan(y + 20);
    expect((await handle.boundingBox())?.x).toBe(x);
    expect(await scroll()).toEqual(before);
    await page.mouse.up();
  });

  it('are put in another order by keyboard, and by drag', async () => {
    const { page, go } = await visit({ viewport: { width: 1280, height: 2400 } });
    await go(ABOUT);
    // What a reusable block is called comes by itself.
    await region(page)
      .getByRole('button', { name: /^Move Quotation \S/ })
      .waitFor();
    const before = await namesOf(page);
    expect(before.length).toBeGreaterThan(2);
    await region(page).getByRole('button', { name: before[0]!, exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText(/^(Picked up|Position 1)/).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^Position 2/).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText(/^Dropped at position 2/).waitFor({ state: 'attached' });
    const [first = '', second = '', ...rest] = before;
    await expect.poll(() => namesOf(page)).toEqual([second, first, ...rest]);
    await publish(page);
    await page.reload();
    await expect.poll(() => namesOf(page)).toEqual([second, first, ...rest]);

    const handle = region(page).getByRole('button', { name: first, exact: true });
    const from = await placeOf(handle);
    const target = await placeOf(region(page).getByRole('button', { name: second, exact: true }));
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(from.x + 5, from.y - 20, { steps: 4 });
    await page.mouse.move(target.x + 5, target.y, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => namesOf(page)).toEqual(before);
  });

  it('are added between others, duplicated, copied to another page, and removed', async () => {
    const { page, go, site } = await visit();
    await go(ABOUT);
    const before = await namesOf(page);
    await region(page).getByRole('button', { name: 'Add a block here' }).nth(1).click();
    await page.getByRole('menuitem', { name: /^Quotation/ }).click();
    await region(page).locator('textarea:focus').waitFor();
    await page.keyboard.type('Nobody has ever seen the tide wait.');
    const name = /^Move Quotation Nobody/;
    await region(page).getByRole('button', { name }).waitFor();
    await expect.poll(async () => (await namesOf(page))[1]).toMatch(name);
    await region(page)
      .getByRole('button', { name: /^Actions: Quotation Nobody/ })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => region(page).getByRole('button', { name }).count()).toBe(2);
    await region(page)
      .getByRole('button', { name: /^Actions: Quotation Nobody/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).waitFor({ state: 'detached' });
    await region(page)
      .getByRole('button', { name: /^Actions: Quotation Nobody/ })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await publish(page);
    await expect.poll(() => namesOf(page)).toHaveLength(before.length + 1);
    expect(fileOf(site, 'pages/en/about.yaml').match(/Nobody has ever seen/g)).toHaveLength(1);

    await go('/pages/3');
    await region(page).getByRole('button', { name: 'Add a block to “Content”' }).click();
    await page.getByRole('menuitem', { name: 'Paste the copied block' }).click();
    await publish(page);
    expect(fileOf(site, 'pages/en/visit.yaml')).toMatch(/Nobody has ever seen the tide wait\./);
  });

  it('that are reusable are placed, changed on one page only, and made its own', async () => {
    const { page, go, site } = await visit();
    await go(ABOUT);
    await region(page).getByRole('button', { name: 'Add a block to “Content”' }).click();
    await page.getByRole('menuitem', { name: 'A reusable block' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Map of the station/ })
      .click();
    await publish(page);
    expect(fileOf(site, 'pages/en/about.yaml')).toMatch(/block: station-map\n/);

    await page
      .getByRole('region', { name: 'Content', exact: true })
      .getByRole('button', { name: 'Change something on this page only' })
      .last()
      .click();
    await region(page)
      .getByRole('button', { name: /^Change on this page only\s?: Zoom/ })
      .click();
    // It stays this page's own while it is empty.
    await region(page).getByLabel('Zoom').fill('');
    await region(page).getByLabel('Zoom').fill('17');
    await publish(page);
    expect(fileOf(site, 'pages/en/about.yaml')).toMatch(/overrides:\s+zoom: 17\n/);
    expect(fileOf(site, 'blocks/station-map.yaml')).not.toMatch(/17/);

    // An empty text hides the shared one.
    await region(page)
      .getByRole('button', { name: /^Change on this page only\s?: Label/ })
      .click();
    await region(page).getByLabel('Label').fill('');
    await publish(page);
    expect(fileOf(site, 'pages/en/about.yaml')).toMatch(/overrides:[^-]*label: ""\n/);

    await region(page)
      .getByRole('button', { name: /^Actions: Map/ })
      .click();
    await page.getByRole('menuitem', { name: 'Make it this page’s own' }).click();
    await publish(page);
    const file = fileOf(site, 'pages/en/about.yaml');
    expect(file).not.toMatch(/station-map/);
    expect(file).toMatch(/type: map\n[\s\S]*zoom: 17\n/);
  });

  it('that are reusable are saved although a value changed on one page was left empty', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const data = { type: 'call_to_action', title: 'Boots', fields: { heading: 'Boots' }, isReusable: true };
    const made = await page.request.post(`${site.url}/api/admin/blocks`, { headers, data });
    expect(made.status()).toBe(201);
    await go(ABOUT);
    await region(page).getByRole('button', { name: 'Add a block to “Content”' }).click();
    await page.getByRole('menuitem', { name: 'A reusable block' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Boots/ })
      .click();
    await publish(page);
    await page
      .getByRole('region', { name: 'Content', exact: true })
      .getByRole('button', { name: 'Change something on this page only' })
      .last()
      .click();
    await region(page)
      .getByRole('button', { name: /^Change on this page only\s?: Show until/ })
      .click();
    await page.getByLabel('Title', { exact: true }).fill('About the path');
    await publish(page);
  });

  it('are drawn anew only where they change, however many there are', async () => {
    const { page, go, site } = await visit();
    const block = (_: unknown, number: number) => ({ blockTypeSlug: 'quote', fields: { text: `Words ${number}` } });
    const made = await fetch(`${site.url}/api/admin/pages`, {
      method: 'POST',
      headers: { cookie: site.session, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({
        ...{ title: 'Long', slug: 'long', type: 'page', locale: 'en' },
        regions: { content: Array.from({ length: MANY }, block) },
      }),
    });
    expect(made.status).toBe(201);
    await go(`/pages/${((await made.json()) as { data: { id: number } }).data.id}`);
    const cards = page.locator('[data-path^="regions/content/"]');
    await expect.poll(() => cards.count()).toBe(MANY);
    await expect.poll(() => region(page).locator('textarea').count()).toBe(0);
    await cards.nth(3).locator('[data-unfolds]').click();
    await cards.nth(3).locator('textarea').focus();
    await page.evaluate(`window.before = ${DRAWN}`);
    await page.keyboard.type('now');
    await region(page)
      .getByRole('button', { name: /^Move Quotation (now)?Words 3(now)?$/ })
      .waitFor();
    const isAnew = (await page.evaluate(`${DRAWN}.map((one, index) => one !== window.before[index])`)) as boolean[];
    expect(isAnew.flatMap((yes, index) => (yes ? [index] : []))).toEqual([3]);
  });

  it('that several pages share are saved after somebody else has changed the same words', async () => {
    const { page, go, site } = await visit();
    await go('/blocks?open=4');
    const drawer = page.getByRole('dialog', { name: "The keeper's rule" });
    await drawer.getByLabel('Text').fill('Mine');
    await drawer.getByLabel('Who said it').fill('My source');
    const url = `${site.url}/api/admin/blocks/4`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const { data: before } = await (await page.request.get(url)).json();
    const fields = { ...before.fields, text: 'Theirs', source: 'https://theirs.example/' };
    expect((await page.request.put(url, { headers, data: { fields } })).status()).toBe(200);
    await drawer.getByRole('button', { name: 'Save draft' }).click();
    const clash = page.getByRole('dialog', { name: 'Someone else has changed the same thing' });
    await clash.getByText('Theirs', { exact: true }).first().waitFor();
    await clash.getByText('Mine', { exact: true }).waitFor();
    // What is chosen here counts for this time only.
    await clash.getByRole('button', { name: 'Use theirs' }).first().click();
    await clash.getByRole('button', { name: 'Keep writing' }).click();
    await clash.waitFor({ state: 'detached' });
    await expect.poll(() => drawer.getByLabel('Text').inputValue()).toBe('Mine');
    await drawer.getByRole('button', { name: 'Save draft' }).click();
    await clash.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as a draft').waitFor();
    const { data } = await (await page.request.get(`${url}/draft`)).json();
    expect(data.fields).toEqual({ text: 'Mine', cite: 'My source', source: 'https://theirs.example/' });
  });
});
