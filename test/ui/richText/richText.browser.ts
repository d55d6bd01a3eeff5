import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from '../axe.ts';
import { describeInBrowser, type Visit } from '../inBrowser.ts';
import { publish } from '../publish.ts';

/** An article whose text has a table, a list and links. */
const SWIFT = { address: '/pages/11', file: 'pages/en/log/first-swift.yaml' };

const textOf = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator('[aria-multiline]'));
const fileOf = ({ site }: Visit): readonly string[] =>
  readFileSync(join(site.contentDir, SWIFT.file), 'utf8').split('\n');

/** The nodes of the text as the server has them. */
async function storedBlocks({ page, site }: Visit): Promise<readonly unknown[]> {
  const answer = await page.request.get(`${site.url}/api/admin${SWIFT.address}`);
  return (await answer.json()).data.fields.body.content;
}

const isInSight = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= (element.ownerDocument.defaultView?.innerHeight ?? 0);
  });

/** Presses a key until the cursor stands in an element of the text, or out of all of them: a browser tells late where it is. */
async function moveTo(page: Page, { key, selector, isIn }: Move): Promise<void> {
  const hasMoved = async (): Promise<boolean> => {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return textOf(page).evaluate((text, wanted) => {
      const at = text.ownerDocument.getSelection()?.anchorNode ?? null;
      return [...text.querySelectorAll(wanted)].some((one) => one.contains(at));
    }, selector);
  };
  await expect.poll(hasMoved).toBe(isIn);
}

/** An empty paragraph at the end of the text, out of the quotation or list that it ends with. */
async function goToEnd(page: Page): Promise<void> {
  await textOf(page).locator('> p').last().click();
  await moveTo(page, { key: 'ControlOrMeta+End', selector: ':scope > :last-child', isIn: true });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

interface Move {
  readonly key: string;
  readonly selector: string;
  readonly isIn: boolean;
}

/** Opens the menu of a block at its handle. */
async function openBlockMenu(page: Page, block: Locator): Promise<void> {
  await block.hover();
  await page.getByRole('button', { name: 'This paragraph' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
}

/** Somebody else adds a paragraph at the top of the text, and the editor shows it. */
async function addAbove(here: Visit, text: string): Promise<void> {
  const url = `${here.site.url}/api/admin${SWIFT.address}`;
  const { fields } = (await (await here.context.request.get(url)).json()).data;
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] };
  const body = { ...fields.body, content: [paragraph, ...fields.body.content] };
  const headers = { 'sec-fetch-site': 'same-origin' };
  const saved = await here.context.request.put(url, { data: { fields: { ...fields, body } }, headers });
  expect(saved.status()).toBe(200);
  await textOf(here.page).getByText(text).waitFor();
}

const paste = (text: Locator, data: Readonly<Record<string, string>>): Promise<void> =>
  text.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);

