import { execFileSync } from 'node:child_process';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './inBrowser.ts';
import type { RunningSite } from './openSite.ts';
import { publish } from './publish.ts';

const DAWN_WATCH = '/pages/17';

const liveTitle = async ({ url }: RunningSite): Promise<unknown> =>
  ((await (await fetch(`${url}/api/content/pages/events/dawn-watch`)).json()) as { data: { title: unknown } }).data
    .title;

const title = (page: Page) => page.getByLabel('Title', { exact: true });

async function publishChange(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Everybody can read it now.').last().waitFor();
}

await describeInBrowser('changes', (visit) => {
  it('publishes a draft once, however often the button is pressed', async () => {
    const { page, go } = await visit();
    await go(DAWN_WATCH);
    await title(page).fill('Pressed twice');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved as a draft. What is live stays as it is.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/publish')) sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).dblclick();
    await page.getByText('Published. Everybody can read it now.').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('takes a change from its beginning to what is live, with a clash on the way', async () => {
    const { page, go, follow, site } = await visit();
    await go('/changes');
    await page.getByRole('button', { name: 'New change' }).click();
    await page.getByLabel('What it is about').fill('Summer programme');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('You are working on the change “Summer programme”').waitFor();
    await page.getByRole('heading', { name: 'Nothing edited yet' }).waitFor();
    await follow(DAWN_WATCH);
    await title(page).fill('Summer watch');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved in this change. It is not live.').waitFor();
    expect(await liveTitle(site)).not.toBe('Summer watch');

    const other = await visit({ site });
    await other.go(DAWN_WATCH);
    await title(other.page).fill('Somebody else’s watch');
    await publish(other.page);

    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.locator('main').getByRole('link', { name: 'Summer programme' }).click();
    await page.getByRole('heading', { name: '1 value to decide' }).waitFor();
    const publishAll = page.getByRole('button', { name: 'Publish', exact: true });
    await expect.poll(() => publishAll.isDisabled()).toBe(true);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await page.getByRole('button', { name: 'Write something else' }).click();
    await page.getByLabel('Value to keep').fill('Everybody’s watch');
    await page.getByRole('button', { name: 'Use this', exact: true }).click();
    await publishChange(page);
    expect(await liveTitle(site)).toBe('Everybody’s watch');
  });

  it('shows a clash within a text in words, and where it is', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const { request } = page;
    const api = `${site.url}/api/admin`;
    const regions = (text: string, id?: string): object => {
      const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
      return { content: [{ ...(id && { id }), blockTypeSlug: 'rich_text', fields: { body } }] };
    };
    const data = { title: 'Ferries', type: 'page', regions: regions('The boat leaves at six.') };
    const made = (await (await request.post(`${api}/pages`, { headers, data })).json()).data;
    const edit = (text: string, at = {}) => {
      const edited = { regions: regions(text, made.regions.content[0].id) };
      return request.put(`${api}/pages/${made.id}`, { headers: { ...headers, ...at }, data: edited });
    };
    await request.post(`${api}/changes`, { headers, data: { title: 'Ferries' } });
    await edit('The ferry leaves at six.', { 'Quire-Change': 'ferries' });
    await edit('The ship leaves at six.');
    await go('/changes/ferries');
    const clash = page.getByRole('article').filter({ hasText: 'Block: Content › Text' }).first();
    for (const vessel of ['boat', 'ship', 'ferry'])
      await clash.getByText(`The ${vessel} leaves at six.`, { exact: true }).waitFor();
    await clash.getByRole('button', { name: 'Use this change' }).click();
    await publishChange(page);
    const live = await request.get(`${api}/pages/${made.id}`);
    expect(await live.text()).toMatch(/The ferry leaves at six/);
  });

  it('shows which picture took the place of another, and which term has gone', async () => {
    const { page, go, site } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const api = `${site.url}/api/admin`;
    const { fields } = (await (await page.request.get(`${api}/pages/2`)).json()).data;
    await page.request.post(`${api}/changes`, { headers, data: { title: 'Pictures' } });
    const data = { fields: { ...fields, cover: 3 } };
    const inChange = { ...headers, 'Quire-Change': 'pictures' };
    await page.request.put(`${api}/pages/2`, { headers: inChange, data });
    await page.request.delete(`${api}/taxonomies/1/terms/3`, { headers: inChange });
    await go('/changes/pictures');
    await page.locator('del', { hasText: 'signal-station' }).waitFor();
    await page.locator('ins', { hasText: 'perseid-night' }).waitFor();
    await page.getByRole('article', { name: 'Topics' }).locator('del', { hasText: 'Weather' }).waitFor();
  });

  it('publishes what a developer has changed beside the content', async () => {
    const { page, go, site } = await visit();
    const git = (args: readonly string[], input = ''): string =>
      execFileSync('git', args, { cwd: site.contentDir, encoding: 'utf8', input });
    git(
      ['fast-import', '--quiet', '--date-format=now'],
      [
        'commit refs/heads/change/notes',
        'committer Dev <dev@example.org> now',
        'data <<END\nAdd notes\nEND',
        `from ${git(['rev-parse', 'HEAD']).trim()}`,
        'M 100644 inline NOTES.md',
        'data <<END\nFor developers\nEND\n',
      ].join('\n'),
    );
    await go('/changes/notes');
    await page.getByText('Other files: NOTES.md').waitFor();
    await publishChange(page);
    expect(git(['show', 'HEAD:NOTES.md'])).toBe('For developers\n');
  });

  it('drops a change and brings it back', async () => {
    const { page, go } = await visit();
    await go('/changes');
    await page.getByText('No change is open').waitFor();
    await page.getByRole('button', { name: 'New change' }).click();
    await page.getByLabel('What it is about').fill('Winter');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard this change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard this change' }).click();
    await page.getByRole('button', { name: /^Bring back/ }).click();
    await page.locator('main').getByRole('link', { name: 'Winter' }).waitFor();
  });

  it('takes along a page that was made in it', async () => {
    const { page, go, follow, site, context } = await visit();
    const headers = { 'sec-fetch-site': 'same-origin', origin: site.url };
    const made = await context.request.post(`${site.url}/api/admin/changes`, { headers, data: { title: 'Summer' } });
    const { name } = (await made.json()).data as { readonly name: string };
    await go('/changes');
    await page.getByRole('link', { name: 'Summer' }).click();
    await page.getByRole('button', { name: 'Work on this' }).click();
    await follow('/pages/new?type=page');
    await page.getByLabel('Title').fill('The mole in July');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByLabel('Summary').fill('Low tide only.');
    await page.getByLabel('Heading').first().fill('The mole');
    // An editor of text is made when it is seen.
    await page.getByLabel('Heading').first().press('PageDown');
    await page.mouse.wheel(0, 700);
    await page.locator('[contenteditable=true]').first().click();
    await page.keyboard.type('An hour each way.');
    await page.getByRole('button', { name: 'Publish with this change' }).click();
    await page.getByText('Saved. This page goes live when the change is published.').waitFor();
    const id = page.url().split('/').at(-1);
    const status = async (more: Record<string, string>): Promise<unknown> =>
      (await (await context.request.get(`${site.url}/api/admin/pages/${id}`, { headers: more })).json()).data?.status;
    expect(await status({ 'Quire-Change': name })).toBe('published');
    expect(await status({})).toBeUndefined();
  });
});
