import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser, type Visit } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';
import { publish } from './publish.ts';

const TESS = { name: 'tess', email: 'tess@example.org', password: 'battery staple' };

/** Sends a request as the interface does. */
const send = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, json]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, { method: 'POST', headers, body: json });
      return { status: answer.status, body: await answer.json() };
    },
    [`/api/admin/${path}`, JSON.stringify(body)] as const,
  );

await describeInBrowser('roles', (visit) => {
  async function visitAsTess(site: RunningSite): Promise<Visit> {
    const tess = await visit({ site, isAnonymous: true });
    await tess.page.request.post(`${site.url}/api/admin/auth/login`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { email: TESS.email, password: TESS.password, cookie: true },
    });
    return tess;
  }

  it('are made in words, and say what they mean', async () => {
    const { page, go } = await visit();
    await go('/roles?open=new');
    const drawer = page.getByRole('dialog', { name: 'New role' });
    await drawer.getByLabel('Name', { exact: true }).fill('Translators FR');
    await drawer.getByRole('button', { name: 'Allow something' }).click();
    await drawer.getByText('May change pages.').waitFor();
    await drawer.getByLabel('In the languages').fill('French');
    await page.getByRole('option', { name: 'French' }).click();
    await page.keyboard.press('Escape');
    await drawer.getByText('May change pages in French.').waitFor();
    const cell = drawer
      .getByRole('row', { name: /^Pages/ })
      .getByRole('cell')
      .nth(2);
    expect(await cell.textContent()).toContain('with some');
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Translators FR' }).click();
    const opened = page.getByRole('dialog', { name: 'Translators FR' });
    await opened.getByText('Nobody has this role yet.').waitFor();
    await opened.getByRole('combobox', { name: 'To sign in, people with this role need' }).click();
    await page.getByRole('option', { name: /^A second factor/ }).click();
    await page.getByText('Saved: it counts from the next request on').waitFor();
    await go('/people?open=new');
    await page.getByRole('radio', { name: 'Translators FR' }).waitFor();
  });

  it('offer a translator what is hers, and say why nothing else is', async () => {
    const ada = await visit();
    await ada.go('/');
    const role = {
      ...{ key: 'translators', name: 'Translators', extends: 'viewer' },
      allow: [
        { do: ['create', 'update', 'publish'], on: ['page'], locales: ['fr'] },
        { do: ['update'], on: ['page'], locales: ['en'], fields: ['summary'] },
      ],
      deny: [{ do: ['delete'], on: ['page'] }],
    };
    expect((await send(ada.page, 'roles', role)).status).toBe(201);
    expect((await send(ada.page, 'users', { ...TESS, role: 'translators' })).status).toBe(201);
    const { page, go } = await visitAsTess(ada.site);
    await go('/pages');
    const lines = page.getByRole('navigation').getByRole('link');
    await lines.filter({ hasText: 'Media' }).waitFor();
    expect(await lines.filter({ hasText: /^(Settings|People|Keys|Roles)$/ }).count()).toBe(0);

    // English: only the summary is hers, and nothing of it goes live.
    const found = await page.request.get(`${ada.site.url}/api/content/pages/sky?locale=en`);
    await go(`/pages/${(await found.json()).data.id}`);
    await page.getByLabel('Summary').fill('High and low water');
    expect(await page.getByRole('textbox', { name: 'Title' }).getAttribute('readonly')).not.toBeNull();
    await page.getByText('Of this page, your role may change only: summary.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Delete|Duplicate|offline/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);

    // French: she translates and publishes.
    await page.getByRole('button', { name: 'Translate into French' }).click();
    await page.waitForURL(/beside=/);
    const title = page.getByRole('textbox', { name: 'Title' }).first();
    await title.fill('Le ciel');
    await publish(page);
    const french = await page.request.get(`${ada.site.url}/api/content/pages/sky?locale=fr`);
    expect((await french.json()).data.title).toBe('Le ciel');
  });

  it('begin a change by themselves for what one may write and not publish', async () => {
    const ada = await visit();
    await ada.go('/');
    const deny = [{ do: ['publish'], on: ['menu', 'taxonomy', 'media'] }];
    await send(ada.page, 'roles', { key: 'writers', name: 'Writers', extends: 'editor', deny });
    await send(ada.page, 'users', { ...TESS, role: 'writers' });
    const { page, go } = await visitAsTess(ada.site);
    await go('/menus');
    await page.getByRole('note').getByText('What you save goes into a change').waitFor();
    await page.getByRole('button', { name: 'New item' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Text').fill('From Tess');
    await drawer.getByText('An address', { exact: true }).click();
    await drawer.getByLabel('Address', { exact: true }).fill('/tess');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('Edits by tess').waitFor();
    const menu = await page.request.get(`${ada.site.url}/api/content/menus/main`);
    expect(await menu.text()).not.toContain('From Tess');

    // Another window, another kind: the same change.
    await go('/taxonomies');
    await page.getByRole('button', { name: 'New term' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Fog');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('status').getByText('Edits by tess').waitFor();
    const { data } = await (await page.request.get(`${ada.site.url}/api/admin/changes`)).json();
    expect(data.map(({ title }: { title: string }) => title)).toEqual(['Edits by tess']);
    expect((await page.request.get(`${ada.site.url}/api/admin/taxonomies`)).ok()).toBe(true);
  });
});
