import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeFakeHost, TOKEN } from '../features/hostRequests/fakeHost.ts';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';

const SECRET = 'a secret of some length';
const headers = { 'sec-fetch-site': 'same-origin' };

await describeInBrowser('the request of a change at the git host', (visit) => {
  it('is opened on its screen, tells what the host says, and is closed there', async () => {
    const fake = await makeFakeHost('github');
    const env = {
      ...fake.env,
      GIT_REMOTE: fake.host.url,
      GIT_SYNC_INTERVAL: '0',
      GIT_HOOK_SECRET: SECRET,
      PREVIEW_URL: 'https://example.org{path}?token={token}',
    };
    const { page, go, site } = await visit({ env });
    const ask = (path: string, data: object, more = {}) =>
      page.request.fetch(`${site.url}/api/admin${path}`, { method: 'POST', data, headers, ...more });
    await ask('/sync', {});
    await ask('/changes', { title: 'Winter hours' });
    await ask(
      '/pages/5',
      { title: 'Winter hours' },
      { method: 'PATCH', headers: { ...headers, 'quire-change': 'winter-hours' } },
    );

    await go('/changes/winter-hours');
    const panel = page.getByRole('region', { name: 'Review at GitHub' });
    await panel.getByRole('button', { name: 'Open a request' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Message').fill('Please have a look.');
    await dialog.getByLabel('Add a link to the preview').check();
    await dialog.getByRole('button', { name: 'Open a request' }).click();
    await panel.getByRole('link', { name: 'Request 1' }).waitFor();
    await panel.getByText('Can be taken over').waitFor();
    expect(fake.requests[0]?.text).toMatch(
      /^Please have a look\.\n\n- page ` Winter hours `[\s\S]*\[Preview\]\(https:\/\/example\.org\/\?token=/,
    );

    fake.facts.checks.push({ name: 'quire check', state: 'failure', url: 'https://ci.example.org/1' });
    fake.facts.approvals.push('grace');
    fake.facts.builds.push({ name: 'preview', url: 'https://pr-1.example.org/' });
    const news = JSON.stringify({ check_run: { check_suite: { head_branch: 'change/winter-hours' } } });
    const signature = createHmac('sha256', SECRET).update(news).digest('hex');
    await page.request.post(`${site.url}/api/hooks/git`, {
      data: news,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'check_run',
        'x-hub-signature-256': `sha256=${signature}`,
      },
    });
    await panel.getByText('Approved by grace').waitFor();
    expect(await panel.getByRole('link', { name: 'preview' }).getAttribute('href')).toBe('https://pr-1.example.org/');
    for (const scheme of ['light', 'dark'] as const) expect((await axe(page, scheme).analyze()).violations).toEqual([]);
    await panel.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Close the request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close the request' }).click();
    await panel.getByText('The request was closed').waitFor();
    expect(fake.requests[0]?.state).toBe('closed');
    expect(await page.content()).not.toContain(TOKEN);
  });
});
