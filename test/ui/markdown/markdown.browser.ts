import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from '../axe.ts';
import { describeInBrowser, type Visit } from '../inBrowser.ts';
import { publish } from '../publish.ts';

/** A species whose field notes are Markdown. */
const EIDER = '/pages/16';
const HERON_IN_SPANISH = '/pages/28?beside=14';

const notesOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Field notes' });
const barOf = (page: Page): Locator =>
  page.locator('[data-path="fields/notes"]').getByRole('toolbar', { name: 'Formatting' });
const button = (page: Page, name: string): Locator => barOf(page).getByRole('button', { name, exact: true });

/** What is written in the editor, line by line. */
const textOf = (page: Page): Promise<string> =>
  notesOf(page)
    .locator('.cm-line')
    .allTextContents()
    .then((lines) => lines.join('\n'));

async function storedNotes({ context, site }: Visit): Promise<string> {
  const answer = await context.request.get(`${site.url}/api/admin${EIDER}`);
  return (await answer.json()).data.fields.notes;
}

/** Opens the notes and writes them anew. */
async function write({ page, go }: Visit, text: string): Promise<void> {
  await go(EIDER);
  await barOf(page).waitFor();
  await notesOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Selects a word with the mouse. */
const select = (page: Page, word: string): Promise<void> => notesOf(page).getByText(word, { exact: true }).dblclick();

interface Pasted {
  readonly texts?: Readonly<Record<string, string>>;
  /** A picture, as its bytes. */
  readonly picture?: readonly number[];
}

const paste = (page: Page, pasted: Pasted): Promise<void> =>
  notesOf(page).evaluate((element, { texts = {}, picture }) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(texts)) clipboardData.setData(type, value);
    if (picture) clipboardData.items.add(new File([new Uint8Array(picture)], 'raft.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);

const drop = (page: Page, picture: readonly number[], line: string): Promise<void> =>
  notesOf(page)
    .getByText(line, { exact: true })
    .evaluate((element, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }));
      const { left, bottom } = element.getBoundingClientRect();
      const at = { clientX: left + 1, clientY: bottom - 4 };
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at, bubbles: true, cancelable: true }));
    }, picture);

const PIXEL = [
  ...Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
];

const label = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

