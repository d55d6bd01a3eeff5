import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';

/** Sends requests to the admin interface as the user of a browser. */
const sender =
  (context: BrowserContext, { url }: RunningSite) =>
  async (method: string, path: string, data: object, more: Record<string, string> = {}): Promise<void> => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: url, ...more };
    const answer = await context.request.fetch(`${url}/api/admin${path}`, { method, data, headers });
    expect([path, answer.ok()]).toEqual([path, true]);
  };

await describeInBrowser('the home screen', (visit) => {
  it('tells what waits, what comes and what is wrong, and leads to where it is mended', async () => {
    const { page, go } = await visit();
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await go('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    await section('My drafts').getByText('You have no drafts.').waitFor();
    await section('Drafts by others').getByRole('link', { name: 'The new pier' }).waitFor();
    await section('Scheduled').getByRole('link', { name: 'Two hundred and five years of the lamp' }).waitFor();
    await section('Health').getByText('One hundred and twelve meteors').waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    expect(refused).toEqual([]);
    await section('Health').getByRole('link', { name: 'Fix One hundred and twelve meteors' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    // At the reference that leads to what is not published.
    await expect.poll(() => page.locator('[data-path]:focus-within').getAttribute('data-path')).toBe('fields/seeAlso');
  });

  it('shows what somebody wants of it, in their order, which is arranged by keyboard and kept for them alone', async () => {
    const { page, go, context, site } = await visit();
    const send = sender(context, site);
    await send('POST', '/users', { email: 'bo@example.org', name: 'Bo', password: 'correct horse', role: 'editor' });
    const bo = await visit({ site, isAnonymous: true });
    const logIn = { email: 'bo@example.org', password: 'correct horse', cookie: true };
    await sender(bo.context, site)('POST', '/auth/login', logIn);
    await sender(bo.context, site)('POST', '/comments', {
      record: { kind: 'page', id: 17 },
      text: 'Is this so, @ada?',
    });
    await go('/');
    const titles = (one = page) => one.locator('main section > header h2').allTextContents();
    await page
      .getByRole('region', { name: 'For you' })
      .getByRole('link', { name: /Bo mentioned you/ })
      .waitFor();
    // It comes when translations have been looked at.
    await page.getByRole('region', { name: 'Translations' }).waitFor();
    const before = await titles();
    expect(before.slice(0, 2)).toEqual(['For you', 'My drafts']);
    await page.getByRole('button', { name: 'Arrange' }).focus();
    await page.keyboard.press('Enter');
    const arranging = page.getByRole('region', { name: 'Arrange' });
    await arranging.getByRole('button', { name: 'Move up: My drafts' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(['My drafts', 'For you']);
    // Above it is what is not shown, because nothing is asked.
    await page.keyboard.press('Enter');
    // At the top there is only the way down, and the focus is on it.
    const focused = `document.activeElement?.getAttribute('aria-label')`;
    await expect.poll(() => page.evaluate(focused)).toBe('Move down: My drafts');
    await arranging.getByRole('checkbox', { name: 'Drafts by others' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(titles).not.toContain('Drafts by others');
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    const mine = await titles();
    await expect
      .poll(
        async () =>
          (await (await context.request.get(`${site.url}/api/admin/views?screen=home`)).json()).data[0]?.query,
      )
      .toContain('without=others');
    await page.reload();
    await page.getByRole('region', { name: 'My drafts' }).waitFor();
    await expect.poll(titles).toEqual(mine);
    await bo.go('/');
    await bo.page.getByRole('region', { name: 'For you' }).waitFor();
    expect((await titles(bo.page)).slice(0, 2)).toEqual(['For you', 'My drafts']);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await arranging.getByRole('button', { name: 'As it was at first' }).click();
    await expect.poll(titles).toEqual(before);
  });

  it('lists what is mine and not live: drafts of live pages, and what cannot be saved yet', async () => {
    const { page, go, context, site } = await visit();
    const send = sender(context, site);
    await send('PUT', '/pages/17/draft', { title: 'Watch the dawn' });
    await go('/pages/14');
    await page.getByLabel('Title', { exact: true }).fill('');
    await page.getByText('Kept', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const mine = page.getByRole('region', { name: 'My drafts', exact: true });
    await mine.getByRole('link', { name: 'Not finished: Grey Heron' }).waitFor();
    const draft = mine.getByRole('listitem').filter({ hasText: 'Watch the dawn' });
    await draft.getByText('draft of a live page').waitFor();
    expect(await draft.getByRole('time').textContent()).toMatch(/ago|now/);
    const published = page.getByRole('region', { name: 'Recently published' });
    expect(await published.getByRole('link', { name: 'Watch the dawn' }).count()).toBe(0);
    await mine.getByRole('link', { name: /^Not finished/ }).click();
    await page.getByText('Your unsaved work is still here').waitFor();
  });

  it('says when a draft, a change and a page go live or offline, to the hour', async () => {
    const { page, go, context, site } = await visit();
    const send = sender(context, site);
    const at = new Date(Date.now() + 24 * 3_600_000).toISOString().replace(/T.*/, 'T14:30:00.000Z');
    await send('PUT', '/pages/17/draft', { title: 'Watch the dawn' });
    await send('POST', '/pages/17/draft/publish', { scheduledAt: at });
    await send('POST', '/changes', { title: 'Winter' });
    await send('PUT', '/pages/1', { title: 'Winter at home' }, { 'Quire-Change': 'winter' });
    await send('PUT', '/changes/winter', { scheduledAt: at });
    await send('PUT', '/pages/14', { unpublishAt: at });
    await go('/');
    const scheduled = page.getByRole('region', { name: 'Scheduled', exact: true });
    for (const [name, what] of [
      ['Watch the dawn', 'draft goes live tomorrow at 14:30'],
      ['Winter', 'change goes live tomorrow at 14:30'],
      ['Grey Heron', 'goes offline tomorrow at 14:30'],
    ] as const)
      await scheduled.getByRole('listitem').filter({ hasText: name }).getByText(what).waitFor();
    await scheduled.getByRole('link', { name: 'Winter' }).click();
    await page.getByRole('heading', { name: 'Winter', level: 1 }).waitFor();
  });

  it('shows at once what somebody else writes', async () => {
    const { page, go, context, site } = await visit();
    await go('/');
    await page.getByText('You have no drafts.').waitFor();
    await context.request.post(`${site.url}/api/admin/pages`, {
      data: { type: 'page', title: 'Seals on the bar' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Seals on the bar' }).waitFor();
  });

  it('shows what somebody else wrote while the stream of events was opened', async () => {
    const { page, go, context, site } = await visit();
    let written: Promise<unknown> | undefined;
    await page.route('**/api/admin/events', async (route) => {
      await page.getByText('You have no drafts.').waitFor();
      written ??= context.request.post(`${site.url}/api/admin/pages`, {
        data: { type: 'page', title: 'Seals on the bar' },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      await written;
      // Until its event has gone by.
      await page.waitForTimeout(500);
      await route.continue();
    });
    await go('/');
    await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Seals on the bar' }).waitFor();
  });
});

await describeInBrowser('several windows of one browser', (visit) => {
  it('share one stream of events, which another takes over when its window is closed', async () => {
    const { page, go, context, site } = await visit();
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/api/admin/events')) streams.push(request.url());
    });
    const write = (title: string) =>
      context.request.post(`${site.url}/api/admin/pages`, {
        data: { type: 'page', title },
        headers: { 'sec-fetch-site': 'same-origin' },
      });
    await go('/');
    await page.getByText('You have no drafts.').waitFor();
    const second = await context.newPage();
    await second.goto(`${site.url}/admin/`);
    await second.getByText('You have no drafts.').waitFor();
    await write('Seals on the bar');
    for (const one of [page, second])
      await one.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Seals on the bar' }).waitFor();
    expect(streams).toHaveLength(1);
    await page.close();
    await expect.poll(() => streams.length).toBe(2);
    await write('Terns on the bar');
    await second.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'Terns on the bar' }).waitFor();
  });
});

await describeInBrowser('finding anything', (visit) => {
  it('leads by keyboard alone to pages, files, screens and actions', async () => {
    const { page, go } = await visit();
    await go('/media');
    await page.getByRole('heading', { name: 'Media', level: 1 }).waitFor();
    const find = async (words: string): Promise<void> => {
      await page.getByPlaceholder('Pages, media, topics').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Pages, media, topics').pressSequentially(words);
    };
    await find('turnst');
    await page.getByRole('button', { name: /^Turnstone/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    await find('webh');
    await page.getByRole('button', { name: 'Webhooks' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await find('qqqq');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await find('new: species');
    await page.getByRole('button', { name: 'New: Species' }).click();
    await page.getByRole('button', { name: 'Create draft' }).waitFor();
  });
});

await describeInBrowser('the screen of reusable blocks', (visit) => {
  it('changes a block wherever it stands, and tells where that is', async () => {
    const { page, go, site } = await visit();
    await go('/blocks');
    await page.getByRole('link', { name: 'The Lamp Letter' }).click();
    const drawer = page.getByRole('dialog', { name: 'The Lamp Letter' });
    await drawer.getByText('Once published, what you change here changes on 5 pages:').waitFor();
    await drawer.getByLabel('Heading').fill('A letter for each full moon');
    await drawer.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Published. 5 pages show it.').waitFor();
    const home = await (await fetch(`${site.url}/api/content/pages/home`)).text();
    expect(home).toContain('A letter for each full moon');
  });

  it('makes one and deletes it, and says beside the field what is missing', async () => {
    const { page, go } = await visit();
    await go('/blocks');
    await page.getByRole('button', { name: 'New reusable block' }).click();
    await page.getByRole('menuitem', { name: 'Quotation' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('A saying');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer
      .getByText(/required/i)
      .first()
      .waitFor();
    await drawer
      .getByLabel(/^Text|^Quotation|^Words/)
      .first()
      .fill('Write it down.');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'A saying' }).click();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete “A saying”?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Block deleted').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'A saying' }).count()).toBe(0);
  });
});
