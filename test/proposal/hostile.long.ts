import { describe, expect, it } from 'vitest';
import { DEVELOPER } from '../git/remote/makeGitHost.ts';
import { type Clone, makeTeam, PAGE, TEXT } from '../host/makeTeam.ts';
import { someOf } from '../long.ts';
import { runProgram } from '../run/runProgram.ts';

const editor = { as: 'editor' } as const;
const WORKFLOW = '.github/workflows/ci.yml';
const PICTURE = 'media/files/harbour-0a1b2c3d.png';

const makeTree = ({ dir }: Clone, lines: readonly string[]): string =>
  runProgram('git', ['mktree'], {
    cwd: dir,
    env: DEVELOPER,
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
  }).trim();

/** A pull request of a fork, with these files. */
function request(dev: Clone, number: number, files: Readonly<Record<string, string>>): string {
  dev.git('switch', '-q', '-c', 'theirs', 'origin/main');
  const commit = dev.push(files);
  dev.git('push', '-q', 'origin', `HEAD:refs/pull/${number}/head`, ':theirs');
  return commit;
}

/** A pull request that adds a folder to what is live. */
function requestFolder(dev: Clone, number: number, folder: string): string {
  const tree = makeTree(dev, [...dev.git('ls-tree', 'origin/main').split('\n'), `040000 tree ${folder}\textra`]);
  const commit = dev.git('commit-tree', '-p', 'origin/main', '-m', 'Hostile', tree);
  dev.git('push', '-q', 'origin', `${commit}:refs/pull/${number}/head`);
  return commit;
}

/** A few small folders that stand for ten thousand million files. */
function makeBomb(dev: Clone): string {
  let entry = `100644 blob ${dev.git('rev-parse', `HEAD:${PAGE}`)}`;
  for (let level = 0; level < 10; level += 1) {
    const lines = Array.from({ length: 10 }, (_, index) => `${entry}\t${index}`);
    entry = `040000 tree ${makeTree(dev, lines)}`;
  }
  return entry.split(' ')[2]!;
}

function makeCrowd(dev: Clone, files: number): string {
  const blob = dev.git('rev-parse', `HEAD:${PAGE}`);
  return makeTree(
    dev,
    Array.from({ length: files }, (_, index) => `100644 blob ${blob}\t${index}`),
  );
}

const withRequests = () => makeTeam({ env: { GIT_FETCH: 'requests' } });

describe('a request that is too large to be shown', () => {
  it('SEC-37 is in the list with its problem, beside the others', async () => {
    const { site, sync, clone } = await withRequests();
    const dev = clone();
    requestFolder(dev, 1, makeBomb(dev));
    requestFolder(dev, 2, makeCrowd(dev, 25_000));
    dev.git('switch', '-q', '-c', 'good');
    dev.push({ [PAGE]: TEXT.replace('About us', 'Good') });
    await sync();
    const { status, body } = await site.ask('GET /admin/changes', editor);
    expect(status).toBe(200);
    const large = { reason: 'large', message: expect.stringContaining('too large') };
    expect(body.data).toEqual([
      expect.objectContaining({
        name: '~good',
        problem: null,
        records: [expect.objectContaining({ key: 'en/about' })],
      }),
      expect.objectContaining({
        name: '~#2',
        ref: 'refs/quire/requests/quire/2',
        problem: large,
        records: [],
        files: [],
      }),
      expect.objectContaining({
        name: '~#1',
        ref: 'refs/quire/requests/quire/1',
        problem: large,
        records: [],
        files: [],
      }),
    ]);
  });

  it('SEC-37 can be read, and is refused where it would be merged', async () => {
    const { site, sync, clone } = await withRequests();
    const dev = clone();
    requestFolder(dev, 1, makeBomb(dev));
    await sync();
    const { body } = await site.ask('GET /admin/changes/~%231', editor);
    expect(body.data).toMatchObject({ problem: { reason: 'large' }, problems: [] });
    const publish = await site.ask('POST /admin/changes/~%231/publish', { as: 'admin', body: {} });
    expect([publish.status, publish.body.errors[0].message]).toEqual([409, expect.stringContaining('too large')]);
  });
});

