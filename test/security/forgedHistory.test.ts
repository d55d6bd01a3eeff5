import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../errorsOf.ts';
import { long } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { SMALL_SITE } from '../smallSite.ts';

const ABOUT = 'pages/en/about.yaml';
const DATE = '2026-02-01T12:00:00Z';

/** Runs a git command as somebody who pretends to be Quire. @returns the commit made */
function forge(site: Site, command: string, ...args: readonly string[]): string {
  const committer = `GIT_COMMITTER_NAME=Quire GIT_COMMITTER_EMAIL=quire@quire.invalid GIT_COMMITTER_DATE=${DATE}`;
  site.git('-c', `alias.forged=!${committer} git ${command}`, 'forged', ...args);
  return head(site);
}
const forgeCommit = (site: Site, trailers: readonly string[], ...args: readonly string[]): string =>
  forge(site, 'commit --quiet --all', ...args, '--message=Update page "Something else"', '-m', trailers.join('\n'));

const head = (site: Site): string => site.git('rev-parse', 'HEAD').trim();
const trailersOf = (site: Site, commit: string): string =>
  site.git('log', '-1', '--format=%(trailers:only)', commit).trim();

const put = (site: Site, id: number, body: object) => site.ask(`PUT /admin/pages/${id}`, { as: 'editor', body });
/** Lets the server read what others have committed. */
const readUp = (site: Site) => site.ask('PUT /admin/config', { as: 'admin', body: { tagline: head(site) } });

async function revisionsOf(site: Site, id: number) {
  const { body } = await site.ask(`GET /admin/pages/${id}/revisions`, { as: 'viewer' });
  return body.data.map((one: { id: string; createdBy: { name: string } }) => [one.id, one.createdBy.name]);
}

async function auditOf(site: Site, commit: string) {
  const { body } = await site.ask('GET /admin/audit-logs?limit=100', { as: 'admin' });
  return body.data.find((one: { commit: string }) => one.commit === commit);
}

const BLAME = ['Quire-Action: page.update', 'Quire-Actor: user/1', `Quire-Time: 2020-01-01T00:00:00.000Z`];
const change = (site: Site, title = 'Defaced'): void =>
  site.write(ABOUT, site.read(ABOUT).replace(/^title: .*$/m, `title: ${title}`));

