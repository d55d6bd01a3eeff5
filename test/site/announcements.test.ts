import { describe, expect, it } from 'vitest';
import { createAnnouncements } from '../../src/site/announcements.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const ABOUT = 'pages/en/about.yaml';

/** Collects announcements from now on: origin, commit, and each change as before and after. */
function listen({ cms }: Site): readonly (readonly unknown[])[] {
  const heard: (readonly unknown[])[] = [];
  cms.announcements.subscribe((changes, { commit, origin }) => {
    const shown = changes.map(({ before, after }) => [before?.key ?? null, after?.key ?? null]);
    heard.push([origin, commit, ...shown]);
  });
  return heard;
}

const commit = (site: Site): string => {
  site.git('add', '--all');
  site.git('commit', '--quiet', '--message=By hand');
  return headOf(site);
};
const headOf = (site: Site): string => site.git('rev-parse', 'HEAD').trim();
const retitle = (site: Site, path: string, title: string): void =>
  site.write(path, site.read(path).replace(/title: .*/, `title: ${title}`));

/** Makes the server look at HEAD, in the write queue. */
const follow = async (site: Site): Promise<string> => {
  const { headers } = await site.ask('PUT /admin/pages/4', { as: 'admin', body: { title: `T${Math.random()}` } });
  return headers.get('x-commit') ?? '';
};

it('announces each write with its commit, and one of the private home without', async () => {
  const site = await makeSite(SMALL_SITE);
  const heard = listen(site);
  const first = await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'One' } });
  await site.ask('PUT /admin/users/2', { as: 'admin', body: { name: 'Ed' } });
  expect(heard).toEqual([
    ['write', first.headers.get('x-commit'), ['en/about', 'en/about']],
    ['write', null, ['2', '2']],
  ]);
});

describe('a commit by somebody else', () => {
  it('is announced once, with what it changed, created and moved', async () => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    retitle(site, 'pages/en/home.yaml', 'Front');
    site.git('mv', ABOUT, 'pages/en/us.yaml');
    site.write('pages/en/new.yaml', 'type: plain\ntitle: New\n');
    const theirs = commit(site);
    const ours = await follow(site);
    expect(heard[0]?.slice(0, 2)).toEqual(['outside', theirs]);
    expect(heard[0]?.slice(2).toSorted()).toEqual([
      [null, 'en/new'],
      ['en/about', 'en/us'],
      ['en/home', 'en/home'],
    ]);
    expect(heard[1]).toEqual(['write', ours, ['en/secret', 'en/secret']]);
    expect(heard).toHaveLength(2);
  });

  it('is announced in full even if its file was saved and served before', async () => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    retitle(site, ABOUT, 'Saved');
    // A refused write makes the server read saved files.
    expect((await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'Mine' } })).status).toBe(409);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('Saved');
    expect(heard).toEqual([]);
    const theirs = commit(site);
    await follow(site);
    expect(heard[0]).toEqual(['outside', theirs, ['en/about', 'en/about']]);
  });

  it('is announced as it is, even if the file has been edited further', async () => {
    const site = await makeSite(SMALL_SITE);
    const titles: unknown[] = [];
    site.cms.announcements.subscribe((changes, { origin }) => {
      const shown = changes.map(({ before, after }) => [titleOf(before?.data), titleOf(after?.data)]);
      if (origin === 'outside') titles.push(...shown);
    });
    retitle(site, ABOUT, 'Committed');
    commit(site);
    retitle(site, ABOUT, 'Edited further');
    await follow(site);
    expect(titles).toEqual([['About us', 'Committed']]);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('Edited further');
    commit(site);
    await follow(site);
    expect(titles).toEqual([
      ['About us', 'Committed'],
      ['Committed', 'Edited further'],
    ]);
  });

  it('does not announce a file that has only changed its comments, its shelf or whether it is broken', async () => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    site.write(ABOUT, `# Look.\n${site.read(ABOUT)}`);
    site.write('pages/en/_3f/.keep', '');
    site.git('mv', 'pages/es/inicio.yaml', 'pages/es/_inicio.yaml');
    site.git('mv', 'pages/es/_inicio.yaml', 'pages/es/inicio.yaml');
    site.git('mv', 'pages/en/home.yaml', 'pages/en/_3f/home.yaml');
    site.write('pages/es/inicio.yaml', 'title: [\n');
    const theirs = commit(site);
    await follow(site);
    expect(heard[0]).toEqual(['outside', theirs]);
  });

  it('is announced with the served id, and not if another file serves its key', async () => {
    const site = await makeSite(SMALL_SITE);
    const ids: unknown[] = [];
    site.cms.announcements.subscribe((changes, { origin }) => {
      if (origin === 'outside') ids.push(...changes.map(({ before, after }) => [before, after?.id]));
    });
    site.write('pages/en/copy.yaml', site.read(ABOUT).replace('2026-01-06', '2026-01-09'));
    site.write('pages/en/about.json', '{"type":"plain","title":"In vain","createdAt":"2026-01-09T00:00:00.000Z"}');
    commit(site);
    await follow(site);
    const served = site.cms.store.byKey('page', 'en/copy')?.id;
    expect(served).toBeGreaterThan(1_000_000_000);
    expect(ids).toEqual([[null, served]]);
  });

  it('that git has removed since leads to reading everything, not to a failure', async () => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    retitle(site, ABOUT, 'Away');
    commit(site);
    // A write that cannot be planned follows HEAD without making a commit.
    expect((await site.ask('DELETE /admin/pages/999', { as: 'admin' })).status).toBe(404);
    site.git('reset', '--quiet', '--hard', 'HEAD~1');
    site.git('reflog', 'expire', '--expire=all', '--all');
    site.git('gc', '--quiet', '--prune=all');
    await follow(site);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
    expect(heard.slice(0, 2).map(([origin, , change]) => [origin, change])).toEqual([
      ['outside', ['en/about', 'en/about']],
      ['outside', ['en/about', 'en/about']],
    ]);
  });
});

