import { expect, it } from 'vitest';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

/** Every screen, with what is there when it has come. */
const SCREENS = [
  { name: 'log-in', path: '/login', isAnonymous: true, there: 'Log in' },
  { name: 'list of pages', path: '/pages', there: 'Merrow Point Observatory' },
  { name: 'home', path: '/', there: 'Everything is in order|needs? attention' },
  { name: 'pages by address', path: '/pages?view=tree', there: 'About the observatory' },
  { name: 'reusable blocks', path: '/blocks', there: 'Map of the station' },
  { name: 'list that finds nothing', path: '/pages?search=zzyx', there: 'No pages match' },
  { name: 'new page', path: '/pages/new?type=page', there: 'Create draft' },
  { name: 'page with blocks', path: '/pages/2', there: 'From flags to feathers' },
  { name: 'page with every kind of list', path: '/pages/17', there: 'Programme' },
  { name: 'species', path: '/pages/14', there: 'Ringing sheets' },
  { name: 'page beside its translation', path: '/pages/17?beside=39', there: 'Veille de l’aube|Veille de l.aube' },
  { name: 'history', path: '/pages/2/history', there: 'first version' },
  { name: 'changes', path: '/changes', there: 'No change is open' },
  { name: 'media', path: '/media', there: 'Harbour at dawn' },
  { name: 'media as a list', path: '/media?view=list', there: 'Harbour at dawn' },
  { name: 'menus', path: '/menus', there: 'The night sky' },
  { name: 'topics', path: '/taxonomies', there: 'Weather' },
  { name: 'redirects', path: '/redirects', there: '/how-to-find-us' },
  { name: 'tracking scripts', path: '/tracking-scripts', there: 'Visit counter' },
  { name: 'settings', path: '/settings', there: 'Text at the foot' },
  { name: 'types', path: '/types', there: 'Log entry' },
  { name: 'people', path: '/people', there: 'Administrator' },
  { name: 'keys', path: '/keys', there: 'No keys yet' },
  { name: 'webhooks', path: '/webhooks', there: 'No webhooks yet' },
  { name: 'git host', path: '/sync', there: 'No git host' },
  { name: 'address of nothing', path: '/nowhere', there: 'There is no screen' },
  { name: 'activity', path: '/activity', there: 'The site as it was' },
] as const;

await describeInBrowser('every screen', (visit) => {
  it.each(['light', 'dark'] as const)('is for everybody, %s', async (colorScheme) => {
    const first = await visit({ colorScheme });
    for (const { name, path, there, ...options } of SCREENS) {
      const { page, go } =
        'isAnonymous' in options ? await visit({ ...options, colorScheme, site: first.site }) : first;
      await go(path);
      await page.locator('main, #root').getByText(new RegExp(there, 'i')).first().waitFor();
      const { violations } = await axe(page, colorScheme).analyze();
      expect([name, violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([name, []]);
    }
  });

  it('has room on 320 pixels', async () => {
    const { page, go } = await visit({ viewport: { width: 320, height: 640 } });
    for (const { path } of SCREENS.slice(1)) {
      await go(path);
      // Of a long list only what there is room for is there.
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([path, width <= 320]).toEqual([path, true]);
    }
  });

  it('speaks German', async () => {
    const { page, go } = await visit({ locale: 'de-DE' });
    await go('/pages?state=draft');
    await page.getByRole('heading', { name: 'Seiten', level: 1 }).waitFor();
    await page.getByRole('button', { name: /^Ihr Konto/ }).click();
    await page.getByText('English').click();
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Pages', level: 1 }).waitFor();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
  });
});
