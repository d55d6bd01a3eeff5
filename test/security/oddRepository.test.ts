import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { long, someOf } from '../long.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { runProgram } from '../run/runProgram.ts';
import { SMALL_SITE } from '../smallSite.ts';

const HOME = 'pages/en/home.yaml';

async function write(site: Site, title: string): Promise<void> {
  const { status, body } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title } });
  expect([title, status, body.errors]).toEqual([title, 200, undefined]);
  expect(site.git('show', `HEAD:${HOME}`)).toContain(`title: ${title}`);
}

const serves = async (site: Site): Promise<string> => (await site.ask('GET /content/pages/home')).body.data.title;

/** Expects that writes go on, now and after a start, and that git finds nothing wrong. */
async function expectSound(site: Site): Promise<void> {
  await write(site, 'Now');
  await site.restart();
  await write(site, 'After a start');
  expect(await serves(site)).toBe('After a start');
  expect(site.git('status', '--porcelain')).toBe('');
  // For attributes in a pack, git complains about their size if anything in it is large.
  expect(site.git('-c', 'core.bigFileThreshold=1g', 'fsck', '--no-dangling', '--no-progress')).toBe('');
}

/** What people and programs do to a repository while a server writes to it. */
const moves: Readonly<Record<string, (site: Site) => void>> = {
  'branches with odd names': (site) => {
    for (const name of ['a#b', 'a%2Fb', 'ü', "it's", '$(x)', '`x`', 'a;b', '@', `n${'n'.repeat(200)}`])
      site.git('checkout', '--quiet', '-b', name === '@' ? 'a@b' : name);
  },
  'a branch that git could not be asked for by name': (site) => {
    site.git('update-ref', 'refs/heads/-x', 'HEAD');
    site.git('symbolic-ref', 'HEAD', 'refs/heads/-x');
  },
  'thousands of refs and tags, packed and not': (site) => {
    const head = site.git('rev-parse', 'HEAD').trim();
    const lines = Array.from({ length: 5000 }, (_, n) => `${head} refs/tags/t${String(n).padStart(4, '0')}\n`);
    writeFileSync(
      join(site.contentDir, '.git/packed-refs'),
      `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`,
    );
    mkdirSync(join(site.contentDir, '.git/refs/tags/deep'), { recursive: true });
    for (let n = 0; n < 300; n++) writeFileSync(join(site.contentDir, `.git/refs/tags/deep/${n}`), `${head}\n`);
    site.git('tag', '--annotate', '--message=A tag', 'annotated');
  },
  'a reflog of nonsense': (site) => writeFileSync(join(site.contentDir, '.git/logs/HEAD'), Buffer.alloc(200_000, 0xff)),
  'packed refs': (site) => void site.git('pack-refs', '--all'),
  'a repack of everything': (site) => void site.git('repack', '-adq'),
  maintenance: (site) => {
    site.git('maintenance', 'run', '--quiet', '--task=gc', '--task=commit-graph', '--task=loose-objects');
    site.git('multi-pack-index', 'write');
  },
  'a linked worktree on another branch': (site) => {
    site.git('worktree', 'add', '--quiet', '-b', 'side', join(site.privateDir, '../side'));
  },
  'a history that has nothing in common': (site) => {
    const id = site.git('commit-tree', 'HEAD^{tree}', '-m', 'Unrelated').trim();
    site.git('reset', '--quiet', '--hard', id);
  },
  'commits that are older than their parents': (site) => {
    for (const date of ['2001-01-01T00:00:00Z', '2090-01-01T00:00:00Z', '1990-01-01T00:00:00Z'])
      site.git(
        '-c',
        `alias.dated=!GIT_COMMITTER_DATE='${date}' git`,
        'dated',
        'commit',
        '--quiet',
        '--allow-empty',
        '--message=Odd',
      );
  },
  'files of the future': (site) => {
    for (const path of [HOME, 'pages/en/about.md', '.git/index', '.git/HEAD', '.git/config'])
      try {
        utimesSync(join(site.contentDir, path), 4e9, 4e9);
      } catch {}
  },
  'a repository that vanishes and comes back': (site) => {
    const git = join(site.contentDir, '.git');
    renameSync(git, `${site.privateDir}/../away`);
    renameSync(`${site.privateDir}/../away`, git);
  },
  'settings of another machine': (site) => {
    for (const [key, value] of [
      ['core.ignorecase', 'true'],
      ['core.precomposeunicode', 'true'],
      ['core.filemode', 'false'],
      ['core.symlinks', 'false'],
      ['core.bigFileThreshold', '1'],
      ['core.logAllRefUpdates', 'always'],
      ['core.sharedRepository', 'group'],
      ['gc.auto', '1'],
    ] as const)
      site.git('config', key, value);
  },
  'attributes of exports, merges and diffs': (site) => {
    writeFileSync(
      join(site.contentDir, '.gitattributes'),
      '* -text export-ignore export-subst diff=x merge=union linguist-generated delta=no\n',
    );
    site.git('commit', '--quiet', '--all', '--message=Attributes');
  },
  'a submodule beside the content': (site) => {
    site.git('update-index', '--add', '--cacheinfo', `160000,${site.git('rev-parse', 'HEAD').trim()},module`);
    mkdirSync(join(site.contentDir, 'module'));
    site.git('commit', '--quiet', '--message=Submodule');
  },
};

