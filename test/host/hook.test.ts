import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { branchIn, createHookCheck, readHookEvent, requestBranchIn } from '../../src/host/hook.ts';
import { makeSite } from '../makeSite.ts';
import { FILES, makeTeam, PAGE, TEXT } from './makeTeam.ts';

const SECRET = 'a secret of some length';
const hmac = (body: string, secret = SECRET): string => createHmac('sha256', secret).update(body).digest('hex');

function idOf(body: string, headers: Readonly<Record<string, string>>): string | null {
  const check = createHookCheck(SECRET, headers);
  check?.take(Buffer.from(body.slice(0, 3)));
  check?.take(Buffer.from(body.slice(3)));
  return check?.end() ?? null;
}

describe('a message of the host', () => {
  const body = '{"ref":"refs/heads/main"}';
  it.each([
    ['GitHub', { 'x-hub-signature-256': `sha256=${hmac(body)}` }],
    ['Gitea', { 'x-gitea-signature': hmac(body) }],
    ['Forgejo', { 'x-forgejo-signature': hmac(body), 'x-gitea-signature': hmac(body) }],
    ['GitLab', { 'x-gitlab-token': SECRET }],
  ])('is accepted when %s has signed it', (_, headers) => {
    expect(idOf(body, headers)).toBe(hmac(body));
  });

  it.each([
    ['has no signature', {}],
    ['is signed with another secret', { 'x-hub-signature-256': `sha256=${hmac(body, 'another')}` }],
    ['is another one', { 'x-hub-signature-256': `sha256=${hmac(`${body} `)}` }],
    ['has half a signature', { 'x-gitea-signature': hmac(body).slice(0, 32) }],
    ['has another token', { 'x-gitlab-token': 'another' }],
    ['has an empty token', { 'x-gitlab-token': '' }],
    ['has a wrong token and a good signature', { 'x-gitlab-token': 'another', 'x-gitea-signature': hmac(body) }],
  ])('SEC-40 is refused when it %s', (_, headers) => {
    expect(idOf(body, headers)).toBe(null);
  });

  it('matters if it is about a push to a branch', () => {
    expect(readHookEvent({ 'x-github-event': 'push' })).toBe('push');
    expect(readHookEvent({ 'x-gitlab-event': 'Push Hook' })).toBe('push');
    expect(readHookEvent({ 'x-github-event': 'ping' })).toBe(null);
    expect(branchIn({ ref: 'refs/heads/feature/x' })).toBe('feature/x');
    expect([{ ref: 'refs/tags/v1' }, { ref: 5 }, null, [], 'x'].map(branchIn)).toEqual([null, null, null, null, null]);
  });
});

describe('a message about a request', () => {
  it.each([
    ['GitHub', 'x-github-event', 'pull_request', { pull_request: { head: { ref: 'change/menu' } } }],
    ['GitHub', 'x-github-event', 'pull_request_review', { pull_request: { head: { ref: 'change/menu' } } }],
    ['GitHub', 'x-github-event', 'check_run', { check_run: { check_suite: { head_branch: 'change/menu' } } }],
    ['GitHub', 'x-github-event', 'status', { branches: [{ name: 'change/menu' }] }],
    ['GitHub', 'x-github-event', 'deployment_status', { deployment: { ref: 'change/menu' } }],
    ['Forgejo', 'x-forgejo-event', 'pull_request_approved', { pull_request: { head: { ref: 'change/menu' } } }],
    ['GitLab', 'x-gitlab-event', 'Merge Request Hook', { object_attributes: { source_branch: 'change/menu' } }],
    ['GitLab', 'x-gitlab-event', 'Pipeline Hook', { object_attributes: { ref: 'change/menu' } }],
    ['GitLab', 'x-gitlab-event', 'Job Hook', { ref: 'change/menu' }],
  ] as const)('of %s (%s: %s) names its branch', (_, header, event, payload) => {
    expect(readHookEvent({ [header]: event })).toBe('request');
    expect(requestBranchIn(payload)).toBe('change/menu');
  });

  it('may name no branch, or none that can be one', () => {
    const others = [{}, null, [], { branches: [] }, { ref: 5 }, { ref: '../x' }, { pull_request: 'x' }];
    expect(others.map(requestBranchIn)).toEqual(others.map(() => null));
  });
});

describe('POST /api/hooks/git', () => {
  const send = (url: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/api/hooks/git`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-github-event': 'push', ...headers },
      body,
    });
  const signed = (body: string) => ({ 'x-hub-signature-256': `sha256=${hmac(body)}` });

  it('answers at once, and the pushed content is served a moment later', async () => {
    const { site, clone } = await makeTeam({ env: { GIT_HOOK_SECRET: SECRET } });
    clone().push({ [PAGE]: TEXT.replace('About us', 'There') });
    const body = '{"ref":"refs/heads/main","after":"1"}';
    expect((await send(site.url, body, signed(body))).status).toBe(202);
    const title = async () => (await site.ask('GET /content/pages/about')).body.data.title;
    await vi.waitFor(async () => expect(await title()).toBe('There'), { timeout: 10_000, interval: 50 });
  });

  it('also brings in what was pushed to a change', async () => {
    const { site, sync, clone } = await makeTeam({ env: { GIT_HOOK_SECRET: SECRET } });
    await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Menu' } });
    await sync();
    const developer = clone();
    developer.git('switch', '--quiet', 'change/menu');
    const pushed = developer.push({ [PAGE]: TEXT.replace('About us', 'There') });
    const body = '{"ref":"refs/heads/change/menu","after":"1"}';
    expect((await send(site.url, body, signed(body))).status).toBe(202);
    const head = () => site.git('rev-parse', 'change/menu').trim();
    await vi.waitFor(() => expect(head()).toBe(pushed), { timeout: 10_000, interval: 50 });
  });

  it('SEC-40 starts nothing for a message that is unsigned, repeated, or about another branch', async () => {
    const { site, host } = await makeTeam({ env: { GIT_HOOK_SECRET: SECRET }, address: ({ url }) => url });
    const told = vi.spyOn(site.cms.host!, 'told');
    const body = '{"ref":"refs/heads/main","after":"2"}';
    expect((await send(site.url, body)).status).toBe(401);
    expect((await send(site.url, body, signed('another'))).status).toBe(401);
    expect((await send(site.url, '{}', { ...signed('{}'), 'x-github-event': 'ping' })).status).toBe(202);
    expect(told).not.toHaveBeenCalled();
    for (const _ of [1, 2, 3]) expect((await send(site.url, body, signed(body))).status).toBe(202);
    expect(told.mock.calls).toEqual([['main']]);
    await site.ask('POST /admin/sync', { as: 'admin' });
    const before = host.requests();
    const other = '{"ref":"refs/heads/other","after":"3"}';
    expect((await send(site.url, other, signed(other))).status).toBe(202);
    expect(host.requests()).toBe(before);
  });

  it('also accepts the form that GitHub sends, and reports problems of other bodies', async () => {
    const { site } = await makeTeam({ env: { GIT_HOOK_SECRET: SECRET } });
    const told = vi.spyOn(site.cms.host!, 'told');
    const form = `payload=${encodeURIComponent('{"ref":"refs/heads/main"}')}`;
    expect((await send(site.url, form, signed(form))).status).toBe(202);
    expect(told.mock.calls).toEqual([['main']]);
    expect((await send(site.url, '{"ref":', signed('{"ref":'))).status).toBe(400);
  });

  it('does not exist without a secret', async () => {
    const site = await makeSite(FILES);
    expect((await send(site.url, '{}')).status).toBe(404);
  });
});
