import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packWalk } from '../../../src/store/file/packedWalk.ts';
import { walkHome } from '../../../src/store/file/walkHome.ts';
import { long } from '../../long.ts';
import { makeSite, type Site } from '../../makeSite.ts';
import { runProgram } from '../../run/runProgram.ts';
import { SMALL_SITE } from '../../smallSite.ts';

const ABOUT = 'pages/en/about.yaml';
/** The tree of a commit without files, which git always knows. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const plain = (title: string, id = 50): string =>
  `id: ${id}\ntype: plain\ntitle: ${title}\nstatus: published\ncreatedAt: 2026-01-02T00:00:00.000Z\n`;
const about = (title: string): string => `${SMALL_SITE[ABOUT]}`.replace('About us', title);

/** Waits until something is as expected; fails only if it never is. */
const soon = (look: () => unknown) => expect.poll(look, { timeout: 20_000, interval: 40 });
const titleOf = ({ cms }: Site, key: string): string | undefined => cms.store.byKey('page', key)?.data.title;
const problemsOf = ({ cms }: Site): readonly string[] =>
  cms.store.problems().map(({ path, code }) => `${code} ${path}`);

/** Collects announcements from now on: the origin, and the pages' titles before and after. */
function listen({ cms }: Site): readonly (readonly unknown[])[] {
  const heard: (readonly unknown[])[] = [];
  cms.announcements.subscribe((changes, { origin }) => {
    const pages = changes.filter(({ kind }) => kind === 'page');
    heard.push([origin, ...pages.map(({ before, after }) => [dataOf(before?.data), dataOf(after?.data)])]);
  });
  return heard;
}
const dataOf = (data: unknown): unknown => (data as { title: string } | undefined)?.title;

const commit = (site: Site, message = 'By hand'): void => {
  site.git('add', '--all');
  site.git('commit', '--quiet', `--message=${message}`);
};

/** Waits until the server shows the commit that is checked out. */
const atHead = (site: Site): Promise<void> =>
  soon(async () => (await site.ask('GET /health', { as: 'viewer' })).body.commit).toBe(
    site.git('rev-parse', 'HEAD').trim(),
  );

