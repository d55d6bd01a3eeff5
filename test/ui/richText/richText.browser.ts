import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from '../axe.ts';
import { describeInBrowser, type Visit } from '../inBrowser.ts';

/** An article whose text has a table, a list and links. */
const SWIFT = { address: '/pages/11', file: 'pages/en/log/first-swift.yaml' };

const textOf = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Text', exact: true }).and(page.locator('[aria-multiline]'));
const fileOf = ({ site }: Visit): readonly string[] =>
  readFileSync(join(site.contentDir, SWIFT.file), 'utf8').split('\n');

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByText('Published. Everybody can read it now.').first().waitFor();
}

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
    expect(await page.getByText('Not saved yet').count()).toBe(0);
    await page.keyboard.type('x');
    await page.getByText('Not saved yet').first().waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByText('Not saved yet').first().waitFor({ state: 'detached' });
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
    await page
      .getByRole('option', { name: /\/tides/ })
      .first()
      .waitFor();
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

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has nothing that axe complains of (${colorScheme})`, async () => {
      const { page, go } = await visit({ colorScheme });
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
