import { expect, it } from 'vitest';
import { atKeyboard, readPublic } from './atKeyboard.ts';
import { describeInBrowser } from './inBrowser.ts';
import { ADA } from './openSite.ts';

await describeInBrowser('by keyboard alone', (visit) => {
  it('somebody logs in, finds a page, changes it, publishes it, takes it back, and logs out', async () => {
    const { page, go, site } = await visit({ isAnonymous: true });
    const { choose, find, hasFocus, press, stepTo, type, use } = atKeyboard(page);
    await go('/');
    await hasFocus('textbox', 'E-mail address');
    await type(ADA.email);
    await press('Tab');
    await type(ADA.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

    await find('opening h', 'Opening hours');
    await stepTo('textbox', 'Summary');
    await press('Control+a');
    await type('Every day but Monday.');
    await press('Control+Enter');
    await hasFocus('button', 'Publish now');
    await press('Enter');
    await page.getByText('Published. Everybody can read it now.').waitFor();
    const read = () => readPublic(site, 'visit/opening-hours');
    expect((await read()).fields['summary']).toBe('Every day but Monday.');

    await choose('More actions', 'History', 'Shift+Tab');
    await page.getByRole('heading', { name: /^History of/, level: 1 }).waitFor();
    await use('link', /First version/);
    await use('button', 'Restore this version');
    await page.getByRole('dialog').waitFor();
    await hasFocus('button', /^Restore/);
    await press('Enter');
    await page.getByText(/^The version from .* has been restored/).waitFor();
    // What visitors read changes only when it is published.
    expect((await read()).fields['summary']).toBe('Every day but Monday.');
    await find('opening h', 'Opening hours');
    await page.getByText(/draft by ada/).waitFor();
    await stepTo('textbox', 'Summary');
    await press('Control+Enter');
    await hasFocus('button', 'Publish now');
    await press('Enter');
    await expect.poll(async () => (await read()).fields['summary']).not.toBe('Every day but Monday.');

    await find('menus', 'Menus');
    await stepTo('button', 'Move “Birds”');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await press('ArrowUp');
    await saved;
    await page.getByText('“Birds” is now at position 1 under “Observe”.').waitFor();
    await hasFocus('button', 'Move “Birds”');

    await choose(/^Your account/, 'Log out', 'Shift+Tab');
    await hasFocus('textbox', 'E-mail address');
  });
});