describe('a file that is saved is served', () => {
  const ways: readonly (readonly [string, (site: Site, file: string) => void])[] = [
    ['in place', (_, file) => writeFileSync(file, about('Saved'))],
    [
      'beside, and renamed',
      (_, file) => {
        writeFileSync(`${file}~`, 'backup');
        writeFileSync(`${file}.tmp`, about('Saved'));
        renameSync(`${file}.tmp`, file);
      },
    ],
    [
      'emptied first',
      (_, file) => {
        writeFileSync(file, '');
        writeFileSync(file, about('Saved'));
      },
    ],
    [
      'removed first',
      (_, file) => {
        rmSync(file);
        writeFileSync(file, about('Saved'));
      },
    ],
    [
      'as another format',
      (site, file) => {
        rmSync(file);
        site.write('pages/en/about.json', '{"id":3,"type":"plain","title":"Saved","status":"published"}');
      },
    ],
  ];
  it.each(ways)('%s', async (_, save) => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    save(site, join(site.contentDir, ABOUT));
    await soon(() => titleOf(site, 'en/about')).toBe('Saved');
    expect((await site.ask('GET /content/pages/about')).body.data).toMatchObject({ id: 3, title: 'Saved' });
    await soon(() => problemsOf(site)).toEqual([]);
    expect(site.newCommits()).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('in two halves, without reporting the first', async () => {
    const site = await makeSite(SMALL_SITE);
    const text = about('Whole');
    const file = join(site.contentDir, ABOUT);
    const half = text.indexOf('title: Whole') + 'tit'.length;
    writeFileSync(file, text.slice(0, half));
    // When the marker is served, the first half has been heard of and read.
    site.write('pages/en/marker.yaml', plain('Marker'));
    await soon(() => titleOf(site, 'en/marker')).toBe('Marker');
    expect([titleOf(site, 'en/about'), problemsOf(site)]).toEqual(['About us', []]);
    appendFileSync(file, text.slice(half));
    await soon(() => titleOf(site, 'en/about')).toBe('Whole');
    expect(problemsOf(site)).toEqual([]);
  });

  it('of the private folder too', async () => {
    const site = await makeSite(SMALL_SITE);
    const file = join(site.privateDir, 'users', '2.yaml');
    writeFileSync(file, `email: editor@example.org\nname: Renamed\nrole: editor\npasswordHash: ${'x'.repeat(60)}\n`);
    await soon(() => site.cms.store.get('user', 2)?.data.name).toBe('Renamed');
  });
});

it('serves changes between listing the files and watching them', async () => {
  const edits: (() => void)[] = [];
  const site = await makeSite(SMALL_SITE, {
    walk(contentDir) {
      const seen = packWalk(walkHome(contentDir, 'content'));
      for (const edit of edits) edit();
      return seen;
    },
  });
  site.write('pages/en/gone.yaml', plain('Gone'));
  await soon(() => titleOf(site, 'en/gone')).toBe('Gone');
  edits.push(
    () => site.write(ABOUT, about('Saved')),
    () => site.write('pages/en/new.yaml', plain('New', 51)),
    () => rmSync(join(site.contentDir, 'pages/en/gone.yaml')),
  );
  await site.restart();
  await soon(() => ['en/about', 'en/new', 'en/gone'].map((key) => titleOf(site, key))).toEqual([
    'Saved',
    'New',
    undefined,
  ]);
  expect(problemsOf(site)).toEqual([]);
});

describe('a file that cannot be read as a record', () => {
  it('keeps the last good record and is reported with its place, until it is repaired', async () => {
    const site = await makeSite(SMALL_SITE);
    site.write(ABOUT, about('[ never closed'));
    await soon(() => site.cms.store.problems()).toEqual([
      expect.objectContaining({ path: ABOUT, code: 'SYNTAX', line: expect.any(Number), column: expect.any(Number) }),
    ]);
    expect((await site.ask('GET /content/pages/about')).body.data.title).toBe('About us');
    site.write(ABOUT, about('Mended'));
    await soon(() => [titleOf(site, 'en/about'), problemsOf(site)]).toEqual(['Mended', []]);
  });

  long.it('and is put back as it was is a problem no more', async () => {
    const site = await makeSite(SMALL_SITE);
    const file = join(site.contentDir, ABOUT);
    renameSync(file, `${file}.kept`);
    symlinkSync('home.yaml', file);
    await soon(() => problemsOf(site)).toEqual([`NOT_A_FILE ${ABOUT}`]);
    rmSync(file);
    renameSync(`${file}.kept`, file);
    await soon(() => problemsOf(site)).toEqual([]);
    expect(titleOf(site, 'en/about')).toBe('About us');
  });

  long.it.each([
    ['a link', (file: string) => symlinkSync('/etc/hostname', file)],
    ['a link to itself', (file: string) => symlinkSync(file, file)],
    ['a pipe', (file: string) => void runProgram('mkfifo', [file])],
  ])('because it is %s is a problem and holds nothing up', async (_, make) => {
    const site = await makeSite(SMALL_SITE);
    make(join(site.contentDir, 'pages/en/strange.yaml'));
    await soon(() => problemsOf(site)).toEqual(['NOT_A_FILE pages/en/strange.yaml']);
    site.write(ABOUT, about('Still served'));
    await soon(() => titleOf(site, 'en/about')).toBe('Still served');
  });

  long.it('SEC-2 for its folder is another repository is a problem', async () => {
    const site = await makeSite(SMALL_SITE);
    const folder = join(site.contentDir, 'pages/en/sub');
    mkdirSync(folder);
    runProgram('git', ['init', '--quiet'], { cwd: folder });
    writeFileSync(join(folder, 'inner.yaml'), plain('Inner'));
    await soon(() => problemsOf(site)).toEqual(['NOT_A_FILE pages/en/sub']);
    site.write('pages/en/marker.yaml', plain('Marker'));
    await soon(() => titleOf(site, 'en/marker')).toBe('Marker');
    expect(titleOf(site, 'en/sub/inner')).toBeUndefined();
    await site.restart();
    expect(problemsOf(site)).toEqual(['NOT_A_FILE pages/en/sub']);
    expect(titleOf(site, 'en/sub/inner')).toBeUndefined();
  });
});

describe('folders', () => {
  it('that are created, deleted, renamed and recreated are followed with everything in them', async () => {
    const site = await makeSite({ ...SMALL_SITE, 'pages/en/docs/a.yaml': plain('A', 60) });
    const inContent = (path: string): string => join(site.contentDir, path);
    site.write('pages/en/new/deep/er/b.yaml', plain('B', 61));
    await soon(() => titleOf(site, 'en/new/deep/er/b')).toBe('B');
    site.write('pages/en/new/deep/er/b.yaml', plain('B2', 61));
    await soon(() => titleOf(site, 'en/new/deep/er/b')).toBe('B2');

    renameSync(inContent('pages/en/docs'), inContent('pages/en/help'));
    await soon(() => [titleOf(site, 'en/docs/a'), titleOf(site, 'en/help/a')]).toEqual([undefined, 'A']);
    expect(site.cms.store.get('page', 60)?.key).toBe('en/help/a');

    rmSync(inContent('pages/en/help'), { recursive: true });
    site.write('pages/en/help/c.yaml', plain('C', 62));
    await soon(() => [titleOf(site, 'en/help/a'), titleOf(site, 'en/help/c')]).toEqual([undefined, 'C']);
    site.write('pages/en/help/c.yaml', plain('C2', 62));
    await soon(() => titleOf(site, 'en/help/c')).toBe('C2');

    rmSync(inContent('pages/en/new'), { recursive: true });
    writeFileSync(inContent('pages/en/new'), 'a file now\n');
    await soon(() => titleOf(site, 'en/new/deep/er/b')).toBeUndefined();
    expect(problemsOf(site)).toEqual([]);
  });

  long.it('that are many are followed too, beside files', async () => {
    const site = await makeSite(SMALL_SITE);
    for (let n = 0; n < 30; n += 1) site.write(`pages/en/folder-${n}/page.yaml`, plain(`P${n}`, 1000 + n));
    site.write('pages/en/beside.yaml', plain('Beside', 2000));
    await soon(() => site.cms.store.count('page')).toBe(35);
    for (let n = 0; n < 30; n += 1) rmSync(join(site.contentDir, `pages/en/folder-${n}`), { recursive: true });
    rmSync(join(site.contentDir, 'pages/en/beside.yaml'));
    await soon(() => site.cms.store.count('page')).toBe(4);
    expect(problemsOf(site)).toEqual([]);
  });

  long.it('with thousands of files are followed when they come and when they go', async () => {
    const site = await makeSite(SMALL_SITE);
    for (let n = 0; n < 1500; n += 1) site.write(`pages/en/many/p${n}.yaml`, plain(`P${n}`, 1000 + n));
    await soon(() => site.cms.store.count('page')).toBe(1504);
    for (let n = 0; n < 1500; n += 2) rmSync(join(site.contentDir, `pages/en/many/p${n}.yaml`));
    await soon(() => site.cms.store.count('page')).toBe(754);
    rmSync(join(site.contentDir, 'pages/en/many'), { recursive: true });
    await soon(() => site.cms.store.count('page')).toBe(4);
    expect(problemsOf(site)).toEqual([]);
  });
});

describe('what a developer does with git is served and announced', () => {
  it('a commit of a saved file once', async () => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    site.write(ABOUT, about('Saved'));
    await soon(() => titleOf(site, 'en/about')).toBe('Saved');
    commit(site);
    await soon(() => heard).toEqual([['outside', ['About us', 'Saved']]]);
    expect(site.cms.store.byKey('page', 'en/about')?.updatedAt).toBe('2026-01-01T00:00:00.000Z');
  });

  it('a pull, a move, a stash and a reset', async () => {
    // A commit of the server's own would be on top of the one that moves.
    const site = await makeSite({ ...SMALL_SITE, 'site.yaml': `${SMALL_SITE['site.yaml']}redirectOnRename: false\n` });
    const clone = join(site.contentDir, '..', 'clone');
    site.git('clone', '--quiet', '.', clone);
    writeFileSync(join(clone, ABOUT), about('Pulled'));
    site.git('-C', clone, 'commit', '--quiet', '--all', '--message=Elsewhere');
    const heard = listen(site);
    site.git('pull', '--quiet', clone, 'main');
    await soon(() => heard).toEqual([['outside', ['About us', 'Pulled']]]);

    site.git('mv', ABOUT, 'pages/en/us.yaml');
    commit(site, 'Move');
    await soon(() => heard.length).toBe(2);
    expect(site.cms.store.get('page', 3)?.key).toBe('en/us');

    site.write('pages/en/us.yaml', about('Stashed'));
    await soon(() => titleOf(site, 'en/us')).toBe('Stashed');
    site.git('stash', '--quiet');
    await soon(() => titleOf(site, 'en/us')).toBe('Pulled');
    site.git('stash', 'pop', '--quiet');
    await soon(() => titleOf(site, 'en/us')).toBe('Stashed');

    site.git('reset', '--quiet', '--hard', 'HEAD~2');
    await soon(() => [titleOf(site, 'en/about'), titleOf(site, 'en/us')]).toEqual(['About us', undefined]);
    await soon(() => heard.length).toBe(3);
    expect(heard[2]).toEqual(['outside', ['Pulled', 'About us']]);
    expect(problemsOf(site)).toEqual([]);
  });

  long.it(
    'a merge with a conflict: what was public stays whole until somebody ends it, over a restart, too',
    async () => {
      const site = await makeSite({
        ...SMALL_SITE,
        'pages/en/clean.yaml': plain('Clean', 60),
        'pages/en/gone.yaml': plain('Gone', 61),
      });
      site.git('checkout', '--quiet', '-b', 'theirs');
      site.write(ABOUT, about('Theirs'));
      site.write('pages/en/clean.yaml', plain('Merged', 60));
      site.write('pages/en/new.yaml', plain('New', 62));
      site.git('rm', '--quiet', 'pages/en/gone.yaml');
      commit(site);
      site.git('checkout', '--quiet', 'main');
      site.write(ABOUT, about('Ours'));
      commit(site);
      await atHead(site);
      const heard = listen(site);
      const titles = () => ['about', 'clean', 'new', 'gone'].map((slug) => titleOf(site, `en/${slug}`));
      const before = ['Ours', 'Clean', undefined, 'Gone'];
      expect(() => site.git('merge', '--quiet', 'theirs')).toThrow('git merge');
      const codes = async () =>
        (await site.ask('GET /admin/problems', { as: 'viewer' })).body.data.map(({ code }: { code: string }) => code);
      expect(await codes()).toContain('UNDER_WAY');
      // Private files are followed meanwhile; by then the content has been heard of too.
      const user =
        'email: new@example.org\nname: New\nrole: viewer\npasswordHash: none\ncreatedAt: 2026-01-01T00:00:00.000Z\n';
      writeFileSync(join(site.privateDir, 'users/9.yaml'), user);
      await soon(() => site.cms.store.get('user', 9)?.data.name).toBe('New');
      const reply = await site.ask('PUT /admin/pages/60', { as: 'editor', body: { title: 'Mine' } });
      expect(reply).toMatchObject({
        status: 503,
        body: { errors: [{ message: expect.stringContaining('git merge --continue') }] },
      });
      expect(titles()).toEqual(before);
      expect(heard).toEqual([]);
      await site.restart();
      expect(titles()).toEqual(before);
      const heardThen = listen(site);
      site.write(ABOUT, about('Both'));
      expect(titles()).toEqual(before);
      commit(site);
      await soon(titles).toEqual(['Both', 'Merged', 'New', undefined]);
      await soon(() => heardThen.length).toBe(1);
      expect(await codes()).not.toContain('UNDER_WAY');
    },
  );

  long.it('a rebase: its end, not the steps', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('checkout', '--quiet', '-b', 'topic');
    for (const n of [1, 2, 3]) {
      site.write(`pages/en/topic-${n}.yaml`, plain(`Topic ${n}`, 70 + n));
      commit(site, `Topic ${n}`);
    }
    site.git('checkout', '--quiet', 'main');
    site.write(ABOUT, about('On main'));
    commit(site);
    site.git('checkout', '--quiet', 'topic');
    await soon(() => [titleOf(site, 'en/topic-3'), titleOf(site, 'en/about')]).toEqual(['Topic 3', 'About us']);
    await atHead(site);
    const heard = listen(site);
    site.git('rebase', '--quiet', 'main');
    await soon(() => heard).toEqual([['outside', ['About us', 'On main']]]);
    expect(site.cms.store.count('page')).toBe(7);
  });

  long.it('a switch of branches over many files, while pages are read without a fault', async () => {
    const many = (title: string): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Array.from({ length: 600 }, (_, n) => [
          `pages/en/_${(n % 16).toString(16)}0/p${n}.yaml`,
          plain(`${title} ${n}`, 1000 + n),
        ]),
      );
    const site = await makeSite({ ...SMALL_SITE, ...many('One') });
    site.git('checkout', '--quiet', '-b', 'other');
    for (const [path, text] of Object.entries(many('Two'))) site.write(path, text);
    commit(site);
    site.git('checkout', '--quiet', 'main');
    await atHead(site);
    const heard = listen(site);

    const seen = new Set<string>();
    let isReading = true;
    const reading = (async () => {
      for (let n = 0; isReading; n = (n + 7) % 600) {
        const { status, body } = await site.ask(`GET /content/pages/p${n}`);
        seen.add(
          `${status} ${String(body.data?.title).replace(/\d+$/, n === Number(/\d+$/.exec(body.data?.title)) ? '' : '!')}`,
        );
      }
    })();
    site.git('checkout', '--quiet', 'other');
    try {
      await soon(() => heard.length).toBe(1);
    } finally {
      isReading = false;
      await reading;
    }
    expect(heard[0]).toHaveLength(601);
    expect([...seen].filter((one) => one !== '200 One ' && one !== '200 Two ')).toEqual([]);
    expect(titleOf(site, 'en/p0')).toBe('Two 0');
    expect(titleOf(site, 'en/p599')).toBe('Two 599');
  });

  long.it('a switch to a branch without the content folder, and back', async () => {
    const site = await makeSite(SMALL_SITE, { subfolder: 'content' });
    const empty = site.git('commit-tree', '-m', 'Nothing', EMPTY_TREE).trim();
    site.git('checkout', '--quiet', empty);
    await soon(() => titleOf(site, 'en/about')).toBeUndefined();
    const { status, body } = await site.ask('PUT /admin/config', { as: 'admin', body: { tagline: 'Hello' } });
    expect([status, body.errors[0].message]).toEqual([503, expect.stringMatching(/^The content folder is missing/)]);
    site.git('checkout', '--quiet', 'main');
    await soon(() => titleOf(site, 'en/about')).toBe('About us');
    site.write(ABOUT, about('Saved'));
    await soon(() => titleOf(site, 'en/about')).toBe('Saved');
  });

  long.it('a branch of which no reflog is kept', async () => {
    const site = await makeSite(SMALL_SITE);
    site.git('config', 'core.logAllRefUpdates', 'false');
    site.git('checkout', '--quiet', '-b', 'feature/new');
    await atHead(site);
    rmSync(join(site.contentDir, '.git', 'logs'), { recursive: true });
    const heard = listen(site);
    site.git('commit', '--quiet', '--allow-empty', '--message=Nothing');
    await soon(() => heard).toEqual([['outside']]);
  });

  long.it('what undoes a write of the server: the commit is kept and reported without another write', async () => {
    const site = await makeSite(SMALL_SITE);
    const { headers } = await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: 'Soon gone' } });
    site.git('reset', '--quiet', '--hard', 'HEAD~1');
    const lost = `refs/quire/lost/${headers.get('x-commit')}`;
    await soon(() => site.git('for-each-ref', '--format=%(refname)', 'refs/quire')).toBe(`${lost}\n`);
    expect(titleOf(site, 'en/about')).toBe('About us');
  });
});

long.describe('a write of the server', () => {
  it('is not announced a second time', async () => {
    const site = await makeSite(SMALL_SITE);
    const heard = listen(site);
    for (let n = 0; n < 10; n += 1)
      await site.ask('PUT /admin/pages/3', { as: 'editor', body: { title: `Title ${n}` } });
    await site.ask('POST /admin/pages', { as: 'editor', body: { title: 'New', typeId: 2 } });
    await site.ask('PUT /admin/pages/4', { as: 'editor', body: { slug: 'elsewhere' } });
    await site.ask('DELETE /admin/pages/1', { as: 'editor' });
    await site.ask('PUT /admin/users/2', { as: 'admin', body: { name: 'Ed' } });
    const { version } = site.cms.store;
    // When this file is served, everything heard before it has been followed.
    site.write('pages/en/marker.yaml', plain('Marker', 90));
    await soon(() => titleOf(site, 'en/marker')).toBe('Marker');
    expect(site.cms.store.version).toBe(version + 1);
    expect(heard.map(([origin]) => origin)).toEqual(Array(14).fill('write'));
    expect(site.newCommits()).toHaveLength(13);
    expect(site.git('status', '--porcelain')).toBe('?? pages/en/marker.yaml\n');
  });
});
