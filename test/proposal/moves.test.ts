import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTeam, PAGE, TEXT } from '../host/makeTeam.ts';
import { makeSite, type Site } from '../makeSite.ts';

const FILES = {
  'site.yaml': 'siteName: Harbour\n',
  'content-types/article.yaml': 'id: 1\nname: Article\nfieldsSchema: []\n',
  'pages/en/about.yaml': 'id: 7\ntype: article\ntitle: About us\nstatus: published\n',
};

/** Collects events of changes from now on: `change.updated menu`. */
function listen({ cms }: Site): string[] {
  const told: string[] = [];
  onTestFinished(cms.proposals.subscribe(({ type, name }) => told.push(`${type} ${name}`)));
  return told;
}

const toldIs = (told: readonly string[], events: readonly string[]): Promise<void> =>
  expect.poll(() => told, { timeout: 20_000 }).toEqual(events);

/** A developer's clone of the folder that is served. */
function cloneOf(site: Site) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  site.git('clone', '-q', site.contentDir, folder);
  return (...args: readonly string[]) => site.git('-C', folder, ...args);
}

it('announces what a developer’s push does to branches, and what is done here once', async () => {
  const site = await makeSite(FILES);
  const told = listen(site);
  const dev = cloneOf(site);
  const commit = (): string => dev('commit', '-q', '--allow-empty', '-m', 'By hand');
  dev('switch', '-q', '-c', 'change/theirs');
  commit();
  dev('push', '-q', 'origin', 'HEAD');
  await toldIs(told, ['change.created theirs']);
  commit();
  dev('push', '-q', 'origin', 'HEAD', 'HEAD~1:refs/heads/feature/x', 'main:refs/heads/nothing-new');
  await expect
    .poll(() => told.slice(1).toSorted(), { timeout: 20_000 })
    .toEqual(['change.created ~feature~x', 'change.updated theirs']);
  told.length = 0;
  const as = { as: 'editor' } as const;
  await site.ask('POST /admin/changes', { ...as, body: { title: 'Ours' } });
  await site.ask('PUT /admin/pages/7', { ...as, headers: { 'Quire-Change': 'ours' }, body: { title: 'New' } });
  await site.ask('POST /admin/changes/ours/publish', { ...as, body: {} });
  await site.ask('DELETE /admin/changes/theirs', as);
  await site.ask('POST /admin/changes/theirs/restore', as);
  dev('push', '-q', 'origin', ':feature/x');
  await toldIs(told, [
    'change.created ours',
    'change.updated ours',
    'change.published ours',
    'change.dropped theirs',
    'change.created theirs',
    'change.dropped ~feature~x',
  ]);
});

it('announces a change that somebody has merged as published', async () => {
  const site = await makeSite(FILES);
  await site.ask('POST /admin/changes', { as: 'editor', body: { title: 'Ours' } });
  const told = listen(site);
  site.git('merge', '-q', '--ff-only', 'change/ours');
  site.git('branch', '-q', '-d', 'change/ours');
  await toldIs(told, ['change.published ours']);
});

it('announces what a fetch brings from the host', async () => {
  const { site, sync, clone } = await makeTeam();
  const told = listen(site);
  const dev = clone();
  dev.git('switch', '-q', '-c', 'change/menu');
  dev.push({ [PAGE]: TEXT.replace('About us', 'From the host') });
  await sync();
  await toldIs(told, ['change.created menu']);
  await site.ask('PUT /admin/pages/12', {
    ...{ as: 'editor', headers: { 'Quire-Change': 'menu' } },
    body: { metaTitle: 'Mine' },
  });
  await sync();
  dev.git('pull', '-q', '--rebase', 'origin', 'change/menu');
  dev.push({ [PAGE]: dev.read(PAGE).replace('Who we are', 'By a developer') });
  told.length = 0;
  await sync();
  await toldIs(told, ['change.updated menu']);
});
