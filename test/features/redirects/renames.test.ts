import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { until } from '../../http/makeServer.ts';
import { long } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const ABOUT = 'pages/en/about.yaml';
const FOLLOWED = 'Add redirect "/about" (about)';

/** `from to` of each redirect. */
const redirects = async (site: Site): Promise<readonly string[]> =>
  (await site.ask('GET /admin/redirects', { as: 'admin' })).body.data
    .map(({ fromPath, toPath }: Record<string, unknown>) => `${fromPath} ${toPath}`)
    .sort();
const become = (site: Site, expected: readonly string[]): Promise<unknown> =>
  until(async () => JSON.stringify(await redirects(site)) === JSON.stringify(expected));
const commit = (site: Site, message = 'By hand'): void => {
  site.git('add', '--all');
  site.git('commit', '--quiet', `--message=${message}`);
};
const move = (site: Site, from: string, to: string): void => {
  site.git('mv', from, to);
  commit(site);
};
/** A write by an editor, which makes the server look at HEAD first. */
const write = async (site: Site, title: string): Promise<void> => {
  const reply = await site.ask('PUT /admin/pages/4', { as: 'editor', body: { title } });
  expect(reply.status).toBe(200);
};
/** Waits until all renames are followed, by the stopping server or by the next one. */
const settle = async (site: Site): Promise<void> => {
  await site.restart();
  await site.restart();
};
function checkRepository(site: Site): void {
  site.git('fsck', '--strict');
  expect(site.git('status', '--porcelain')).toBe('');
}