await describeInBrowser('Markdown', (visit) => {
  it('is formatted by buttons and by keys, and each step is one in the history of the form', async () => {
    const here = await visit();
    const { page } = here;
    await write(here, 'one word');
    await page.keyboard.press('Shift+ControlOrMeta+ArrowLeft');
    await page.keyboard.press('ControlOrMeta+b');
    await expect.poll(() => textOf(page)).toBe('one **word**');
    await expect.poll(() => button(page, 'Bold').getAttribute('aria-pressed')).toBe('true');
    await button(page, 'Bold').click();
    await expect.poll(() => textOf(page)).toBe('one word');
    await expect.poll(() => button(page, 'Bold').getAttribute('aria-pressed')).toBe('false');
    await button(page, 'Bullet list').click();
    await page.keyboard.press('ControlOrMeta+i');
    await expect.poll(() => textOf(page)).toBe('- one *word*');
    await button(page, 'Undo').click();
    await expect.poll(() => textOf(page)).toBe('- one word');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textOf(page)).toBe('one word');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => textOf(page)).toBe('- one word');
    await barOf(page).getByRole('button', { name: 'Kind of paragraph: Paragraph' }).click();
    await page.getByRole('menuitem', { name: 'Heading 3' }).click();
    await expect.poll(() => textOf(page)).toBe('- ### one word');
    await barOf(page).getByRole('button', { name: 'Kind of paragraph: Heading 3' }).waitFor();
    await publish(page);
    expect(await storedNotes(here)).toBe('- ### one word');
  });

  it('has a toolbar with one tab stop and arrow keys, which a key leads to', async () => {
    const { page, go } = await visit();
    await go(EIDER);
    await barOf(page).waitFor();
    expect(await barOf(page).locator('[tabindex="0"]').count()).toBe(1);
    await notesOf(page).focus();
    await page.keyboard.press('Alt+F10');
    expect(await label(page)).toMatch(/^Kind of paragraph/);
    await page.keyboard.press('ArrowRight');
    expect(await label(page)).toBe('Bold');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await expect.poll(() => notesOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('links the words that are selected to a page by its name, and changes and takes away the link', async () => {
    const here = await visit();
    const { page } = here;
    await write(here, 'Mind the tides');
    await select(page, 'Mind the tides');
    await page.keyboard.press('End');
    await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog');
    const target = dialog.getByRole('textbox', { name: 'Page or address' });
    await target.fill('Tides');
    await page
      .getByRole('option', { name: /\/tides/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Set link' }).click();
    await expect.poll(() => textOf(page)).toBe('Mind the [tides](page:en/tides)');
    await page.keyboard.press('ControlOrMeta+k');
    await expect.poll(() => target.inputValue()).toMatch(/Tides/);
    await target.fill('example.org');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Set link' }).click();
    await expect.poll(() => textOf(page)).toBe('Mind the [tides](https://example.org)');
    await button(page, 'Link').click();
    await dialog.getByRole('button', { name: 'Remove the link' }).click();
    await expect.poll(() => textOf(page)).toBe('Mind the tides');
    await page.keyboard.press('End');
    await page.keyboard.insertText(', see ');
    await button(page, 'Link').click();
    await target.fill('/about');
    await page.keyboard.press('Tab');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('us');
    await dialog.getByRole('button', { name: 'Set link' }).click();
    await expect.poll(() => textOf(page)).toBe('Mind the tides, see [us](/about)');
  });

  it('takes pictures of the library, and uploads those that are pasted and dropped', async () => {
    const here = await visit();
    const { page, context, site } = here;
    await write(here, 'Seen: ');
    await button(page, 'Picture').click();
    const library = page.getByRole('dialog');
    await library
      .getByRole('button', { name: /harbour/i })
      .first()
      .click();
    await expect.poll(() => textOf(page)).toMatch(/^Seen: !\[[^\]]+\]\(\/api\/content\/media\/\d+\/original\.\w+\)$/);
    await page.keyboard.press('Enter');
    await paste(page, { picture: PIXEL });
    await expect.poll(() => textOf(page)).toMatch(/\n!\[\]\(\/api\/content\/media\/\d+\/original\.png\)$/);
    const [, src = ''] = /\n!\[\]\((\S+)\)$/.exec(await textOf(page)) ?? [];
    expect((await context.request.get(`${site.url}${src}`)).status()).toBe(200);
    await page.keyboard.insertText('\nend');
    await drop(page, PIXEL, 'end');
    await expect.poll(() => textOf(page)).toMatch(/\n!\[\]\(\/api\/content\/media\/\d+\/original\.png\)end$/);
  });

  it('makes Markdown of what is pasted from Word and rich text, and leaves code and plain text as they are', async () => {
    const here = await visit();
    const { page } = here;
    await write(here, 'Before ');
    await paste(page, {
      texts: {
        'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h1>Rafts<o:p></o:p></h1>
          <p class=MsoNormal style='margin:0'>From <span style='font-weight:bold'>Word</span>, see <a href="https://example.org/">this</a><o:p></o:p></p>
          <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>One</p>
          <table><tr><td><b>a</b></td><td><b>b</b></td></tr><tr><td>1</td><td>2</td></tr></table></body></html>`,
        'text/plain': 'Rafts\nFrom Word\n· One',
      },
    });
    const pasted = [
      ...['Before ', '', '## Rafts', '', 'From **Word**, see [this](https://example.org/)', '', '- One', ''],
      ...['| a | b |', '| - | - |', '| 1 | 2 |'],
    ].join('\n');
    await expect.poll(() => textOf(page)).toBe(pasted);
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textOf(page)).toBe('Before ');
    const fromRichText = '<p data-pm-slice="1 1 []">Mind <a href="page:en/tides#ebb">the tides</a></p>';
    await paste(page, { texts: { 'text/html': fromRichText, 'text/plain': 'Mind the tides' } });
    await expect.poll(() => textOf(page)).toBe('Before Mind [the tides](page:en/tides#ebb)');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => textOf(page)).toBe('Before ');
    await paste(page, { texts: { 'text/html': '<div><span>**as it is**</span></div>', 'text/plain': '**as it is**' } });
    await expect.poll(() => textOf(page)).toBe('Before **as it is**');
    await page.keyboard.insertText('\n```\n');
    await paste(page, { texts: { 'text/html': '<b>bold</b>', 'text/plain': 'bold' } });
    await expect.poll(() => textOf(page)).toBe('Before **as it is**\n```\nbold');
  });

  it('keeps the line endings of Windows where it is formatted', async () => {
    const here = await visit();
    const { page, go, context, site } = here;
    const url = `${site.url}/api/admin${EIDER}`;
    const { fields } = (await (await context.request.get(url)).json()).data;
    const headers = { 'sec-fetch-site': 'same-origin' };
    const data = { fields: { ...fields, notes: 'one\r\ntwo' } };
    expect((await context.request.put(url, { data, headers })).status()).toBe(200);
    await go(EIDER);
    await notesOf(page).getByText('two').click();
    await button(page, 'Bullet list').click();
    await publish(page);
    expect(await storedNotes(here)).toBe('one\r\n\r\n- two');
  });

  it('can be read and not formatted where it is read only', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go(HERON_IN_SPANISH);
    const source = page.getByRole('region', { name: 'The page in English, read-only' });
    const notes = source.getByRole('textbox', { name: 'Field notes' });
    await notes.scrollIntoViewIfNeeded();
    await barOf(page).waitFor();
    expect(await source.getByRole('toolbar').count()).toBe(0);
    const text = await notes.textContent();
    await notes.focus();
    await page.keyboard.press('ControlOrMeta+a');
    for (const key of ['ControlOrMeta+b', 'ControlOrMeta+Shift+8', 'ControlOrMeta+k']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await notes.textContent()).toBe(text);
  });

  it.each(['light', 'dark'] as const)('is in order for axe, by %s, and fits on a phone', async (colorScheme) => {
    const { page, go } = await visit({ colorScheme });
    await go(EIDER);
    await barOf(page).waitFor();
    await notesOf(page).click();
    const check = async () => (await axe(page, colorScheme).include('[data-path="fields/notes"]').analyze()).violations;
    expect(await check()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await barOf(page).evaluate((bar) => bar.scrollWidth <= bar.clientWidth)).toBe(true);
    expect(await check()).toEqual([]);
  });
});