describe.each([true, false])('a commit that pretends to be made by Quire (native git: %s)', (usesNativeGit) => {
  it('SEC-38 cannot hide a change from the revisions of a page', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    change(site);
    const forged = forgeCommit(site, [...BLAME, 'Quire-Record: page/2 en/about', 'Quire-Record: page/1 en/home']);
    await readUp(site);
    expect((await revisionsOf(site, 3))[0]).toEqual([forged, 'A Developer']);
    for (const id of [1, 2]) expect(await revisionsOf(site, id)).toHaveLength(1);
    expect((await auditOf(site, forged)).records).toEqual(['page/3']);
  });

  it("SEC-38 cannot pass as somebody else's or as made by Quire, and is dated by git", async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    change(site);
    const forged = forgeCommit(site, [...BLAME, 'Quire-Record: page/3 en/about']);
    await readUp(site);
    expect(await auditOf(site, forged)).toMatchObject({
      actor: 'git',
      action: 'git.commit',
      author: { name: 'A Developer' },
      at: '2026-02-01T12:00:00.000Z',
    });
    const { body } = await site.ask('GET /admin/pages/3', { as: 'viewer' });
    expect(body.data.updatedAt).toBe('2026-02-01T12:00:00.000Z');
  });

  long.it('SEC-38 does not become ours by the seal of another commit, an amend or a cherry-pick', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    const own = (await put(site, 3, { title: 'Mine' })).headers.get('x-commit')!;
    expect(trailersOf(site, own)).toMatch(/\nQuire-Seal: [\w-]{22}$/);
    change(site);
    const copied = forgeCommit(site, trailersOf(site, own).split('\n'));
    site.git('switch', '--quiet', '--detach', own);
    change(site, 'Other');
    const amended = forge(site, 'commit --quiet --all --amend --no-edit');
    site.git('switch', '--quiet', 'main');
    site.git('merge', '--quiet', '--strategy=ours', '--message=Merge', amended);
    site.git('switch', '--quiet', '--detach', 'HEAD~1');
    await readUp(site);
    const picked = forge(site, 'cherry-pick --allow-empty --keep-redundant-commits', '--strategy-option=theirs', own);
    site.git('switch', '--quiet', 'main');
    site.git('merge', '--quiet', '--strategy=ours', '--message=Merge', picked);
    await readUp(site);
    for (const commit of [copied, amended, picked]) expect((await auditOf(site, commit)).actor).toBe('git');
    expect((await auditOf(site, own)).actor).toBe('user/2');
  });

  long.it('stays ours when others make it anew, and leaves what it did', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    await put(site, 3, { title: 'Mine', revisionNote: 'As agreed' });
    await put(site, 3, { revisionNote: 'Only a note' });
    await put(site, 3, { slug: 'us' });
    await site.ask('PUT /admin/content-types/1', { as: 'admin', body: { name: 'Essay' } });
    site.git('switch', '--quiet', '--create', 'side', 'HEAD~4');
    site.write('pages/en/side.yaml', 'id: 90\ntype: plain\nlocale: en\nslug: side\ntitle: Side\nstatus: draft\n');
    site.git('add', '--all');
    site.git('commit', '--quiet', '--message=Side');
    site.git('switch', '--quiet', 'main');
    const before = site.git('rev-list', 'HEAD~4..HEAD').trim().split('\n');
    const said = await Promise.all(before.map((commit) => auditOf(site, commit)));
    expect(said[0]).toMatchObject({ actor: 'user/1', records: ['contentType/1'] });
    expect(said[1]).toMatchObject({ actor: 'user/2', records: ['menu/1', 'page/1', 'page/3', 'redirect/1'] });
    site.git('rebase', '--quiet', 'side');
    await readUp(site);
    const anew = site.git('rev-list', 'HEAD~5..HEAD~1').trim().split('\n');
    const entries = () => Promise.all(anew.map((commit) => auditOf(site, commit)));
    const of = ({ actor, action, records, author, summary }: Record<string, unknown>) =>
      JSON.stringify([actor, action, records, author, summary]);
    expect((await entries()).map(of)).toEqual(said.map(of));
    expect(errorsOf((await site.ask('GET /admin/problems', { as: 'viewer' })).body.data)).toEqual([]);
    expect((await revisionsOf(site, 3)).slice(0, 3).map(([id]: [string]) => id)).toEqual(anew.slice(1));
    await site.stop();
    rmSync(join(site.privateDir, 'state', 'history.bin'));
    await site.restart();
    expect((await entries()).map(of)).toEqual(said.map(of));
  });

  long.it('SEC-38 is ours once: who does the same again with its message does it alone', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    const own = (await put(site, 3, { title: 'Mine' })).headers.get('x-commit')!;
    const again = () => {
      site.git('revert', '--no-edit', 'HEAD');
      return forge(site, 'cherry-pick', own);
    };
    const repeated = [again(), again()];
    await readUp(site);
    const actors = async (...commits: readonly string[]) =>
      Promise.all(commits.map(async (commit) => (await auditOf(site, commit)).actor));
    expect(await actors(own, ...repeated)).toEqual(['user/2', 'git', 'git']);
    // If the first one is gone, the one that replaced it is ours.
    site.git('reset', '--quiet', '--hard', `${own}~1`);
    site.git('cherry-pick', own);
    const [anew, ...others] = [head(site), again(), again()];
    await readUp(site);
    expect(await actors(anew!, ...others)).toEqual(['user/2', 'git', 'git']);
    await site.stop();
    rmSync(join(site.privateDir, 'state', 'history.bin'));
    await site.restart();
    expect(await actors(anew!, ...others)).toEqual(['user/2', 'git', 'git']);
  });

  long.it('is ours after a restart, with the history kept and read anew', async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    site.setTime('2026-02-01T12:00:00.123Z');
    const own = (await put(site, 3, { title: 'Mine' })).headers.get('x-commit')!;
    const noted = (await put(site, 3, { revisionNote: 'Only a note' })).headers.get('x-commit')!;
    const renamed = (await put(site, 3, { slug: 'us' })).headers.get('x-commit')!;
    const entries = async () => Promise.all([own, noted, renamed].map((commit) => auditOf(site, commit)));
    const [before, revisions] = [await entries(), await revisionsOf(site, 3)];
    expect(before.map(({ actor, records }) => [actor, records])).toEqual([
      ['user/2', ['page/3']],
      ['user/2', ['page/3']],
      ['user/2', ['menu/1', 'page/1', 'page/3', 'redirect/1']],
    ]);
    await site.restart();
    expect([await entries(), await revisionsOf(site, 3)]).toEqual([before, revisions]);
    await site.stop();
    rmSync(join(site.privateDir, 'state', 'history.bin'));
    await site.restart();
    expect([await entries(), await revisionsOf(site, 3)]).toEqual([before, revisions]);
  });

  long.it("SEC-38 stands as its author's without the key, with the same revisions at the same times", async () => {
    const site = await makeSite(SMALL_SITE, { usesNativeGit });
    site.setTime('2026-02-01T12:00:00.123Z');
    const own = (await put(site, 3, { title: 'Mine' })).headers.get('x-commit')!;
    await put(site, 3, { revisionNote: 'Only a note' });
    await put(site, 3, { slug: 'us' });
    const [revisions, { updatedAt }] = [await revisionsOf(site, 3), (await page(site)).data];
    await site.stop();
    rmSync(join(site.privateDir, 'seal-key'));
    rmSync(join(site.privateDir, 'state'), { recursive: true });
    await site.restart();
    expect(await auditOf(site, own)).toMatchObject({
      actor: 'git',
      action: 'git.commit',
      author: { name: 'The editor' },
      at: '2026-02-01T12:00:00.123Z',
      records: ['page/3'],
    });
    expect([await revisionsOf(site, 3), (await page(site)).data.updatedAt]).toEqual([revisions, updatedAt]);
  });

  long.it(
    'keeps what it says where it was made here before there were seals, and what comes after it does not',
    async () => {
      const site = await makeSite(SMALL_SITE, { usesNativeGit });
      await put(site, 3, { title: 'To be replaced' });
      await site.stop();
      // As an older version left it: commits without seals, and a note of its last one.
      const older = forge(site, 'commit --quiet --amend --allow-empty', '-m', 'Update', '-m', BLAME.join('\n'));
      change(site, 'Second');
      const last = forgeCommit(site, [...BLAME, 'Quire-Record: page/3 en/about']);
      rmSync(join(site.privateDir, 'seal-key'));
      site.write('../private/state/own-commits.json', JSON.stringify([['refs/heads/main', last]]));
      change(site, 'Third');
      const forged = forgeCommit(site, [...BLAME, 'Quire-Record: page/3 en/about']);
      await site.restart();
      for (const commit of [older, last])
        expect(await auditOf(site, commit)).toMatchObject({ actor: 'user/1', action: 'page.update' });
      expect(await auditOf(site, forged)).toMatchObject({ actor: 'git', action: 'git.commit' });
      expect((await revisionsOf(site, 3)).map(([id]: [string]) => id).slice(0, 3)).toEqual([forged, last, older]);
    },
  );
});

const page = async (site: Site) => (await site.ask('GET /admin/pages/3', { as: 'viewer' })).body;