describe('a change that begins with a request from elsewhere', () => {
  const theirs = {
    [PAGE]: TEXT.replace('About us', 'By a stranger'),
    'pages/en/new.yaml': TEXT.replace('id: 12', 'id: 13'),
    [PICTURE]: 'a picture',
    'media/files/.gitattributes': '* filter=evil\n',
    [WORKFLOW]: 'on: push\n',
    'package.json': '{}\n',
  };

  it.each(someOf(['pull/1/head', '~#1', 'commit'], 1))(
    'SEC-41 takes the content alone from %s, and neither its other files nor its history',
    async (from) => {
      const { site, host, sync, clone } = await withRequests();
      const dev = clone();
      const commit = request(dev, 1, theirs);
      await sync();
      const body = { title: 'Nice', from: from === 'commit' ? commit : from };
      expect((await site.ask('POST /admin/changes', { ...editor, body })).status).toBe(201);
      await sync();
      const files = host.git('diff', '--name-only', 'main', 'change/nice').split('\n');
      expect(files).toEqual([PICTURE, PAGE, 'pages/en/new.yaml']);
      expect(host.git('rev-parse', 'change/nice^@')).toBe(host.git('rev-parse', 'main'));
      expect(site.git('fsck', '--strict', '--no-dangling').trim()).toBe('');
    },
  );

  it('takes everything from a branch of the host, as whoever may push there has it', async () => {
    const { site, host, sync, clone } = await withRequests();
    const dev = clone();
    dev.git('switch', '-q', '-c', 'feature');
    const commit = dev.push(theirs);
    await sync();
    await site.ask('POST /admin/changes', { ...editor, body: { title: 'Nice', from: '~feature' } });
    await sync();
    expect(host.git('rev-parse', 'change/nice^')).toBe(commit);
  });

  it('SEC-37 is refused where that holds too much', async () => {
    const { site, sync, clone } = await withRequests();
    const dev = clone();
    const pages = makeTree(dev, [`040000 tree ${makeBomb(dev)}\ten`]);
    const lines = dev
      .git('ls-tree', 'origin/main')
      .split('\n')
      .filter((line) => !line.endsWith('\tpages'));
    const commit = dev.git(
      'commit-tree',
      '-p',
      'origin/main',
      '-m',
      'X',
      makeTree(dev, [...lines, `040000 tree ${pages}\tpages`]),
    );
    dev.git('push', '-q', 'origin', `${commit}:refs/pull/1/head`);
    await sync();
    const { status, body } = await site.ask('POST /admin/changes', { ...editor, body: { title: 'Nice', from: '~#1' } });
    expect([status, body.errors[0]]).toEqual([400, expect.objectContaining({ path: ['from'] })]);
  });
});

it.each(['mine', 'live'])(
  'SEC-41 takes no edits out of a request from elsewhere, and brings none of them to %s',
  async (to) => {
    const { site, sync, clone } = await withRequests();
    const dev = clone();
    request(dev, 1, {
      [PAGE]: TEXT.replace('About us', 'By a stranger'),
      'media/a.yaml': 'id: 70\nfilename: a-0a1b2c3d.png\nmimeType: image/png\nsize: 9\n',
      'media/files/a-0a1b2c3d.png': 'a picture',
      'media/files/a-x/.gitattributes': '* filter=evil\n',
    });
    await sync();
    await site.ask('POST /admin/changes', { ...editor, body: { title: 'Mine' } });
    const before = site.git('for-each-ref');
    for (const record of [
      { kind: 'page', key: 'en/about' },
      { kind: 'media', key: 'a' },
    ]) {
      const body = { records: [record], to };
      expect((await site.ask('POST /admin/changes/~%231/move', { ...editor, body })).status).toBe(409);
    }
    expect(site.git('for-each-ref')).toBe(before);
  },
);

it('SEC-40 moves the file of a media item without what else was pushed beside it', async () => {
  const { site, sync, clone } = await makeTeam();
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Spring' } });
  await site.ask('POST /admin/changes', { ...editor, body: { title: 'Mine' } });
  await sync();
  const dev = clone();
  dev.git('switch', '-q', 'change/spring');
  dev.push({
    'media/a.yaml': 'id: 70\nfilename: a-0a1b2c3d.png\nmimeType: image/png\nsize: 9\n',
    'media/files/a-0a1b2c3d.png': 'a picture',
    'media/files/a-x/.gitattributes': '* filter=evil\n',
    'media/files/a-evil.sh': '#!/bin/sh\n',
  });
  await sync();
  const body = { records: [{ kind: 'media', key: 'a' }], to: 'mine' };
  expect((await site.ask('POST /admin/changes/spring/move', { ...editor, body })).status).toBe(200);
  const files = site.git('ls-tree', '-r', '--name-only', 'change/mine', 'media').trim().split('\n');
  expect(files).toEqual(['media/a.yaml', 'media/files/a-0a1b2c3d.png']);
});

it('tells a branch that is called #1 from request 1', async () => {
  const { site, sync, clone } = await withRequests();
  const dev = clone();
  const theirs = request(dev, 1, { [PAGE]: TEXT.replace('About us', 'Theirs') });
  dev.git('switch', '-q', '-c', '#1', 'origin/main');
  const ours = dev.push({ [PAGE]: TEXT.replace('About us', 'Ours') });
  await sync();
  const { data } = (await site.ask('GET /admin/changes', editor)).body;
  expect(data.map(({ name, head }: { name: string; head: string }) => [name, head])).toEqual([
    ['~~#1', ours],
    ['~#1', theirs],
  ]);
  const read = async (name: string) =>
    (await site.ask('GET /admin/pages/12', { ...editor, headers: { 'Quire-Change': name } })).body.data.title;
  expect([await read('~~#1'), await read('~#1')]).toEqual(['Ours', 'Theirs']);
});
