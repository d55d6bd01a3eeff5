import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('files for translators', (visit) => {
  it('go out, and come back into a change, with what could not be placed', async () => {
    const { page, go } = await visit({ viewport: { width: 390, height: 844 } });
    await go('/translation-files');
    await page.getByRole('combobox', { name: 'Into' }).click();
    await page.getByRole('option', { name: 'French' }).click();
    await page.getByRole('combobox', { name: 'Format' }).click();
    await page.getByRole('option', { name: 'JSON' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'));
    const [first, second] = file.pages;
    first.units[0].target = 'À propos de la station';
    second.units = [{ id: 'fields.lost', source: 'Lost', target: 'Verloren' }];
    file.pages = [first, second];
    await page.locator('input[type="file"]').setInputFiles({
      name: 'de.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(file)),
    });
    await page.getByText('1 text is in the change “de.json”.').waitFor();
    await page.getByText('There is no such text any more.').waitFor();
    expect(await page.getByRole('listitem').last().textContent()).toContain('Verloren');
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByRole('link', { name: 'Look at the change' }).click();
    await page.getByText('À propos de la station').first().waitFor();
  });

  it('are offered in the language of the browser, for translators who read Spanish', async () => {
    const { page, go } = await visit({ locale: 'es-MX' });
    await go('/translation-files');
    await page.getByRole('heading', { name: 'Archivos de traducción' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
  });
});
