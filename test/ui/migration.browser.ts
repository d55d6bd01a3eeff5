import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

await describeInBrowser('migrations in the builder of types', (visit) => {
  it('asks what becomes of values when a field is renamed, shows what that does, and does it', async () => {
    const { page, go, site } = await visit();
    const send = async (path: string, data: object) => {
      const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
      return (await (await page.request.post(`${site.url}/api/admin/${path}`, { headers, data })).json()).data;
    };
    const type = await send('content-types', {
      name: 'Leaflet',
      fieldsSchema: [
        { name: 'subtitle', type: 'text', label: 'Subtitle' },
        { name: 'kicker', type: 'text', label: 'Kicker' },
      ],
    });
    const made = await send('pages', {
      title: 'One',
      type: 'leaflet',
      fields: { subtitle: 'Said below', kicker: 'Above' },
    });
    await go(`/types?open=${type.id}`);
    const drawer = page.getByRole('dialog', { name: 'Leaflet' });
    await drawer.getByRole('button', { name: /^Subtitle Line/ }).click();
    const form = drawer.locator('[data-unfolded] fieldset');
    await form.getByLabel('Name', { exact: true }).fill('standfirst');
    await form.getByLabel('Label', { exact: true }).fill('Standfirst');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'What becomes of the values?' });
    await dialog.getByText('Changes 1 page.').waitFor();
    expect(await dialog.getByLabel('Values of “Subtitle” (subtitle)').inputValue()).toBe('standfirst');
    await dialog.getByRole('button', { name: 'One' }).click();
    await dialog.getByText('+ Said below').waitFor();
    // Behind the dialog is the drawer, which has a head of its own.
    expect((await axe(page, 'light').include('.mantine-Modal-body').analyze()).violations).toEqual([]);
    await dialog.getByRole('button', { name: 'Save with all records' }).click();
    await dialog.waitFor({ state: 'detached' });
    const read = await (await page.request.get(`${site.url}/api/admin/pages/${made.id}`)).json();
    expect(read.data.fields).toEqual({ standfirst: 'Said below', kicker: 'Above' });
  });

  it('lists values that no type knows, and removes them', async () => {
    const { page, go, site } = await visit();
    const send = async (path: string, data: object) => {
      const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
      return (await (await page.request.post(`${site.url}/api/admin/${path}`, { headers, data })).json()).data;
    };
    await send('content-types', { name: 'Flyer', fieldsSchema: [{ name: 'lead', type: 'text', label: 'Lead' }] });
    const made = await send('pages', { title: 'Two', type: 'flyer', fields: { kicker: 'Left over' } });
    await go('/types');
    const notice = page.getByText('1 record has a value of “kicker”, which “Flyer” does not know.');
    await notice.waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Move to' }).click();
    await page.getByRole('menuitem', { name: 'Lead' }).click();
    await notice.waitFor({ state: 'detached' });
    const read = await (await page.request.get(`${site.url}/api/admin/pages/${made.id}`)).json();
    expect(read.data.fields).toEqual({ lead: 'Left over' });
  });
});
