import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, type OpenVisit, type Visit } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';
import { publish } from './publish.ts';

const DAWN_WATCH = '/pages/17';
const title = (page: Page) => page.getByLabel('Title', { exact: true });

const titleIn = async ({ url }: RunningSite): Promise<unknown> =>
  ((await (await fetch(`${url}/api/content/pages/events/dawn-watch`)).json()) as { data: { title: unknown } }).data
    .title;

/** Asks the interface with the session of a browser. */
async function ask(context: BrowserContext, site: RunningSite, call: string, data: object, change?: string) {
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'sec-fetch-site': 'same-origin', ...(change && { 'Quire-Change': change }) };
  const answer = await context.request.fetch(`${site.url}/api/admin${path}`, { method, data, headers });
  expect([call, answer.ok()]).toEqual([call, true]);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

/** A colleague in front of the interface, whose work is reviewed or not. */
async function visitAsBo(open: OpenVisit, { site, context }: Visit, changesOnly: boolean): Promise<Visit> {
  const person = { email: 'bo@example.org', name: 'Bo', password: 'correct horse', role: 'editor', changesOnly };
  await ask(context, site, 'POST /users', person);
  const bo = await open({ site, isAnonymous: true });
  const { email, password } = person;
  await ask(bo.context, site, 'POST /auth/login', { email, password, cookie: true });
  return bo;
}

await describeInBrowser('two people at once', (visit) => {
  it('see one another, and what one has typed stays when the other publishes the change', async () => {
    const ada = await visit();
    const { page, go, site, context } = ada;
    await ask(context, site, 'POST /changes', { title: 'Summer' });
    await ask(context, site, 'PUT /pages/17', { title: 'Summer watch' }, 'summer');
    const other = await visitAsBo(visit, ada, false);
    for (const one of [ada, other]) {
      await one.go('/changes/summer');
      await one.page.getByRole('button', { name: 'Work on this' }).click();
      await one.page.getByText('You are working on the change “Summer”').waitFor();
      await one.follow(DAWN_WATCH);
    }
    await page.getByText('Bo also has this open').waitFor();
    await page.getByLabel('Summary').fill('Typed before it went live');
    await ask(other.context, site, 'POST /changes/summer/publish', {});
    await page.getByText('“Summer” has been published. You are now working on what is live.').waitFor();
    await page.getByText('You are working on the change').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('Typed before it went live');
    await expect.poll(() => title(page).inputValue()).toBe('Summer watch');
    await publish(page);
    expect(await titleIn(site)).toBe('Summer watch');
    // Who comes with a window that was on it comes to what is live.
    await other.page.getByText('You are working on the change').waitFor({ state: 'detached' });
    await go('/changes');
    await page.getByText('No change is open').waitFor();
  });

  it('see in which field the other is and writes, while nothing in the form moves, until the other leaves', async () => {
    const ada = await visit();
    const bo = await visitAsBo(visit, ada, false);
    await bo.page.setViewportSize({ width: 390, height: 844 });
    const reports: number[] = [];
    ada.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/presence')) reports.push(performance.now());
    });
    for (const one of [ada, bo]) await one.go(DAWN_WATCH);
    await bo.page.getByText('also has this open').waitFor();
    const summary = bo.page.getByLabel('Summary');
    const before = await summary.boundingBox();
    await ada.page.getByLabel('Summary').click();
    const mark = bo.page.locator('[data-path="fields/summary"]').getByTitle('ada is in this field');
    await mark.waitFor();
    await ada.page.keyboard.type('A word or two', { delay: 60 });
    await mark.getByText('ada is writing').waitFor();
    expect(await summary.boundingBox()).toEqual(before);
    expect((await new AxeBuilder({ page: bo.page }).analyze()).violations).toEqual([]);
    await summary.fill('Nothing is locked');
    await mark.getByText('ada is writing').waitFor({ state: 'detached' });

    await ada.page.locator('[data-path^="regions/"] [data-unfolds]').first().click();
    await bo.page.locator('[data-path^="regions/"]').getByTitle('ada is in this field').waitFor();
    expect(await mark.count()).toBe(0);
    const pauses = reports.slice(1).map((at, index) => at - reports[index]!);
    // The first report says that the page is open.
    expect(pauses.slice(1).filter((pause) => pause < 900)).toEqual([]);
    await ada.page.close();
    await bo.page.getByText('also has this open').waitFor({ state: 'detached' });
    expect(await bo.page.getByTitle('is in this field').count()).toBe(0);
  });

  it('put live what they have looked at, not what has come to it meanwhile', async () => {
    const { page, go, site, context } = await visit();
    const before = await titleIn(site);
    await ask(context, site, 'POST /changes', { title: 'Summer' });
    await ask(context, site, 'PUT /pages/17', { title: 'Summer watch' }, 'summer');
    await go('/changes/summer');
    await page.getByText('Summer watch').first().waitFor();
    const publishAll = page.getByRole('button', { name: 'Publish', exact: true });
    await publishAll.click();
    const agree = page.getByRole('dialog').getByRole('button', { name: 'Publish' });
    await agree.waitFor();
    await ask(context, site, 'PUT /pages/17', { title: 'Intruder' }, 'summer');
    await agree.click();
    await page.getByText('You now see the latest version').waitFor();
    expect(await titleIn(site)).toBe(before);
    await page
      .getByText(/intruder/i)
      .first()
      .waitFor();
    await agree.waitFor({ state: 'detached' });
    await publishAll.click();
    await agree.click();
    await page.getByText('Published. Everybody can read it now.').waitFor();
    expect(await titleIn(site)).toBe('Intruder');
  });

  it('are shown all that a draft holds before it goes live, where that is more than its page', async () => {
    const { page, go, site, context } = await visit();
    const { name } = await ask(context, site, 'POST /pages/17/draft', {});
    await ask(context, site, 'PUT /pages/17', { title: 'Drafted' }, String(name));
    await ask(context, site, 'POST /menus', { name: 'Intruder', slug: 'intruder' }, String(name));
    await go(DAWN_WATCH);
    await expect.poll(() => title(page).inputValue(), { timeout: 20_000 }).toBe('Drafted');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByText('Show the differences').click();
    await page.getByRole('dialog').getByText('Intruder').first().waitFor();
    expect(await titleIn(site)).not.toBe('Drafted');
  });

  it('are led to a change where their work is reviewed, and the other publishes it', async () => {
    const ada = await visit();
    const { site } = ada;
    const { page, go } = await visitAsBo(visit, ada, true);
    const before = await titleIn(site);
    await go(DAWN_WATCH);
    await page.getByText('What you save goes into a change, and someone else publishes it.').waitFor();
    await title(page).fill('Proposed watch');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    await page.getByText(/draft by Bo/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
    // What has no draft of its own goes into one change.
    await go('/media');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        ...{ name: 'proposed.txt', mimeType: 'text/plain' },
        buffer: Buffer.from('Proposed words\n'),
      });
    await page.getByText('You are working on the change “Edits by Bo”').waitFor();
    await page.getByText('proposed', { exact: false }).first().waitFor();
    await go('/changes/edits-by-bo');
    await page.getByRole('heading', { name: /^proposed\.txt/ }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    expect(await titleIn(site)).toBe(before);
    const { total } = await (await ada.context.request.get(`${site.url}/api/admin/media?search=proposed`))
      .json()
      .then(({ meta }) => meta as { total: number });
    expect(total).toBe(0);

    await ada.go('/changes');
    await ada.page.getByRole('link', { name: 'Edits by Bo' }).waitFor();
    await ada.go(DAWN_WATCH);
    await publish(ada.page);
    expect(await titleIn(site)).toBe('Proposed watch');
  });
});

