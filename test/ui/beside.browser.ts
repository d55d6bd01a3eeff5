import { AxeBuilder } from '@axe-core/playwright';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

const topOf = (element: Locator): Promise<number> =>
  element.evaluate((one) => Math.round(one.getBoundingClientRect().top));

await describeInBrowser('a page beside its translation', (visit) => {
  it('names the language of both sides, and offers no tools on the side that is only read', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go('/pages/39?beside=17');
    const source = page.getByRole('region', { name: 'The page in English, read-only' });
    await source.getByText('English · read only').waitFor();
    await page.getByText('French · you are writing here').waitFor();
    // Editors of texts are made when they are seen.
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 5000);
    await page.getByRole('toolbar').first().waitFor();
    expect(await source.getByRole('toolbar').count()).toBe(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('shows the value that is being written at the same height on both sides, marked', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go('/pages/39?beside=17');
    const source = page.getByRole('region', { name: 'The page in English, read-only' });
    const marked = page.locator('[data-writing]');
    for (const label of ['Ends', 'Questions to']) {
      await source.getByLabel(label).first().waitFor();
      await page.getByLabel(label).first().focus();
      await expect.poll(() => marked.count()).toBe(2);
      await expect
        .poll(async () => Math.abs((await topOf(marked.first())) - (await topOf(marked.last()))))
        .toBeLessThan(3);
    }
  });

  it('scrolls both sides together, whichever of them is scrolled', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go('/pages/39?beside=17');
    const source = page.getByRole('region', { name: 'The page in English, read-only' });
    await source.getByRole('textbox').first().waitFor();
    const scrolled = (): Promise<number> => source.evaluate((one) => one.scrollTop);
    const ofWindow = (): Promise<number> => page.evaluate('window.scrollY');
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 600);
    await expect.poll(ofWindow).toBeGreaterThan(100);
    await expect.poll(scrolled).toBeGreaterThan(100);
    const before = await ofWindow();
    await page.mouse.move(1100, 500);
    await page.mouse.wheel(0, -2000);
    await expect.poll(scrolled).toBe(0);
    await expect.poll(ofWindow).toBeLessThan(before);
  });
});
