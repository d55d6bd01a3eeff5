import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { picture } from '../media/samples.ts';
import { describeInBrowser } from './inBrowser.ts';

const RED = { width: 300, height: 200, background: '#cc3311' };
const BLUE = { width: 200, height: 300, background: '#1133cc' };

const png = async (name: string, look: typeof RED) => ({
  ...{ name, mimeType: 'image/png' },
  buffer: await picture('png', look),
});

const uploads = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const chooseFiles = async (page: Page, ...files: Awaited<ReturnType<typeof png>>[]) =>
  page.locator('main input[type=file]').first().setInputFiles(files);

await describeInBrowser('media', (visit) => {
  it('has boxes that a finger can meet', async () => {
    const { page, go } = await visit({ viewport: { width: 390, height: 844 } });
    await go('/media');
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .first()
      .waitFor();
    const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(found.violations.map(({ id }) => id)).toEqual([]);
  });

  it('uploads many files into the folder that is open, and tells of the one that is no picture', async () => {
    const { page, go } = await visit();
    await go('/media?folder=charts');
    const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await chooseFiles(page, await png('red.png', RED), await png('blue.png', BLUE), broken);
    await uploads(page).getByText('1 file was not uploaded').waitFor();
    await page.getByRole('link', { name: 'red.png' }).waitFor();
    await page.getByRole('link', { name: 'blue.png' }).waitFor();
    await expect.poll(() => uploads(page).getByRole('alert').count()).toBe(1);
    const refused = page.waitForResponse((response) => response.status() === 415 || response.status() === 400);
    await uploads(page).getByRole('button', { name: 'Try again' }).click();
    await refused;
    await uploads(page).getByRole('button', { name: 'Try again' }).waitFor();
    await uploads(page).getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => uploads(page).count()).toBe(0);
  });

  it('takes files that are dropped anywhere on the screen', async () => {
    const { page, go } = await visit();
    await go('/media');
    await page.getByText('11 files').waitFor();
    const bytes = JSON.stringify([...(await picture('png', RED))]);
    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(${bytes})], 'dropped.png', { type: 'image/png' }));
      return data;
    })()`);
    for (const type of ['dragenter', 'dragover']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
    const zone = page.getByText('Drop the files here to upload them');
    await zone.waitFor();
    await zone.dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('link', { name: 'dropped.png' }).waitFor();
    await page.getByText('12 files').waitFor();
  });

  it('tells that the same file is there already, and takes the new one away again', async () => {
    const { page, go } = await visit();
    await go('/media');
    await page.getByText('11 files').waitFor();
    await chooseFiles(page, await png('red.png', RED));
    await page.getByText('12 files').waitFor();
    await chooseFiles(page, await png('red again.png', RED));
    await uploads(page).getByText('This file already exists:').waitFor();
    await page.getByText('13 files').waitFor();
    await uploads(page).getByRole('button', { name: 'Remove the new one' }).click();
    await page.getByText('12 files').waitFor();
  });

  it('keeps what is said of a picture, with the point that matters', async () => {
    const { page, go, site } = await visit();
    await go('/media');
    await page.getByRole('link', { name: 'Harbour at dawn' }).click();
    const drawer = page.getByRole('dialog', { name: 'Harbour at dawn' });
    await drawer.getByText('Used in 8 places').waitFor();
    await drawer.getByLabel('Alternative text').fill('The harbour before sunrise');
    await drawer.getByRole('button', { name: 'New folder' }).click();
    await drawer.getByLabel('New folder').fill('New folder');
    await drawer.getByRole('button', { name: /Most important point/ }).focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowUp');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByText('1 file', { exact: true }).waitFor();
    const answer = await page.request.get(`${site.url}/api/admin/media/1`);
    const { data } = await answer.json();
    expect([data.altText, data.folder, data.focalPoint.y < 0.5]).toEqual([
      ...['The harbour before sunrise', 'New folder', true],
    ]);
  });

  it('shows the crops of a picture, and another part where it is chosen, by pointer and by keys', async () => {
    const { page, go, site } = await visit();
    const images = { hero: { width: 1600, ratio: '16:9' }, card: { width: 480, ratio: '1:1' } };
    const headers = { origin: site.url };
    const saved = await page.request.put(`${site.url}/api/admin/config`, { data: { images }, headers });
    expect(saved.status()).toBe(200);
    await go('/media');
    await page.getByRole('link', { name: 'Harbour at dawn' }).click();
    const crops = page.getByRole('group', { name: 'Crops' });
    await crops.getByRole('button', { name: 'card: 1:1, 480 pixels wide' }).click();
    const area = crops.getByLabel('What card shows: the arrow keys move it.');
    const before = (await area.boundingBox())!;
    await area.focus();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await area.boundingBox())!.x).toBeLessThan(before.x);
    const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
    expect(found.violations.map(({ id }) => id)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data } = await (await page.request.get(`${site.url}/api/admin/media/1`)).json();
    expect(data.crops).toEqual({ card: { x: expect.closeTo(0.28, 1), y: 0, width: expect.closeTo(2 / 3, 1) } });
  });

  it('asks before what is typed is thrown away', async () => {
    const { page, go } = await visit();
    await go('/media?item=1');
    const drawer = page.getByRole('dialog', { name: 'Harbour at dawn' });
    await drawer.getByLabel('Title').fill('Something else');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => drawer.getByLabel('Title').inputValue()).toBe('Something else');
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  it('replaces a file in place, and deletes an item after telling where it is used', async () => {
    const { page, go, site } = await visit();
    await go('/media?item=1');
    const drawer = page.getByRole('dialog', { name: 'Harbour at dawn' });
    await drawer.locator('input[type=file]').setInputFiles(await png('newer.png', BLUE));
    const first = page.getByRole('dialog', { name: 'Replace “Harbour at dawn”?' });
    await first.getByRole('button', { name: 'Replace file' }).click();
    await page.getByText('File replaced.').waitFor();
    await drawer.getByText('newer.png · 200 × 300').waitFor();
    await drawer.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Harbour at dawn”?' });
    await question.getByText('It is used in 8 places').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('File deleted').waitFor();
    await page.getByText('10 files').waitFor();
    expect((await page.request.get(`${site.url}/api/admin/media/1`)).status()).toBe(404);
  });

  it('drops the selection when other files are shown, so that nothing unseen is deleted', async () => {
    const { page, go } = await visit();
    await go('/media');
    await page.getByText('11 files').waitFor();
    const box = page.getByRole('checkbox', { name: 'Select “Harbour at dawn”' });
    await box.check();
    const actions = page.getByRole('toolbar', { name: '1 file selected' });
    await actions.waitFor();
    // The same files in another view.
    await page.getByRole('radio', { name: 'List' }).dispatchEvent('click');
    await actions.waitFor();
    await page.getByRole('searchbox').fill('plate');
    await page.getByText('3 files').waitFor();
    await actions.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await page.getByText('11 files').waitFor();
    expect(await box.isChecked()).toBe(false);
  });

  it('finds by name, by kind and by what is missing, and keeps that in the address', async () => {
    const { page, go } = await visit();
    await go('/media?view=list');
    await page.getByRole('searchbox').fill('plate');
    await page.getByText('3 files').waitFor();
    await page.getByRole('button', { name: 'Without alternative text' }).click();
    await page.getByRole('heading', { name: 'No files match' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('11 files').waitFor();
    expect(new URL(page.url()).search).toContain('view=list');
  });
});
