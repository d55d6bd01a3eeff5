import type { FrameLocator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type ExtensionDefinition, field, panel } from '../../src/extend/index.ts';
import { describeInBrowser, type Visit } from './inBrowser.ts';
import { BIRDS, openExtendedSite } from './openExtendedSite.ts';

const HOSTILE: ExtensionDefinition = {
  name: 'hostile',
  version: '1.0.0',
  fields: { place: field({ ...BIRDS.fields!['place']!, input: { frame: './hostile/hostile.html', height: 160 } }) },
  panels: [panel({ at: 'page.aside', title: 'Spoof', frame: './hostile/spoof.html' })],
};
const { fields: _, ...GOOD } = BIRDS;

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

/** A page with a hostile input and a hostile panel, beside a panel that means well. */
async function openHostilePage(visit: (options: object) => Promise<Visit>) {
  const site = await openExtendedSite([HOSTILE, GOOD]);
  const { page, context, go } = await visit({ site, allowsFaults: true });
  await go('/pages/1');
  const place = frameOf(page, 'Place');
  const found = place.locator('#found');
  const works = async (): Promise<void> => {
    await page.getByLabel('Summary').fill('Still here');
    await frameOf(page, 'Helper').getByRole('button', { name: 'Write a summary' }).click();
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('About Home');
  };
  return { site, page, context, place, found, works };
}

await describeInBrowser('a hostile frame', (visit) => {
  it('SEC-51 reads nothing, and leads nobody anywhere', async () => {
    const { page, context, found, works } = await openHostilePage(visit);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    await expect.poll(() => found.textContent()).toContain('{');
    const got = JSON.parse((await found.textContent()) ?? '') as Record<string, unknown>;
    expect(got).toMatchObject({
      ...{ cookies: 'SecurityError', storage: 'SecurityError', session: 'SecurityError', databases: 'SecurityError' },
      ...{ page: 'SecurityError', top: 'SecurityError', address: 'SecurityError', others: 'SecurityError' },
      ...{ navigateTop: 'SecurityError', navigatePage: 'SecurityError', navigateOther: 'SecurityError' },
      ...{ openWindow: 'null', evaluate: 'EvalError', origin: 'null' },
      ...{ fetchUser: 'TypeError', fetchPublic: 'TypeError', fetchElsewhere: 'TypeError' },
      ...{ worker: 'SecurityError', inlineScript: false, foreignScript: 'blocked', innerFrame: 'closed' },
      ...{ otherEndpoint: 'input', otherField: 'unknownField', prompt: 'unfocused' },
    });
    expect(context.pages()).toEqual([page]);
    expect(new URL(page.url()).pathname).toBe('/admin/pages/1');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(asked.filter((url) => /evil\.test|auth\/me/.test(url))).toEqual([]);
    await works();
  });

  it('SEC-51 is heard only by its own port', async () => {
    const { page, works } = await openHostilePage(visit);
    await page
      .frames()
      .find((frame) => frame.url().includes('spoof'))
      ?.locator('#said')
      .getByText('unheard')
      .waitFor();
    await works();
    expect(await page.getByText('spoofed').count()).toBe(0);
    await page.getByText('“Spoof” cannot be shown at the moment.').waitFor();
  });

  it('SEC-51 has no value taken that is not of the kind of its field', async () => {
    const { page, place, found, works, site } = await openHostilePage(visit);
    await expect.poll(() => found.textContent()).toContain('{');
    await place.getByRole('button', { name: 'Values' }).click();
    await expect.poll(() => found.textContent()).toBe('size kind kind DataCloneError kind size kind kind kind');
    expect(await page.evaluate('({}).isAdmin')).toBe(undefined);
    await works();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as a draft').waitFor();
    expect(site.read('pages/en/home.yaml')).not.toContain('place');
  });

  it('SEC-51 stops nothing by flooding: it is cut off with a notice, and can be loaded again', async () => {
    const { page, place, found, works } = await openHostilePage(visit);
    await expect.poll(() => found.textContent()).toContain('{');
    await place.getByRole('button', { name: 'Flood' }).click();
    await page.getByText('“Place” sent too much at once, so it was stopped.').waitFor();
    await page.getByLabel('Lat', { exact: true }).fill('5');
    await works();
    await page.getByRole('button', { name: 'Load it again' }).first().click();
    await expect.poll(() => found.textContent()).toContain('{');
  });

  it('SEC-51 is stopped when it takes the focus again and again from somebody who is typing', async () => {
    const { page, place, found, works } = await openHostilePage(visit);
    await expect.poll(() => found.textContent()).toContain('{');
    await place.getByRole('button', { name: 'Steal' }).click();
    await page.getByLabel('Summary').click();
    await page.getByLabel('Summary').fill('');
    await page.keyboard.type('Nobody takes these words away', { delay: 30 });
    await page.getByText('“Place” took the place of where you were typing, so it was stopped.').waitFor();
    // What was under a finger while the focus was away is lost, and no more.
    expect((await page.getByLabel('Summary').inputValue()).length).toBeGreaterThan(20);
    await works();
  });

  it('SEC-51 is stopped when it leaves its own page', async () => {
    const { page, place, found, works } = await openHostilePage(visit);
    await expect.poll(() => found.textContent()).toContain('{');
    await place.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('“Place” has left its own page, so it was stopped.').waitFor();
    await works();
  });
});
