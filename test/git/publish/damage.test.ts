import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { parseCommit } from '../../../src/git/format/commit.ts';
import { DamagedIndex, readIndex } from '../../../src/git/format/index/indexFile.ts';
import { parsePackIndex } from '../../../src/git/format/pack/packIndex.ts';
import { readLooseObject } from '../../../src/git/objects/loose.ts';
import { createObjectStore } from '../../../src/git/objects/objects.ts';
import { createPacks } from '../../../src/git/objects/packs.ts';
import { createPlainRepo } from '../../../src/git/plainRepo.ts';
import { isInHistory } from '../../../src/git/read/ancestry/ancestry.ts';
import { readHead } from '../../../src/git/read/ref/refs.ts';
import { createRepository } from '../../../src/git/repository.ts';
import { runProgram } from '../../run/runProgram.ts';
import {
  edit,
  git,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  removeFolders,
  request,
  rev,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

const FILES = { a: 'a\n', 'd/e': 'e\n' };

describe('a commit object', () => {
  const TREE = `tree ${rev('x')}`;
  it('may lack everything but its tree', () => {
    const nobody = { name: '', email: '', at: new Date(0) };
    const bare = { tree: rev('x'), parents: [], author: nobody, committer: nobody, message: '' };
    expect(parseCommit(Buffer.from(TREE))).toEqual(bare);
    expect(parseCommit(Buffer.from(`${TREE}\nauthor nobody at all\n\nHello\n`))).toEqual({
      ...bare,
      message: 'Hello\n',
    });
    expect(() => parseCommit(Buffer.from('author a <b> 1 +0000\n\nHello\n'))).toThrow('no tree');
  });
});

describe('a loose object', () => {
  it.each([
    ['of no type that git knows', 'thing 1\0x', 'no header'],
    ['without a header', 'x', 'no header'],
    ['shorter than it says', 'blob 2\0x', 'damaged'],
  ])('is refused when it is %s', async (_, text, why) => {
    const file = join(makeFolder(), 'loose');
    writeFileSync(file, deflateSync(Buffer.from(text)));
    await expect(readLooseObject(file, 1e6)).rejects.toThrow(why);
  });
});

describe('an index', () => {
  it.each([
    ['holds fewer entries than it says', (bytes: Buffer) => bytes.writeUInt32BE(9, 8)],
    ['has a name that goes beyond its end', (bytes: Buffer) => bytes.writeUInt16BE(0x0ffe, 12 + 60)],
    ['has a long name that never ends', (bytes: Buffer) => bytes.fill('x', 12 + 62).writeUInt16BE(0x0fff, 12 + 60)],
  ])('is damaged when it %s', (_, damage) => {
    const bytes = readFileSync(join(makeRepository(FILES), '.git/index'));
    damage(bytes);
    // A checksum of zeros is not compared.
    bytes.subarray(-20).fill(0);
    expect(() => readIndex(bytes)).toThrow(DamagedIndex);
  });
});

describe('packs', () => {
  it('are none in a folder that does not exist', async () => {
    expect(await createPacks(makeFolder()).find(rev('x'), 1e6)).toBeUndefined();
  });

  it('are skipped when there is only their index', async () => {
    const dir = makeRepository(FILES);
    git(dir, 'repack', '-adq');
    const folder = join(dir, '.git/objects/pack');
    const objects = join(dir, '.git/objects');
    const head = git(dir, 'rev-parse', 'HEAD');
    expect((await createPacks(objects).find(head, 1e6))?.type).toBe('commit');
    for (const name of readdirSync(folder)) if (name.endsWith('.pack')) rmSync(join(folder, name));
    expect(await createPacks(objects).find(head, 1e6)).toBeUndefined();
  });

  it('are refused with an index of a version that git does not write', () => {
    const bytes = Buffer.alloc(8 + 1024);
    bytes.writeUInt32BE(0xff744f63, 0);
    bytes.writeUInt32BE(3, 4);
    expect(() => parsePackIndex(bytes)).toThrow('version 3');
    bytes.writeUInt32BE(2, 4);
    bytes.writeUInt32BE(5, 8 + 1020);
    expect(() => parsePackIndex(bytes)).toThrow('damaged');
  });
});

describe('HEAD', () => {
  it.each(['', 'ref: refs/heads/../../../etc/passwd', 'ref: elsewhere', 'nonsense'])(
    'is not read if it contains %j',
    (text) => {
      const gitDir = makeFolder();
      writeFileSync(join(gitDir, 'HEAD'), text);
      expect(() => readHead({ gitDir, commonDir: gitDir })).toThrow('no readable HEAD');
    },
  );
});

describe('history', () => {
  it('is searched once even if it has merges, and ends where it is damaged', async () => {
    const dir = makeRepository(FILES);
    git(dir, 'switch', '-q', '-c', 'side');
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Side');
    git(dir, 'switch', '-q', 'main');
    git(dir, 'commit', '-q', '--allow-empty', '-m', 'Main');
    git(dir, 'merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    const objects = createObjectStore({ commonDir: join(dir, '.git'), fs: durableFs });
    const [head, root, blob] = ['HEAD', 'HEAD~2', 'HEAD:a'].map((name) => git(dir, 'rev-parse', name));
    expect(await isInHistory(objects, { ancestor: root! }, head!)).toBe(true);
    expect(await isInHistory(objects, { ancestor: rev('none') }, head!)).toBe(false);
    expect(await isInHistory(objects, { ancestor: root! }, blob!)).toBe(false);
  });
});

describe('a publish', () => {
  it('without requests does nothing', async () => {
    const dir = makeRepository(FILES);
    const repo = await createRepository({ contentDir: dir });
    expect(await repo.publish(await repo.head(), [])).toEqual([]);
    await repo.close();
    expect(git(dir, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(existsSync(join(dir, '.git/quire'))).toBe(false);
  });

  it('of two edits of one path in one commit is refused, and leaves nothing', async () => {
    const dir = makeRepository(FILES);
    const repo = await createRepository({ contentDir: dir });
    const twice = [edit('a', '2\n', 'a\n'), edit('a', '3\n', 'a\n')];
    await expect(repo.publish(await repo.head(), [request(twice)])).rejects.toThrow('two edits of a');
    await repo.close();
    expect(git(dir, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it('keeps copies on a file system without hard links', async () => {
    const dir = makeRepository(FILES);
    // As on exFAT: files without a second name must be copied, locks too.
    const script = `
      const fs = require('node:fs');
      fs.linkSync = () => { throw Object.assign(new Error('no links'), { code: 'EPERM' }); };
      require('node:module').syncBuiltinESMExports();
      const dist = process.argv[1];
      import(dist + '/repository.js').then(async ({ createRepository }) => {
        const repo = await createRepository({ contentDir: process.argv[2] });
        const edits = [{ path: 'a', before: process.argv[3], bytes: Buffer.from('2\\n') }];
        const author = { name: 'Ada', email: 'ada@example.org' };
        await repo.publish(await repo.head(), [{ edits, message: 'Change', author, at: new Date(0) }]);
        await repo.close();
      });`;
    const dist = new URL('../../../dist-test', import.meta.url).pathname;
    runProgram(process.execPath, ['-e', script, dist, dir, rev('a\n')]);
    expect(git(dir, 'show', 'HEAD:a')).toBe('2');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
    expect(readdirSync(join(dir, '.git/quire'))).toEqual([]);
  });
});

describe('a recovery', () => {
  it('leaves a folder that somebody has filled in place of a file, and says so', async () => {
    const dir = makeRepository(FILES);
    const parent = git(dir, 'rev-parse', 'HEAD');
    git(dir, 'rm', '-q', 'a');
    git(dir, 'commit', '-q', '-m', 'Ours, cut short');
    const commit = git(dir, 'rev-parse', 'HEAD');
    git(dir, 'update-ref', 'refs/heads/main', parent);
    mkdirSync(join(dir, 'a'));
    writeFileSync(join(dir, 'a/theirs'), 'theirs\n');
    mkdirSync(join(dir, '.git/quire'));
    writeFileSync(
      join(dir, '.git/quire/journal'),
      JSON.stringify({ parent, commit, ref: 'refs/heads/main', adopts: false }),
    );
    const repo = await createRepository({ contentDir: dir });
    await repo.close();
    expect(repo.reports()).toMatchObject([{ code: 'RECOVERY', path: 'a' }]);
    expect(readFileSync(join(dir, 'a/theirs'), 'utf8')).toBe('theirs\n');
  });
});

describe('the private home', () => {
  it('has no history to plan against, and accepts edits only in their order', async () => {
    const repo = createPlainRepo({ root: makeFolder() });
    await expect(repo.publish(rev('x'), [])).rejects.toThrow('HEAD moved to no commit');
    const apart = [request([edit('a', '1\n')]), request([edit('a', '2\n', 'other\n')])];
    await expect(repo.publish(null, apart)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(readdirSync(repo.root)).toEqual([]);
  });
});