it.each(someOf(Object.keys(moves), 2))('SEC-37 %s: writes and starts go on', async (name) => {
  const site = await makeSite(SMALL_SITE);
  await write(site, 'Before');
  moves[name]!(site);
  await expectSound(site);
});

it('SEC-37 on a branch without a commit reads go on and writes are refused until it has one', async () => {
  const site = await makeSite(SMALL_SITE);
  await write(site, 'Before');
  site.git('symbolic-ref', 'HEAD', 'refs/heads/unborn');
  const refused = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'No' } });
  expect([409, 503]).toContain(refused.status);
  expect(await serves(site)).toBe('Before');
  expect((await site.ask('GET /admin/pages/1/revisions', { as: 'editor' })).status).toBe(200);
  site.git('symbolic-ref', 'HEAD', 'refs/heads/main');
  await expectSound(site);
});

it('SEC-37 while the repository is gone reads go on, and writes are refused until it is back', async () => {
  const site = await makeSite(SMALL_SITE);
  await write(site, 'Before');
  const [git, away] = [join(site.contentDir, '.git'), join(site.privateDir, '../away')];
  renameSync(git, away);
  for (const title of ['One', 'Two']) {
    const { status } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title } });
    expect([title, status]).toEqual([title, 503]);
  }
  expect(await serves(site)).toBe('Before');
  expect((await site.ask('GET /admin/problems', { as: 'admin' })).status).toBe(200);
  rmSync(git, { recursive: true, force: true });
  renameSync(away, git);
  await expectSound(site);
});

long.it('SEC-37 uncommitted files of 500 MB are problems, and are never read', async () => {
  const site = await makeSite(SMALL_SITE);
  const large = (path: string): void => {
    mkdirSync(join(site.contentDir, path, '..'), { recursive: true });
    writeFileSync(join(site.contentDir, path), '');
    truncateSync(join(site.contentDir, path), 500 * 2 ** 20);
  };
  const before = process.resourceUsage().maxRSS;
  for (const path of [
    'pages/en/large.yaml',
    'pages/en/large2.md',
    'menus/large.yaml',
    'media/files/large.png',
    'content-types/large.yaml',
  ])
    large(path);
  const codes = async (): Promise<readonly string[]> =>
    (await site.ask('GET /admin/problems', { as: 'admin' })).body.data.map(
      (one: { code: string; path: string }) => `${one.path} ${one.code}`,
    );
  await expect
    .poll(codes, { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['pages/en/large.yaml LIMIT', 'menus/large.yaml LIMIT']));
  await write(site, 'Now');
  await site.restart();
  await write(site, 'After a start');
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(300 * 1024);
});