describe('a public page that somebody else renames', () => {
  it('leaves a redirect in a commit of its own, once, even across restarts', async () => {
    const site = await makeSite(SMALL_SITE);
    move(site, ABOUT, 'pages/en/us.yaml');
    await become(site, ['/about /us']);
    expect(site.newCommits()).toEqual([FOLLOWED, 'By hand']);
    expect(site.git('log', '-1', '--format=%an <%ae>%n%B')).toMatch(
      /^Quire <quire@quire.invalid>\nAdd redirect "\/about" \(about\)\n\nPublic pages have been renamed outside of Quire\.\n\nQuire-Action: redirect\.follow\nQuire-Record: redirect\/\d+ about\nQuire-Actor: system\/0\nQuire-Time: /,
    );
    checkRepository(site);
    await site.restart();
    const [{ id }] = (await site.ask('GET /admin/redirects', { as: 'admin' })).body.data;
    await site.ask(`DELETE /admin/redirects/${id}`, { as: 'admin' });
    await settle(site);
    await write(site, 'Later');
    expect(await redirects(site)).toEqual([]);
    expect(site.newCommits()).toHaveLength(4);
  });

  it('leaves one on a branch that was made at the same commit and checked out', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('switch', '--quiet', '--create', 'work');
    const followed = (): string => readFileSync(`${site.privateDir}/state/renames.json`, 'utf8');
    await until(async () => followed().includes('refs/heads/work'));
    move(site, ABOUT, 'pages/en/us.yaml');
    await become(site, ['/about /us']);
    expect(site.newCommits()).toEqual([FOLLOWED, 'By hand']);
    checkRepository(site);
  });

  it('leaves one when the rename was merged, leading to where an editor has moved the page since', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('checkout', '--quiet', '-b', 'work');
    site.git('checkout', '--quiet', 'main');
    await write(site, 'Meanwhile');
    const folder = `${site.contentDir}-clone`;
    site.git('clone', '--quiet', '--branch=work', site.contentDir, folder);
    site.git('-C', folder, 'mv', 'pages/es/inicio.yaml', 'pages/es/portada.yaml');
    site.git('-C', folder, 'commit', '--quiet', '--message=Rename');
    site.git('pull', '--quiet', '--no-rebase', '--no-edit', folder, 'work');
    await become(site, ['/es/inicio /es/portada']);
    expect(site.newCommits()[0]).toBe('Add redirect "/es/inicio" (es-inicio)');
    await site.ask('PUT /admin/pages/2', { as: 'editor', body: { slug: 'primera' } });
    expect(await redirects(site)).toEqual(['/es/inicio /es/primera', '/es/portada /es/primera']);
    checkRepository(site);
  });

  long.it(
    'leaves one with another locale, makes no chains, and removes the one at a path that it returns to',
    async () => {
      const site = await makeSite(SMALL_SITE);
      move(site, ABOUT, 'pages/es/about.yaml');
      await become(site, ['/about /es/about']);
      move(site, 'pages/es/about.yaml', 'pages/es/us.yaml');
      await become(site, ['/about /es/us', '/es/about /es/us']);
      move(site, 'pages/es/us.yaml', ABOUT);
      await become(site, ['/es/about /about', '/es/us /about']);
      checkRepository(site);
    },
  );

  long.it('leaves one when no server was running, but not for renames before the first start', async () => {
    const site = await makeSite({
      ...SMALL_SITE,
      'redirects/gone.yaml': 'id: 5\nfromPath: /elsewhere\ntoPath: /about\n',
    });
    await write(site, 'First');
    await site.stop();
    move(site, ABOUT, 'pages/en/us.yaml');
    site.git('mv', 'pages/en/us.yaml', 'pages/en/team.yaml');
    commit(site, 'Again');
    await site.restart();
    await become(site, ['/about /team', '/elsewhere /team']);
    expect(site.newCommits().slice(0, 2)).toEqual(['Adjust 2 redirects', 'Again']);
    await site.stop();
    site.git('mv', 'pages/en/team.yaml', 'pages/en/people.yaml');
    commit(site, 'Before the first start');
    rmSync(`${site.privateDir}/state/renames.json`);
    await site.restart();
    await write(site, 'Second');
    await settle(site);
    expect(await redirects(site)).toEqual(['/about /team', '/elsewhere /team']);
  });

  long.it(
    'leaves none for a rename here that wanted none, even if the server stops before it has saved that',
    async () => {
      const site = await makeSite(SMALL_SITE);
      await settle(site);
      cpSync(`${site.privateDir}/state/renames.json`, `${site.privateDir}/renames.old`);
      await site.ask('PUT /admin/pages/3', { as: 'editor', body: { slug: 'us', redirect: false } });
      await site.stop();
      cpSync(`${site.privateDir}/renames.old`, `${site.privateDir}/state/renames.json`);
      await site.restart();
      await settle(site);
      expect(await redirects(site)).toEqual([]);
    },
  );

  long.it(
    'leaves none if a branch is checked out or put back, the page is hidden, the settings forbid it, or nobody may write',
    async () => {
      const site = await makeSite(SMALL_SITE);
      const hasSeen = (path: string): Promise<unknown> =>
        until(async () => (await site.ask(`GET /content/pages/${path}`)).status === 200);
      site.git('checkout', '--quiet', '-b', 'work');
      await site.stop();
      move(site, ABOUT, 'pages/en/us.yaml');
      site.git('checkout', '--quiet', 'main');
      await site.restart();
      site.git('checkout', '--quiet', 'work');
      await hasSeen('us');
      site.git('checkout', '--quiet', 'main');
      await hasSeen('about');
      await settle(site);
      await site.stop();
      site.git('merge', '--quiet', '--ff-only', 'work');
      await site.restart();
      await become(site, ['/about /us']);
      site.git('reset', '--quiet', '--hard', 'HEAD~2');
      await hasSeen('about');
      await settle(site);
      expect(await redirects(site)).toEqual([]);
      move(site, 'pages/en/secret.yaml', 'pages/en/hidden.yaml');
      await site.ask('PUT /admin/config', { as: 'admin', body: { redirectOnRename: false } });
      move(site, ABOUT, 'pages/en/us.yaml');
      await hasSeen('us');
      await settle(site);
      expect(await redirects(site)).toEqual([]);
      expect(site.newCommits()).toEqual(['By hand', 'Update settings "Test site"', 'By hand']);
    },
  );

  it('reports that it cannot write, and does it once it can', async () => {
    const site = await makeSite(SMALL_SITE);
    site.write('redirects/about.yaml', 'half: [');
    site.git('mv', ABOUT, 'pages/en/us.yaml');
    site.git('commit', '--quiet', '--message=By hand');
    const problems = async (): Promise<readonly string[]> =>
      (await site.ask('GET /admin/problems', { as: 'admin' })).body.data.map(({ code }: { code: string }) => code);
    await until(async () => (await problems()).includes('REDIRECTS'));
    rmSync(`${site.contentDir}/redirects/about.yaml`);
    site.git('commit', '--quiet', '--allow-empty', '--message=Nothing');
    await become(site, ['/about /us']);
    await until(async () => !(await problems()).includes('REDIRECTS'));
    checkRepository(site);
  });
});

it.each(['null', '5', '{"ref":1}', '{"ref":"refs/heads/main","com'])(
  'starts with a damaged position (%s), and follows what comes then',
  async (text) => {
    const site = await makeSite(SMALL_SITE);
    await site.stop();
    writeFileSync(`${site.privateDir}/state/renames.json`, text);
    await site.restart();
    move(site, ABOUT, 'pages/en/us.yaml');
    await become(site, ['/about /us']);
  },
);