await describeInBrowser('rich text', (visit) => {
  it('changes in the file what was changed in the text, and nothing else', async () => {
    const here = await visit();
    await here.go(SWIFT.address);
    await textOf(here.page).waitFor();
    const before = fileOf(here);
    await textOf(here.page).locator('> p').first().click();
    await here.page.keyboard.press('ControlOrMeta+Home');
    await here.page.keyboard.type('Yes. ');
    await publish(here.page);
    const after = fileOf(here);
    const changed = after.filter((line, index) => line !== before[index]);
    expect(after.length).toBe(before.length);
    expect(changed.filter((line) => !/^(?:updatedAt|createdBy|updatedBy):/.test(line))).toEqual([
      expect.stringContaining('Yes. The wind had gone round'),
    ]);
  });

  it('has nothing to save for a text that was only read, and none where all was taken back', async () => {
    const { page, go } = await visit();
    await go(SWIFT.address);
    await textOf(page).locator('> p').first().click();
    await page.keyboard.press('ControlOrMeta+Home');
    const save = page.getByRole('button', { name: 'Save draft' });
    expect(await save.isDisabled()).toBe(true);
    await page.keyboard.type('x');
    await expect.poll(() => save.isEnabled()).toBe(true);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => save.isDisabled()).toBe(true);
  });

  it('acts where the cursor is, even if the browser has not told yet that it has moved', async () => {
    const { page, go } = await visit();
    await go(SWIFT.address);
    const text = textOf(page);
    const first = text.locator('> p').first();
    const words = await first.textContent();
    await first.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await expect.poll(() => page.evaluate(() => String(document.getSelection()).length)).toBeGreaterThan(0);
    await text.evaluate((element) => {
      element.ownerDocument.getSelection()?.collapseToEnd();
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
      );
    });
    const lines = async (at: number) => (await text.locator('> p').nth(at).textContent()) ?? '';
    await expect.poll(async () => `${await lines(0)}${await lines(1)}`).toBe(words);
    expect(await lines(0)).not.toBe('');
  });

  it('joins the cells that are selected, and offers to where there are any', async () => {
    const { page, go } = await visit();
    await go(SWIFT.address);
    const cells = textOf(page).locator('table :is(th, td)');
    const join = page.getByRole('menuitem', { name: 'Merge cells' });
    await cells.first().click();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    expect(await join.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await join.waitFor({ state: 'detached' });

    const before = await cells.count();
    await cells.first().click();
    await cells.nth(1).click({ modifiers: ['Shift'] });
    await textOf(page).locator('.selectedCell').nth(1).waitFor();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await join.click();
    await expect.poll(() => cells.count()).toBe(before - 1);
  });

  it('writes with Markdown, the slash menu, tables and links by keyboard alone, and shows the same after a reload', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    const count = (await storedBlocks(here)).length;
    await goToEnd(page);
    await page.keyboard.type('## Seen **again**');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/tab');
    await page.getByRole('option', { name: 'Table' }).waitFor();
    await page.keyboard.press('Enter');
    for (const word of ['Day', 'Wind', 'Sky', 'Monday']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Alt+F10');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Kind of paragraph/);
    await page.keyboard.press('Escape');
    await textOf(page).locator('td').last().click();
    await moveTo(page, { key: 'ArrowDown', selector: 'table', isIn: false });
    await page.keyboard.type('See the tides.');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ControlOrMeta+ArrowLeft');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Page or address' }).fill('Tides');
    // All pages are offered until the search is answered.
    await expect.poll(() => page.getByRole('option').first().textContent()).toContain('/tides');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await publish(page);

    const shown = await textOf(page).textContent();
    const added = (await storedBlocks(here)).slice(count);
    expect(added).toMatchObject([
      {
        type: 'heading',
        attrs: { level: 2 },
        content: [{ text: 'Seen ' }, { text: 'again', marks: [{ type: 'bold' }] }],
      },
      { type: 'table', content: [{ content: [{ type: 'tableHeader' }, {}, {}] }, {}, {}] },
      {
        type: 'paragraph',
        content: [
          { text: 'See the ' },
          { text: 'tides', marks: [{ type: 'link', attrs: { href: 'page:en/tides' } }] },
          { text: '.' },
        ],
      },
    ]);
    await page.reload();
    await textOf(page).waitFor();
    expect(await textOf(page).textContent()).toBe(shown);
  });

  it('shows the title of a page in a link without a text of its own, already while it is chosen', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    await goToEnd(page);
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Page or address' }).fill('Tides');
    await page
      .getByRole('option', { name: /\/tides/ })
      .first()
      .click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('Tides');
    await dialog.getByRole('button', { name: 'Set link' }).click();
    await expect.poll(() => textOf(page).locator('> p').last().locator('a').textContent()).toBe('Tides');
  });

  it('offers in the slash menu first what is used most, and everything without a search', async () => {
    const { page, go } = await visit();
    await go(SWIFT.address);
    await goToEnd(page);
    await page.keyboard.type('/');
    const options = page.getByRole('listbox').getByRole('option');
    await options.first().waitFor();
    expect(await options.allTextContents()).toEqual([
      ...['Paragraph', 'Heading 2', 'Heading 3', 'Bullet list', 'Numbered list', 'Picture', 'Table', 'Quotation'],
      ...['Code', 'Divider', 'Heading 4', 'Heading 5', 'Heading 6'],
    ]);
  });

  it('keeps a picture beside the text in its frame', async () => {
    const { page, go } = await visit();
    await go('/pages/2');
    const text = page.locator('[contenteditable="true"]').first();
    await text.locator('figure').first().waitFor();
    const figure = text.locator('figure').first();
    await figure.dblclick();
    await page.getByRole('dialog').getByText('Right of the text').click();
    await page.getByRole('dialog').getByLabel('Width').fill('40%');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await text.press('ControlOrMeta+a');
    await expect
      .poll(() => text.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).display))
      .toBe('flow-root');
  });

  it('is there as text before its editor, which takes in who comes before it and what they type', async () => {
    const { page, go } = await visit();
    let pass = (): void => undefined;
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await page.route(/SourcedEditor-[^/]+\.js$/, async (route) => {
      await passed;
      await route.continue();
    });
    await go(SWIFT.address);
    const text = page.getByRole('textbox', { name: 'Text', exact: true }).first();
    const words = await text.textContent();
    const height = (await text.boundingBox())?.height;
    expect(await page.locator('[contenteditable="true"]').count()).toBe(0);
    await text.focus();
    await page.keyboard.type('Yes');
    pass();
    await textOf(page).waitFor();
    await expect.poll(() => textOf(page).textContent()).toBe(`Yes${words}`);
    await page.keyboard.type('! ');
    await expect.poll(() => textOf(page).textContent()).toBe(`Yes! ${words}`);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textOf(page).textContent()).toBe(words);
    expect((await textOf(page).boundingBox())?.height).toBe(height);
  });

  it('takes the focus in a block that is just added', async () => {
    const { page, go } = await visit();
    await go('/pages/new?type=page');
    await page.getByLabel('Title').fill('Draft');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('button', { name: 'Save draft' }).waitFor();
    await page.getByRole('button', { name: 'Add a block to “Content”' }).click();
    await page.getByRole('menuitem', { name: /^Rich text/ }).click();
    await page.locator('[contenteditable="true"]:focus').waitFor();
    await page.keyboard.type('First words');
    await expect.poll(() => page.locator('[contenteditable="true"]:focus').textContent()).toBe('First words');
  });

  it('cleans what is pasted from Word, and reads Markdown', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    const count = (await storedBlocks(here)).length;
    await goToEnd(page);
    await paste(textOf(page), {
      'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal style='margin:0'>From <span style='font-weight:bold'>Word</span><o:p></o:p></p>
        <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>One</p></body></html>`,
      'text/plain': 'From Word\n· One',
    });
    await textOf(page).getByText('One', { exact: true }).waitFor();
    await goToEnd(page);
    await paste(textOf(page), { 'text/plain': '### Markdown\n\n| a | b |\n| - | - |\n| 1 | 2 |' });
    await textOf(page).getByRole('heading', { name: 'Markdown' }).waitFor();
    await publish(page);
    expect((await storedBlocks(here)).slice(count)).toMatchObject([
      { type: 'paragraph', content: [{ text: 'From ' }, { text: 'Word', marks: [{ type: 'bold' }] }] },
      { type: 'bulletList', content: [{ content: [{ content: [{ text: 'One' }] }] }] },
      { type: 'heading', attrs: { level: 3 } },
      { type: 'table' },
    ]);
  });

  it('shows a picture of the library with alternative text, caption and link', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    const count = (await storedBlocks(here)).length;
    await goToEnd(page);
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Picture' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /harbour/i })
      .first()
      .click();
    await textOf(page).getByRole('button', { name: 'Change the picture' }).last().click();
    await page.getByLabel('Alternative text').fill('Boats at dawn');
    await page.getByLabel('Caption').fill('Seen on the first day');
    await page.getByText('Right of the text').click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await publish(page);
    const [picture] = (await storedBlocks(here)).slice(count);
    expect(picture).toMatchObject({
      type: 'image',
      attrs: {
        src: expect.stringMatching(/^\/api\/content\/media\/\d+\/original\.\w+$/),
        alt: 'Boats at dawn',
        caption: 'Seen on the first day',
        float: 'right',
      },
    });
    expect(fileOf(here).join('\n')).toContain('media:harbour-at-dawn');
  });

  it('moves a block by its handle while the cursor is in another', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    const first = textOf(page).locator('> p').first();
    await first.click();
    await page.keyboard.press('ControlOrMeta+Home');
    const last = textOf(page).locator('> :not(.ProseMirror-trailingBreak)').last();
    const words = await last.textContent();
    await openBlockMenu(page, last);
    await page.getByRole('menuitem', { name: /^Move up/ }).click();
    await expect.poll(() => textOf(page).locator('> *').nth(-2).textContent()).toBe(words);
    await textOf(page).focus();
    await page.keyboard.type('Seen: ');
    await expect.poll(() => first.textContent()).toMatch(/^Seen: /);
  });

  it('deletes the block that the menu was opened on, although somebody else adds one above it meanwhile', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    const stored = await storedBlocks(here);
    await openBlockMenu(page, textOf(page).locator('> p').nth(1));
    const deleted = await textOf(page).locator('> p').nth(1).textContent();
    await addAbove(here, 'Written by somebody else');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await publish(page);
    const now = await storedBlocks(here);
    expect(now).toHaveLength(stored.length);
    expect(JSON.stringify(now)).toContain('Written by somebody else');
    expect(await textOf(page).textContent()).not.toContain(deleted);
  });

  it('changes the picture that its dialog was opened on, and asks before a source replaces what somebody else wrote', async () => {
    const here = await visit();
    const { page } = here;
    await here.go(SWIFT.address);
    await goToEnd(page);
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Picture' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: /harbour/i })
      .first()
      .click();
    await publish(page);
    const count = (await storedBlocks(here)).length;
    await textOf(page).getByRole('button', { name: 'Change the picture' }).last().click();
    await dialog.getByLabel('Alternative text').fill('Boats at dusk');
    await dialog.getByLabel('Link').fill('a word');
    await page.keyboard.press('Tab');
    await addAbove(here, 'Written by somebody else');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog
      .getByText(/address/i)
      .first()
      .waitFor();
    await dialog.getByLabel('Link').fill('/about');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await publish(page);
    const now = await storedBlocks(here);
    expect(now).toHaveLength(count + 1);
    expect(now.find((one) => (one as { type: string }).type === 'image')).toMatchObject({
      attrs: { alt: 'Boats at dusk', href: '/about' },
    });

    await page.getByRole('button', { name: 'Source', exact: true }).click();
    const source = page.getByRole('dialog', { name: 'Source of the text' });
    await source.waitFor();
    await addAbove(here, 'And once more');
    await source.getByRole('button', { name: 'Apply' }).click();
    await source.getByText('Someone else has changed this text.').waitFor();
    await source.getByRole('button', { name: 'Apply' }).click();
    await source.waitFor({ state: 'detached' });
    await textOf(page).getByText('And once more').waitFor({ state: 'detached' });
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has nothing that axe complains of (${colorScheme})`, async () => {
      const { page, go } = await visit({ colorScheme, reducedMotion: 'reduce' });
      await go(SWIFT.address);
      await textOf(page).waitFor();
      await goToEnd(page);
      await page.keyboard.type('/');
      await page.getByRole('option').first().waitFor();
      // The text that is written stays in sight.
      expect(await isInSight(textOf(page).locator('> p').last())).toBe(true);
      const withMenu = await axe(page, colorScheme).include('main').include('[role=listbox]').analyze();
      expect(withMenu.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').waitFor();
      const withDialog = await axe(page, colorScheme)
        .include('[role=dialog]')
        // The header of a dialog is no banner: it stands in a section.
        .disableRules('landmark-no-duplicate-banner')
        .analyze();
      expect(withDialog.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });
});
