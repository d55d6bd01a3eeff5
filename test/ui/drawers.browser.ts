import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('a record beside its list', (visit) => {
  it('is not left with what is typed by the way back, unless somebody says so', async () => {
    const { page, go } = await visit();
    await go('/redirects');
    await page.getByRole('button', { name: 'New redirect' }).first().click();
    const from = page.getByLabel('From', { exact: true });
    await from.fill('/old-harbour');
    const back = (): Promise<void> => page.evaluate('void history.back()');
    await back();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => from.inputValue()).toBe('/old-harbour');
    await page.getByLabel('To', { exact: true }).fill('/harbour');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Saved. It is live.').waitFor();
    await from.waitFor({ state: 'detached' });
  });

  it('keeps what somebody else has saved in its other values', async () => {
    const { page, go, site } = await visit();
    await go('/redirects');
    await page.locator('main').getByRole('row').nth(1).getByRole('link').click();
    const from = page.getByLabel('From', { exact: true });
    await from.waitFor();
    const url = `${site.url}/api/admin/redirects`;
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const id = new URL(page.url()).searchParams.get('open');
    const changed = await page.request.patch(`${url}/${id}`, { headers, data: { toPath: '/theirs' } });
    expect(changed.status()).toBe(200);
    await from.fill('/mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It is live.').waitFor();
    const { data } = (await (await page.request.get(url)).json()) as {
      data: readonly { readonly id: number; readonly fromPath: string; readonly toPath: string }[];
    };
    expect(data.find((one) => String(one.id) === id)).toMatchObject({ fromPath: '/mine', toPath: '/theirs' });
  });

  it('stays with what is typed when somebody else deletes the record', async () => {
    const { page, go, site } = await visit();
    await go('/redirects');
    await page.locator('main').getByRole('row').nth(1).getByRole('link').click();
    const from = page.getByLabel('From', { exact: true });
    await from.fill('/typed');
    const id = new URL(page.url()).searchParams.get('open');
    await remove(page, `${site.url}/api/admin/redirects/${id}`);
    await page.getByText('Someone else has deleted this').waitFor();
    expect(await from.inputValue()).toBe('/typed');
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  });

  it('stays with what is typed about a file or a term that somebody else deletes', async () => {
    const { page, go, site } = await visit();
    await go('/media?item=1');
    const alt = page.getByRole('textbox', { name: 'Alternative text', exact: true });
    await alt.fill('Typed');
    await remove(page, `${site.url}/api/admin/media/1`);
    await page.getByText('Someone else has deleted this').waitFor();
    expect(await alt.inputValue()).toBe('Typed');

    const { data: vocabulary } = await (await page.request.get(`${site.url}/api/admin/taxonomies/1`)).json();
    const term = vocabulary.terms[0].id;
    await page.goto('about:blank');
    await go(`/taxonomies?vocabulary=1&open=${term}`);
    await page.getByLabel('Name', { exact: true }).fill('Typed');
    await remove(page, `${site.url}/api/admin/taxonomies/1/terms/${term}`);
    await page.getByText('Someone else has deleted this').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed');
  });

  it('stays open with what is typed while it is being saved', async () => {
    const { page, go, site } = await visit();
    const url = `${site.url}/api/admin/redirects`;
    const from = page.getByLabel('From', { exact: true });
    const to = page.getByLabel('To', { exact: true });
    const redirects = async (path: string) =>
      (await (await page.request.get(url)).json()).data
        .filter(({ fromPath }: { fromPath: string }) => fromPath === path)
        .map(({ toPath }: { toPath: string }) => toPath);

    await go('/redirects?open=new');
    await from.fill('/winter');
    await to.fill('/events');
    const created = await holdNext(page, 'POST', '**/api/admin/redirects');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await created.asked;
    await to.fill('/winter-events');
    created.release();
    await page.getByText('Saved, except for what you typed').waitFor();
    expect(await to.inputValue()).toBe('/winter-events');
    expect(await redirects('/winter')).toEqual(['/events']);

    // It goes on with the record that it has made.
    const changed = await holdNext(page, 'PATCH', '**/api/admin/redirects/*');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await changed.asked;
    await to.fill('/winter-walks');
    changed.release();
    await expect.poll(() => redirects('/winter')).toEqual(['/winter-events']);
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isEnabled()).toBe(true);
    expect(await to.inputValue()).toBe('/winter-walks');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await from.waitFor({ state: 'detached' });
    expect(await redirects('/winter')).toEqual(['/winter-walks']);
  });

  it('stays open with what is typed while a reusable block is being saved', async () => {
    const { page, go, site } = await visit();
    const draft = async () =>
      (await (await page.request.get(`${site.url}/api/admin/blocks/4/draft`)).json()).data?.fields.text;
    await go('/blocks?open=4');
    const text = page.getByRole('dialog').getByLabel('Text');
    await text.fill('First');
    const saved = await holdNext(page, 'PUT', '**/api/admin/blocks/*/draft');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await saved.asked;
    await text.fill('Second');
    saved.release();
    await expect.poll(draft).toBe('First');
    expect(await text.inputValue()).toBe('Second');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.poll(draft).toBe('Second');
  });

  it('goes on with what is typed while a reusable block is being made', async () => {
    const { page, go } = await visit();
    await go('/blocks?type=quote&open=new');
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('A saying');
    await drawer.getByLabel('Text').fill('First');
    const made = await holdNext(page, 'POST', '**/api/admin/blocks');
    await drawer.getByRole('button', { name: 'Create' }).click();
    await made.asked;
    await drawer.getByLabel('Text').fill('Second');
    made.release();
    await page.getByRole('dialog', { name: 'A saying' }).waitFor();
    await expect.poll(() => drawer.getByLabel('Text').inputValue()).toBe('Second');
    await drawer.getByText(/draft by ada/).waitFor();
  });

  it('is read-only for who may only look', async () => {
    const { page, context, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const vi = { email: 'vi@example.org', name: 'Vi', password: 'correct horse', role: 'viewer' };
    const admin = `${site.url}/api/admin`;
    const firstOf = async (path: string) => (await (await page.request.get(`${admin}${path}`)).json()).data[0].id;
    const { data: menu } = await (await page.request.get(`${admin}/menus/${await firstOf('/menus')}`)).json();
    const { data: vocabulary } = await (await page.request.get(`${admin}/taxonomies/1`)).json();
    const addresses = [
      `/redirects?open=${await firstOf('/redirects')}`,
      `/tracking-scripts?open=${await firstOf('/tracking-scripts')}`,
      `/menus?menu=${menu.id}&open=${menu.items[0].id}`,
      `/taxonomies?vocabulary=1&open=${vocabulary.terms[0].id}`,
      '/types?open=1',
    ];
    expect((await page.request.post(`${admin}/users`, { headers, data: vi })).status()).toBe(201);
    await context.clearCookies();
    const { email, password } = vi;
    await page.request.post(`${admin}/auth/login`, { headers, data: { email, password, cookie: true } });
    for (const address of addresses) {
      await page.goto(`${site.url}/admin${address}`);
      const inputs = page.getByRole('dialog').locator('form').locator('input, textarea').filter({ visible: true });
      await inputs.first().waitFor();
      const open = await inputs.evaluateAll((all) =>
        all.flatMap((one) => (one.matches(':disabled, [readonly]') ? [] : [one.outerHTML])),
      );
      expect([address, open]).toEqual([address, []]);
    }
  });
});

async function remove(page: Page, url: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin', origin: new URL(url).origin };
  expect((await page.request.delete(url, { headers })).ok()).toBe(true);
}

/** Keeps the next such request from the server until it is released. */
async function holdNext(page: Page, method: string, url: string) {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest((request) => request.method() === method);
  await page.route(url, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return { asked, release };
}