it('SEC-2 nothing is written through a link that replaces a folder or file while the server runs', async () => {
  const site = await makeSite(SMALL_SITE);
  const outside = join(site.privateDir, '../outside');
  mkdirSync(outside);
  renameSync(join(site.contentDir, 'pages/en'), join(outside, 'en'));
  symlinkSync(join(outside, 'en'), join(site.contentDir, 'pages/en'));
  const before = readdirSync(join(outside, 'en'));
  const update = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: 'Through' } });
  const create = await site.ask('POST /admin/pages', {
    as: 'editor',
    body: { type: 'plain', locale: 'en', slug: 'new', title: 'New' },
  });
  expect([update.status, create.status].filter((status) => status < 400)).toEqual([]);
  expect([update.status, create.status].filter((status) => status === 500)).toEqual([]);
  expect(readdirSync(join(outside, 'en'))).toEqual(before);
  rmSync(join(site.contentDir, 'pages/en'));
  renameSync(join(outside, 'en'), join(site.contentDir, 'pages/en'));
  await expect.poll(async () => (await site.ask('GET /content/pages/home')).status, { timeout: 20_000 }).toBe(200);
  await expectSound(site);
});

long.it('SEC-37 one file in a chain of 4,095 deltas: its versions are read, and writes and starts go on', async () => {
  const site = await makeSite(SMALL_SITE);
  const versions = Array.from({ length: 4_200 }, (_, n) => `${site.read(HOME)}# Version ${n}\n`);
  const blobs = versions.map((one, n) => `blob\nmark :${n + 1}\ndata ${Buffer.byteLength(one)}\n${one}\n`);
  const commits = [1, 2_000, 4_095, 4_096].map((mark, n) => {
    const from = n === 0 ? 'from refs/heads/main^0\n' : '';
    return `commit refs/heads/main\ncommitter A <a@b> ${1_770_000_000 + n} +0000\ndata 2\nx\n${from}M 100644 :${mark} ${HOME}\n\n`;
  });
  runProgram('git', ['fast-import', '--quiet', '--force', '--depth=4095'], {
    cwd: site.contentDir,
    input: [...blobs, ...commits].join(''),
  });
  const [index] = readdirSync(join(site.contentDir, '.git/objects/pack')).filter((name) => name.endsWith('.idx'));
  expect(site.git('verify-pack', '--stat-only', `.git/objects/pack/${index}`)).toContain('chain length = 4095:');
  site.git('reset', '--quiet', '--hard');
  await expectSound(site);
  for (const commit of ['HEAD~2', 'HEAD~3', 'HEAD~4', 'HEAD~5']) {
    const id = site.git('rev-parse', commit).trim();
    const { status, body } = await site.ask(`GET /admin/pages/1/revisions/${id}`, { as: 'editor' });
    expect([commit, status, JSON.stringify(body)]).toEqual([commit, 200, expect.stringContaining('"Home"')]);
  }
});

it.each(
  someOf(
    ['* filter=evil', '* ident', '* text eol=crlf', '* working-tree-encoding=UTF-16', '* diff=evil merge=evil'],
    1,
  ),
)('SEC-37 a commit with the attribute "%s" starts no program, and changes no byte', async (line) => {
  const site = await makeSite(SMALL_SITE);
  const started = join(site.privateDir, '../started');
  const attributes = ['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'diff.evil.textconv'];
  for (const key of [...attributes, 'diff.evil.command', 'merge.evil.driver'])
    site.git('config', key, `sh -c 'touch ${started}; cat'`);
  const before = await site.ask('GET /admin/pages/1/revisions', { as: 'editor' });
  site.git('config', 'core.attributesFile', '/dev/null');
  site.write('.gitattributes', `${line}\n`);
  const blob = site.git('hash-object', '-w', '--no-filters', '.gitattributes').trim();
  site.git('update-index', '--add', '--cacheinfo', `100644,${blob},.gitattributes`);
  site.git(
    'update-ref',
    'HEAD',
    site.git('commit-tree', site.git('write-tree').trim(), '-p', 'HEAD', '-m', line).trim(),
  );
  rmSync(started, { force: true });
  const isHarmless = line.includes('diff');
  for (const round of [1, 2]) {
    if (round === 2) await site.restart();
    const { status, body } = await site.ask('PUT /admin/pages/1', { as: 'editor', body: { title: `$Id$ ${line}` } });
    if (isHarmless) expect(status).toBe(200);
    else expect([status, body.errors[0].message]).toEqual([503, expect.stringContaining('Git would convert')]);
    expect(await serves(site)).toBe(isHarmless ? `$Id$ ${line}` : 'Home');
    const after = await site.ask('GET /admin/pages/1/revisions', { as: 'editor' });
    expect(after.body.meta.total).toBe(before.body.meta.total + (isHarmless ? round : 0));
    expect(existsSync(started)).toBe(false);
  }
});
