import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('the screens of the site', (visit) => {
  it('makes a redirect, with what the server refuses beside its field', async () => {
    const { page, go, site } = await visit();
    await go('/redirects?open=new');
    const drawer = page.getByRole('dialog', { name: 'New redirect' });
    await drawer.getByLabel('From').fill('/winter');
    await drawer.getByLabel('To', { exact: true }).fill('javascript:alert(1)');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.getByLabel('To', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor();
    await drawer.getByLabel('To', { exact: true }).fill('/events');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.waitFor({ state: 'detached' });
    const { data } = await (await page.request.get(`${site.url}/api/content/redirects`)).json();
    expect(data).toContainEqual(expect.objectContaining({ fromPath: '/winter', toPath: '/events', statusCode: 301 }));
    await page.getByRole('searchbox').fill('winter');
    await page.getByRole('link', { name: '/winter' }).click();
    const opened = page.getByRole('dialog', { name: '/winter' });
    await opened.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete this redirect?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No redirects match' }).waitFor();
    const note = page.locator('.mantine-Notification-root', { hasText: 'Redirect deleted' });
    await note.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('link', { name: '/winter' }).waitFor();
  });

  it('keeps the settings, and asks before they are left unsaved', async () => {
    const { page, go, site } = await visit();
    await go('/settings');
    await page.getByLabel('Name', { exact: true }).fill('Merrow');
    await page.getByLabel('Another language').fill('nonsense!');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('This is not a language code.').waitFor();
    await page.getByLabel('Another language').fill('PT-br');
    await page.keyboard.press('Enter');
    await page.getByText('pt-BR', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Menus' }).click();
    await page.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Remove row 1' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const { data } = await (await page.request.get(`${site.url}/api/admin/config`)).json();
    expect(data).toMatchObject({ siteName: 'Merrow', supportedLocales: ['en', 'es', 'fr', 'pt-BR'] });
    expect(Object.keys(data.social)).toEqual(['photographs']);
    await page.getByRole('link', { name: 'Menus' }).click();
    await page.getByRole('heading', { name: 'Menus', level: 1 }).waitFor();
  });

  it('keeps what is typed into the settings while they are being saved', async () => {
    const { page, go } = await visit();
    await go('/settings');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/admin/config', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await page.getByLabel('Name', { exact: true }).fill('Merrow');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Tagline').fill('Typed while it was saving');
    const answer = page.waitForResponse((one) => one.request().method() === 'PUT');
    release();
    await answer;
    await page.getByText('Saved').waitFor();
    await expect.poll(() => page.getByLabel('Tagline').inputValue()).toBe('Typed while it was saving');
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(true);
  });

  it('puts a script on some pages', async () => {
    const { page, go, site } = await visit();
    await go('/tracking-scripts?open=new');
    const drawer = page.getByRole('dialog', { name: 'New script' });
    await drawer.getByLabel('Name', { exact: true }).fill('Chat');
    await drawer.getByRole('textbox', { name: 'Code' }).fill('<script>chat()</script>');
    await drawer.getByText('On some pages').click();
    await drawer.getByLabel('Pages', { exact: true }).fill('tides');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Add' }).click();
    await drawer.waitFor({ state: 'detached' });
    const { data } = await (await page.request.get(`${site.url}/api/content/tracking-scripts?page=tides`)).json();
    expect(data.head).toContainEqual(expect.objectContaining({ name: 'Chat', code: '<script>chat()</script>' }));
  });

  it('asks what becomes of the values of a field that is removed, before it is', async () => {
    const { page, go, site } = await visit();
    await go('/types?open=1');
    const drawer = page.getByRole('dialog', { name: 'Page' });
    await drawer.getByRole('button', { name: 'Actions for “Summary”' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await drawer.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'What becomes of the values?' });
    await question.getByLabel('Values of “Summary” (summary)').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    const type = async () => (await (await page.request.get(`${site.url}/api/admin/content-types/1`)).json()).data;
    expect((await type()).fieldsSchema[0].name).toBe('summary');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Save with all records' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect((await type()).fieldsSchema[0].name).not.toBe('summary');
  });

  it('keeps what another admin has changed of a type meanwhile, and the way in which its file lists fields', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const types = `${site.url}/api/admin/content-types`;
    const fieldsSchema = { intro: { type: 'text' }, into: { type: 'text' } };
    const made = await page.request.post(types, { headers, data: { name: 'Leaflet', fieldsSchema } });
    const { id } = (await made.json()).data;
    await go(`/types?open=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: /^Into/ }).click();
    const data = { name: 'Handout', description: 'To take along' };
    expect((await page.request.put(`${types}/${id}`, { headers, data })).status()).toBe(200);

    // On the way to its new name it has that of the other.
    await drawer.getByRole('group', { name: 'into', exact: true }).getByLabel('Name').fill('intro');
    await drawer.getByRole('group', { name: 'intro', exact: true }).getByLabel('Name').fill('introduction');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect((await (await page.request.get(`${types}/${id}`)).json()).data).toMatchObject({
      name: 'Handout',
      description: 'To take along',
      fieldsSchema: { intro: { type: 'text' }, introduction: { type: 'text' } },
    });
  });

  it('keeps the field that another admin has added to a type in the meantime', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const types = `${site.url}/api/admin/content-types`;
    const intro = { name: 'intro', type: 'text' };
    const made = await page.request.post(types, { headers, data: { name: 'Leaflet', fieldsSchema: [intro] } });
    const { id } = (await made.json()).data;
    await go(`/types?open=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: /^Intro/ }).click();
    await drawer.getByRole('group', { name: 'intro', exact: true }).getByLabel('Help').fill('A sentence or two.');
    const printer = { name: 'printer', type: 'text' };
    const added = await page.request.put(`${types}/${id}`, { headers, data: { fieldsSchema: [intro, printer] } });
    expect(added.status()).toBe(200);

    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect((await (await page.request.get(`${types}/${id}`)).json()).data.fieldsSchema).toEqual([
      { ...intro, help: 'A sentence or two.' },
      printer,
    ]);
  });

  it('keeps the name that another admin has given a key meanwhile, and sets when it ends', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const keys = `${site.url}/api/admin/api-keys`;
    const made = await page.request.post(keys, { headers, data: { name: 'Shop', permissions: 'content:read' } });
    const { id } = (await made.json()).data;
    await go(`/keys?open=${id}`);
    const drawer = page.getByRole('dialog', { name: 'Shop' });
    await drawer.waitFor();
    expect((await page.request.patch(`${keys}/${id}`, { headers, data: { name: 'Museum shop' } })).status()).toBe(200);
    await drawer.getByRole('combobox').click();
    await page.getByRole('option', { name: '30 days' }).click();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    const { data } = await (await page.request.get(keys)).json();
    const key = data.find((one: { id: number }) => one.id === id);
    expect(key).toMatchObject({ name: 'Museum shop' });
    expect(Date.parse(key.expiresAt)).toBeGreaterThan(Date.now());
  });

  it('makes a block type with a field that has choices, as a form and as JSON', async () => {
    const { page, go, site } = await visit();
    await go('/types?of=blocks&open=new');
    const drawer = page.getByRole('dialog', { name: 'New block type' });
    await drawer.getByLabel('Name', { exact: true }).first().fill('Notice');
    await drawer.getByRole('button', { name: 'Add a field' }).click();
    await page.keyboard.type('Level');
    const field = drawer.getByRole('group', { name: 'Level', exact: true });
    await field.getByLabel('Name', { exact: true }).fill('kind');
    await field.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'One of several' }).click();
    await field.getByRole('button', { name: 'Add a choice' }).click();
    await field.getByLabel('Label of choice 1').fill('For information');
    await field.getByLabel('Value of choice 1').fill('info');
    await field.getByRole('button', { name: 'Add a choice' }).click();
    await field.getByLabel('Value of choice 2').fill('warning');
    await drawer.getByRole('radiogroup', { name: 'Fields' }).getByText('As JSON').click();
    await drawer.getByText('For information').waitFor();
    await drawer.getByRole('button', { name: 'Create' }).click();
    await drawer.waitFor({ state: 'detached' });
    const { data } = await (await page.request.get(`${site.url}/api/admin/block-types`)).json();
    expect(data.find(({ slug }: { slug: string }) => slug === 'notice').fieldsSchema).toEqual([
      {
        ...{ name: 'kind', type: 'select', label: 'Level' },
        options: [{ value: 'info', label: 'For information' }, 'warning'],
      },
    ]);
  });

  it('asks before it replaces what another admin has changed in the same field of a type, and keeps unknown keys', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const type = `${site.url}/api/admin/content-types/3`;
    const fields = async () => (await (await page.request.get(type)).json()).data.fieldsSchema;
    const [first, ...others] = await fields();
    const label = async (text: string, more: object = {}) =>
      page.request.put(type, { headers, data: { fieldsSchema: [{ ...first, ...more, label: text }, ...others] } });
    await label('Begin', { note: '' });
    await go('/types?open=3');
    const drawer = page.getByRole('dialog', { name: 'Event' });
    await drawer
      .getByRole('button', { name: /^Begin/ })
      .first()
      .click();
    await drawer.getByRole('group', { name: 'Begin', exact: true }).getByLabel('Label', { exact: true }).fill('Mine');
    await label('Theirs', { note: '' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    const clash = page.getByRole('dialog', { name: 'Someone else has changed the same thing' });
    await clash.getByRole('button', { name: 'Cancel' }).click();
    await clash.waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await clash.getByRole('button', { name: 'Replace theirs' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect((await fields())[0]).toEqual({ ...first, note: '', label: 'Mine' });
  });

  it('lays a form out by keyboard, in as many lines of the file as have changed, and shows the form so', async () => {
    const { page, go, site } = await visit();
    await go('/types?open=3');
    const drawer = page.getByRole('dialog', { name: 'Event' });
    await drawer.getByText('Layout', { exact: true }).click();
    const form = drawer.getByRole('group', { name: 'Ends' });
    await drawer.getByRole('button', { name: 'Begins', exact: true }).click();
    await drawer.getByText('Half', { exact: true }).click();
    await drawer.getByRole('button', { name: 'Ends', exact: true }).click();
    await form.getByText('Half', { exact: true }).click();
    await drawer.getByRole('button', { name: 'Questions to', exact: true }).click();
    await drawer
      .getByRole('textbox', { name: 'Tab' })
      .or(drawer.getByRole('combobox', { name: 'Tab' }))
      .fill('Booking');
    await page.keyboard.press('Tab');
    await drawer.getByRole('region', { name: 'Booking' }).waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });

    const changed = execFileSync('git', ['show', '--format=', '--numstat', 'HEAD'], {
      cwd: site.contentDir,
    }).toString();
    const [added, removed] = changed.split('\t').map(Number);
    expect(changed).toContain('content-types/event.yaml');
    expect([added, removed]).toEqual([6, 0]);

    await go('/types?open=3');
    await drawer.getByText('Layout', { exact: true }).click();
    // Into the tab behind all else: what takes the place of a field there stands in its tab.
    await drawer.getByRole('button', { name: 'Move Programme' }).focus();
    await page.keyboard.press('Space');
    await page.getByText(/^(Picked up\. )?Position 12/).waitFor({ state: 'attached' });
    // It is picked up a moment before it listens to keys.
    const isLast = async (): Promise<number> => {
      await page.keyboard.press('ArrowDown');
      return page.getByText('Position 13 of 13.').count();
    };
    await expect.poll(isLast).toBe(1);
    await page.keyboard.press('Space');
    await drawer
      .getByRole('region', { name: 'Booking' })
      .getByRole('button', { name: 'Programme', exact: true })
      .waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });

    await go('/pages/17');
    const begins = page.getByLabel('Begins');
    await begins.waitFor();
    // What comes later above them moves both.
    await expect
      .poll(async () => (await begins.boundingBox())?.y === (await page.getByLabel('Ends').boundingBox())?.y)
      .toBe(true);
    await page.getByLabel('Questions to').waitFor();
    await page.getByRole('tabpanel', { name: 'Booking' }).getByText('Programme', { exact: true }).waitFor();
  });
});