it('keeps writing on a branch without commits', async () => {
  const site = await makeSite(SMALL_SITE);
  const heard = listen(site);
  site.git('checkout', '--quiet', '--orphan', 'fresh');
  site.git('rm', '--quiet', '-r', '--cached', '.');
  const { status } = await site.ask('POST /admin/pages', { as: 'admin', body: { title: 'Another', typeId: 2 } });
  expect(status).toBe(201);
  expect(heard.map(([origin]) => origin)).toEqual(['write']);
});

it('finds the changes between any two commits of the history', async () => {
  const site = await makeSite(SMALL_SITE);
  const first = headOf(site);
  await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'One' } });
  await site.ask('PUT /admin/pages/3', { as: 'admin', body: { title: 'Two' } });
  await site.ask('DELETE /admin/pages/4', { as: 'admin' });
  retitle(site, ABOUT, 'Not committed');
  const changes = await site.cms.committed.between(first, headOf(site));
  expect(changes.map(({ before, after }) => [titleOf(before?.data), titleOf(after?.data)]).toSorted()).toEqual([
    ['About us', 'Two'],
    ['Not yet', undefined],
  ]);
});

it('calls all listeners even if one fails, and none that has unsubscribed', () => {
  const errors: unknown[] = [];
  const announcements = createAnnouncements((error) => errors.push(error));
  const heard: string[] = [];
  const failure = new Error('broken');
  announcements.subscribe(() => {
    throw failure;
  });
  const leave = announcements.subscribe(() => heard.push('gone'));
  announcements.subscribe(() => heard.push('here'));
  leave();
  announcements.announce([], { commit: null, origin: 'write' });
  expect([errors, heard]).toEqual([[failure], ['here']]);
});

const titleOf = (data: unknown): unknown => (data as { title?: string } | undefined)?.title;
