import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, type Visit } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';

const FIRST_SWIFT = '/pages/11';
const SEEN = 'Meet at the hide at first light';

/** Asks the interface with the session of a browser. */
async function ask(context: BrowserContext, site: RunningSite, call: string, data?: object) {
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.fetch(`${site.url}/api/admin${path}`, {
    method,
    headers,
    ...(data && { data }),
  });
  if (!answer.ok()) throw new Error(`${call}: ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

const doc = (...paragraphs: string[]) => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

const rail = (page: Page) => page.getByRole('region', { name: 'Comments' });
const underlined = (page: Page) => page.locator('[data-thread]');

/** Selects a stretch of the text of an editor. */
async function select(page: Page, words: string): Promise<void> {
  const text = page.locator('.ProseMirror', { hasText: words }).first();
  await text.click();
  await page.evaluate(`{
    const walker = document.createTreeWalker(document.activeElement, NodeFilter.SHOW_TEXT);
    const words = ${JSON.stringify(words)};
    let node = walker.nextNode();
    while (node && !node.textContent.includes(words)) node = walker.nextNode();
    const at = node.textContent.indexOf(words);
    getSelection().setBaseAndExtent(node, at, node, at + words.length);
  }`);
}

await describeInBrowser('comments', (visit) => {
  /** A page of the sample with a text of three paragraphs, and a colleague who has it open, too. */
  async function open(): Promise<{ readonly ada: Visit; readonly bo: Visit }> {
    const ada = await visit();
    const { site, context } = ada;
    const person = { email: 'bo@example.org', name: 'Bo Weaver', password: 'correct horse', role: 'editor' };
    await ask(context, site, 'POST /users', person);
    const { fields } = await ask(context, site, 'GET /pages/11');
    const body = doc('Bring a flask.', `${SEEN}.`, 'Be quiet.');
    await ask(context, site, 'PUT /pages/11', { fields: { ...(fields as object), body } });
    const bo = await visit({ site, isAnonymous: true });
    await ask(bo.context, site, 'POST /auth/login', { email: person.email, password: person.password, cookie: true });
    for (const one of [ada, bo]) {
      await one.go(FIRST_SWIFT);
      await one.page.locator('.ProseMirror', { hasText: SEEN }).first().waitFor();
    }
    return { ada, bo };
  }

  it('are about a passage that the other moves and rewrites, and are read and answered in both windows', async () => {
    const { ada, bo } = await open();
    await select(ada.page, SEEN);
    await ada.page.getByRole('button', { name: 'Comment', exact: true }).click();
    await ada.page.getByRole('textbox', { name: 'Write a comment. @ names someone.' }).pressSequentially('@bo');
    await ada.page.getByRole('option', { name: 'Bo Weaver' }).click();
    await ada.page.keyboard.type('when is that?');
    await ada.page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => underlined(ada.page).allTextContents()).toEqual([SEEN]);
    // The colleague sees it come, with the passage and in the bell.
    await expect.poll(() => underlined(bo.page).allTextContents()).toEqual([SEEN]);
    await bo.page.getByRole('link', { name: 'Inbox: 1 unread' }).click();
    await bo.page.getByRole('link', { name: /ada mentioned you in “/i }).click();
    await rail(bo.page).getByText('when is that?').waitFor();
    await bo.page.locator('.ProseMirror', { hasText: SEEN }).first().waitFor();
    // Moves the passage to the end, and rewrites it there.
    await select(bo.page, SEEN);
    await bo.page.keyboard.press('Delete');
    await bo.page.getByText('The passage is gone.').waitFor();
    await bo.page.keyboard.press('ControlOrMeta+End');
    await bo.page.keyboard.insertText(` ${SEEN} of day.`);
    await expect.poll(() => underlined(bo.page).allTextContents()).toEqual([SEEN]);
    await bo.page.getByRole('button', { name: 'Save draft' }).click();
    await bo.page.getByText('Saved as a draft.').waitFor();
    await rail(bo.page).getByRole('textbox', { name: 'Answer' }).fill('At five.');
    await bo.page.keyboard.press('ControlOrMeta+Enter');
    await rail(ada.page).getByText('At five.').waitFor();
    await expect.poll(() => underlined(ada.page).allTextContents()).toEqual([SEEN]);
    await ada.page.getByText('Be quiet. Meet at the hide at first light of day.').waitFor();
    await rail(ada.page).getByRole('button', { name: 'Resolve' }).click();
    await expect.poll(() => underlined(bo.page).count()).toBe(0);
  });

  it('and the inbox are for everybody, on a phone', async () => {
    const { page, go, site, context } = await visit({ viewport: { width: 390, height: 844 } });
    const record = { kind: 'page', id: 11 };
    const task = { to: 1, due: '2026-01-02' };
    await ask(context, site, 'POST /comments', { record, text: 'See https://example.org', task });
    for (const path of [`${FIRST_SWIFT}?rail=comments`, '/inbox']) {
      await go(path);
      await page.getByText(path === '/inbox' ? 'Nothing here yet' : 'https://example.org').waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect([path, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([path, []]);
      }
    }
  });
});