await describeInBrowser('a change', (visit) => {
  it('can be previewed whole, by a link', async () => {
    const { page, go, site, context } = await visit({
      env: { PREVIEW_URL: 'https://www.example.org{path}?preview={token}&ref={ref}' },
    });
    await ask(context, site, 'POST /changes', { title: 'Summer' });
    await ask(context, site, 'PUT /pages/17', { title: 'Summer watch' }, 'summer');
    await go('/changes/summer');
    await page.getByRole('button', { name: 'Preview all of it' }).click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    const url = new URL(await page.getByLabel('The link').inputValue());
    expect([url.origin, url.pathname, url.searchParams.get('ref')]).toEqual([
      'https://www.example.org',
      '/',
      'change/summer',
    ]);
    const read = await fetch(
      `${site.url}/api/content/pages/events/dawn-watch?ref=change/summer&token=${url.searchParams.get('preview')}`,
    );
    expect(((await read.json()) as { data: { title: unknown } }).data.title).toBe('Summer watch');
  });

  it.each(['light', 'dark'] as const)('is for everybody, in the list and alone, %s', async (colorScheme) => {
    const { page, go, site, context } = await visit({ colorScheme });
    for (const name of ['Summer', 'Winter']) await ask(context, site, 'POST /changes', { title: name });
    await ask(context, site, 'PUT /pages/17', { title: 'Summer watch' }, 'summer');
    await ask(context, site, 'PUT /pages/17', { title: 'Live watch' });
    await ask(context, site, 'DELETE /changes/winter', {});
    for (const [path, there] of [
      ['/changes', 'Bring back'],
      ['/changes/summer', '1 value to decide'],
    ] as const) {
      await go(path);
      await page.getByText(there).first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect([path, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([path, []]);
    }
  });
});
