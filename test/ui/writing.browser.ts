import { expect, it } from 'vitest';
import { picture } from '../media/samples.ts';
import { atKeyboard, readPublic } from './atKeyboard.ts';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('writing by keyboard alone', (visit) => {
  it('a page of blocks is made, with a text, a picture that is uploaded, and blocks in another order', async () => {
    const { page, go, site } = await visit();
    const { choose, find, hasFocus, press, stepTo, type, use } = atKeyboard(page);
    const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });
    await go('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await find('new: page', 'New: Page');
    await hasFocus('textbox', 'Title');
    await type('The mole at low tide');
    await press('Enter');
    await stepTo('textbox', 'Summary');
    await type('An hour each way.');

    await use('button', 'Choose a file: Cover picture');
    await hasFocus('searchbox', 'Search files');
    const chooser = page.waitForEvent('filechooser');
    await use('button', 'Upload a file');
    const buffer = await picture('png', { width: 60, height: 40, background: '#cc3311' });
    await (await chooser).setFiles([{ name: 'mole.png', mimeType: 'image/png', buffer }]);
    await closed();
    await hasFocus('button', 'Change: Cover picture');

    await stepTo('textbox', 'Text');
    await type('## Before you go');
    await press('Enter');
    await type('- Boots');
    await press('Enter');
    await type('A lamp');
    await press('Enter', 'Enter');
    await type('Never ');
    await press('Control+b');
    await type('alone');
    await press('Control+b');
    await type('. See the tides');
    await press('Shift+Control+ArrowLeft', 'Control+k');
    await hasFocus('textbox', 'Page or address');
    await type('Tides');
    await page
      .getByRole('option', { name: /\/tides/ })
      .first()
      .waitFor();
    await press('ArrowDown', 'Enter', 'Enter');
    await closed();
    await hasFocus('textbox', 'Text');
    await press('End', 'Enter');
    await type('/pict');
    await page.getByRole('option', { name: 'Picture' }).waitFor();
    await press('Enter');
    await hasFocus('searchbox', 'Search files');
    await type('harbour');
    await use('button', /Harbour at dawn$/);
    await closed();

    await use('button', 'Add a block to “Content”');
    await hasFocus('searchbox', 'Search blocks');
    await type('quot');
    await page.getByRole('menuitem', { name: /^Gallery/ }).waitFor({ state: 'detached' });
    await press('ArrowDown', 'Enter');
    await page.locator('textarea:focus').waitFor();
    await type('Nobody has seen the tide wait.');
    await stepTo('button', /^Move Quotation/, 'Shift+Tab');
    await press('Space');
    await page.getByText(/^(Picked up|Position)/).waitFor({ state: 'attached' });
    // It is picked up a moment before it listens to keys.
    const isFirst = async (): Promise<number> => {
      await press('ArrowUp');
      return page.getByText(/^Position 1/).count();
    };
    await expect.poll(isFirst).toBe(1);
    await press('Space');
    await page.getByText(/^Dropped at position 1/).waitFor({ state: 'attached' });
    await hasFocus('button', /^Move Quotation/);
    await choose(/^Actions: Quotation/, 'Duplicate');
    await expect.poll(() => page.getByRole('button', { name: /^Move Quotation/ }).count()).toBe(2);
    await choose(/^Actions: Quotation/, 'Remove');
    await expect.poll(() => page.getByRole('button', { name: /^Move Quotation/ }).count()).toBe(1);
    const isLost = () => page.evaluate('document.activeElement === document.body');
    await expect.poll(isLost, { message: 'The focus is lost with the block' }).toBe(false);

    await press('Control+Enter');
    await hasFocus('button', 'Publish now');
    await press('Enter');
    await page.getByText('Published. Everybody can read it now.').waitFor();
    const { regions } = await readPublic(site, 'the-mole-at-low-tide');
    const read = JSON.stringify(regions['content']);
    expect(read.indexOf('Nobody has seen the tide wait.')).toBeLessThan(read.indexOf('Before you go'));
    for (const part of ['bulletList', 'A lamp', '"bold"', '"link"', 'harbour']) expect(read).toContain(part);
  });

  it('a log entry is made, with days, times, terms, another page, and sorted by what it is about', async () => {
    const { page, go, site } = await visit();
    const { find, hasFocus, press, stepTo, type } = atKeyboard(page);
    const pick = async (input: string, words: string, option: RegExp): Promise<void> => {
      await stepTo('combobox', input);
      await type(words);
      await page.getByRole('option', { name: option }).first().waitFor();
      await press('ArrowDown', 'Enter');
    };
    await go('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await find('new: log', 'New: Log entry');
    await hasFocus('textbox', 'Title');
    await type('Eiders off the mole');
    await press('Enter');
    await stepTo('textbox', 'Summary');
    await type('Forty of them.');
    await stepTo('textbox', 'Written by');
    await type('Ada');
    await press('Tab');
    // The parts of a moment, in whatever order the browser shows its day and month.
    await type('050520260915am');
    await pick('Main topic', 'bird', /^Birds/);
    await stepTo('textbox', 'Text');
    await type('They came with the flood.');
    await pick('See also', 'eider', /Common eider/);
    await stepTo('textbox', 'Wind force (Beaufort)');
    await type('4');
    await pick('Topics', 'tid', /^Tides/);
    await press('Escape');

    await press('Control+Enter');
    await hasFocus('button', 'Publish now');
    await press('Enter');
    await page.getByText('Published. Everybody can read it now.').waitFor();
    const { fields, terms } = await readPublic(site, 'log/eiders-off-the-mole');
    expect(fields).toMatchObject({ summary: 'Forty of them.', author: 'Ada', wind: 4 });
    expect(fields['seenAt']).toMatch(/^2026-05-05T09:15/);
    expect(JSON.stringify(fields)).toContain('They came with the flood.');
    expect(fields).toMatchObject({ topic: 1, seeAlso: expect.any(Number) });
    expect(terms).toMatchObject([{ taxonomy: 'topics', term: 'tides' }]);
  });
});
