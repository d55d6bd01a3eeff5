import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('finding pages', (visit) => {
  it('searches their texts, in any order and without accents, in the list and everywhere', async () => {
    const { page, go, site } = await visit();
    await page.request.put(`${site.url}/api/admin/pages/2`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { metaDescription: 'The pelícano sleeps on the buoy' },
    });
    await go('/pages');
    await page.getByRole('searchbox').fill('buoy pelicano');
    await page.getByText('1 page', { exact: true }).waitFor();
    await page.keyboard.press('Control+K');
    const box = page.getByRole('dialog').getByRole('textbox');
    const top = async () => (await page.getByRole('dialog').boundingBox())?.y;
    await box.fill('buoy pelicano');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /\/about/ })
      .or(page.getByRole('option'))
      .first()
      .waitFor();
    const before = await top();
    await box.fill('nothing is called like this');
    await page.getByText('Nothing found. Try another word.').waitFor();
    expect(await top()).toBe(before);
    await box.fill('footer social');
    await box.fill('tagline');
    await page.getByText('Settings', { exact: true }).first().waitFor();
  });

  it('shows those first that are called as one searches, until one sorts them', async () => {
    const { page, go, site } = await visit();
    const put = (id: number, data: object) =>
      page.request.put(`${site.url}/api/admin/pages/${id}`, { headers: { 'sec-fetch-site': 'same-origin' }, data });
    await go('/pages');
    const { data: pages } = await (await page.request.get(`${site.url}/api/admin/pages?locale=en&limit=5`)).json();
    const [called, mentions] = pages as { readonly id: number }[];
    await put(called!.id, { title: 'Zanzibar' });
    await put(mentions!.id, { title: 'An old map', metaDescription: 'It shows Zanzibar' });
    await page.getByRole('searchbox').fill('zanzibar');
    await page.getByText('2 pages', { exact: true }).waitFor();
    const rows = page.getByRole('rowgroup').getByRole('row');
    await expect.poll(() => rows.first().textContent()).toContain('Zanzibar');
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await expect.poll(() => rows.first().textContent()).toContain('An old map');
  });

  it('sorts by a field of the type, and shows values as people read them', async () => {
    const { page, go } = await visit({ timezoneId: 'Europe/Berlin' });
    await go(`/pages?type=event&columns=${encodeURIComponent('["status","field.startsAt","field.places"]')}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const head = page.getByRole('columnheader', { name: 'Begins' });
    await head.getByRole('button').click();
    await page.waitForURL(/sort=fields\.startsAt/);
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
    const cells = page.getByRole('row').getByRole('cell');
    await expect
      .poll(async () => (await cells.allInnerTexts()).join(' '))
      .toMatch(/\d{1,2} \w{3,4} \d{4}, \d{2}:\d{2}/);
    await expect.poll(async () => (await cells.allInnerTexts()).join(' ')).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  });

  it('keeps the head of the list in view', async () => {
    const { page, go } = await visit();
    await go('/pages');
    await page.getByText('42 pages').waitFor();
    await page.evaluate('scrollTo(0, 900)');
    await expect
      .poll(async () => (await page.getByRole('columnheader', { name: 'Title' }).boundingBox())?.y)
      .toBeLessThan(60);
    expect((await page.getByRole('columnheader', { name: 'Title' }).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });

  it('narrows the list to a state, and to what is mine', async () => {
    const { page, go } = await visit();
    await go('/pages');
    await page.getByRole('combobox', { name: 'Any status' }).click();
    for (const name of ['Live', 'Draft', 'Scheduled', 'Draft waiting', 'Offline'])
      await page.getByRole('option', { name, exact: true }).waitFor();
    await page.getByRole('option', { name: 'Scheduled', exact: true }).click();
    await page.waitForURL(/state=scheduled/);
    await page.getByRole('button', { name: 'Mine' }).click();
    await page.waitForURL(/mine=true/);
    await page.getByRole('heading', { name: 'No pages match' }).waitFor();
  });

  it('keeps views on the server, also those that the browser had', async () => {
    const { page, go, site } = await visit();
    await go('/pages');
    await page.evaluate(
      `localStorage.setItem('quire.views', '${JSON.stringify([{ name: 'From before', search: { type: 'event' } }])}')`,
    );
    await go('/pages?search=tide');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'From before', exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Tides');
    await page.getByLabel('Share it with the whole team').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('View “Tides” saved').waitFor();
    const views = await (await page.request.get(`${site.url}/api/admin/views`)).json();
    expect(views.data.map(({ name, shared }: { name: string; shared: boolean }) => [name, shared])).toEqual([
      ['From before', false],
      ['Tides', true],
    ]);
    expect(await page.evaluate("localStorage.getItem('quire.views')")).toBe(null);
  });

  it('searches the tree of addresses', async () => {
    const { page, go } = await visit();
    await go('/pages?view=tree');
    await page.getByRole('searchbox').fill('dawn');
    await page.getByRole('link', { name: 'Dawn watch for beginners' }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Show what is below “events”' }).waitFor();
  });

  it('offers the page that is called so before one that mentions it and was changed later', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const articles = `${site.url}/api/admin/pages`;
    const data = { type: 'article', locale: 'en', title: 'Quillwort', fields: {} };
    await page.request.post(articles, { headers, data });
    const mention = { ...data, title: 'A walk', metaDescription: 'Where the quillwort grows' };
    await page.request.post(articles, { headers, data: mention });
    await go('/pages?type=article&locale=en');
    await page.getByRole('link', { name: 'A walk' }).click();
    const picker = page.getByRole('combobox', { name: /after|see also/i }).first();
    await picker.scrollIntoViewIfNeeded();
    await picker.fill('quillwort');
    await expect
      .poll(async () => (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(['Quillwort', 'A walk']);
  });

  it('creates a page where one is to be chosen, and opens the chosen one beside the form', async () => {
    const { page, go } = await visit();
    await go('/pages?type=article&locale=en');
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    const picker = page.getByRole('combobox', { name: /after|see also/i }).first();
    await picker.scrollIntoViewIfNeeded();
    await picker.fill('A place that is missing');
    await page.getByRole('option', { name: 'Create “A place that is missing”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('link', { name: 'Open “A place that is missing” in a new tab' }).waitFor();
    await expect.poll(() => picker.inputValue()).toBe('A place that is missing');
  });
});

await describeInBrowser('the side bar', (visit) => {
  it('is named after the site, names types in the plural, folds, and fits', async () => {
    const { page, go } = await visit({ viewport: { width: 1440, height: 900 } });
    await go('');
    const side = page.getByRole('navigation', { name: 'Main navigation' });
    await side.getByRole('link', { name: 'Log entries' }).waitFor();
    await page.getByText('Merrow Point Observatory').first().waitFor();
    expect(await side.evaluate((nav) => nav.scrollHeight <= nav.clientHeight)).toBe(true);
    await side.getByRole('button', { name: 'Administration' }).click();
    await side.getByRole('link', { name: 'Types' }).waitFor();
    await page.reload();
    await side.getByRole('link', { name: 'Types' }).waitFor();
  });

  it('shows what one may do, and nothing else', async () => {
    const { page, go, site } = await visit();
    const person = { email: 'ben@example.org', name: 'Ben', password: 'correct horse 2', role: 'editor' };
    await page.request.post(`${site.url}/api/admin/users`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: person,
    });
    const { page: other, go: goOther } = await visit({ site, isAnonymous: true });
    await goOther('');
    await other.getByLabel('E-mail address').fill(person.email);
    await other.getByLabel('Password', { exact: true }).fill(person.password);
    await other.keyboard.press('Enter');
    const side = other.getByRole('navigation', { name: 'Main navigation' });
    await side.getByRole('link', { name: 'Media' }).waitFor();
    for (const name of ['Redirects', 'Settings']) expect(await side.getByRole('link', { name }).count()).toBe(0);
    await side.getByRole('button', { name: 'Administration' }).click();
    await side.getByRole('link', { name: 'Activity' }).waitFor();
    for (const name of ['Types', 'People', 'API keys']) expect(await side.getByRole('link', { name }).count()).toBe(0);
    await go('');
  });
});
