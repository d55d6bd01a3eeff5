import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { peekIndex } from '../../../src/git/publish/index/indexStore.ts';
import { committedFiles } from '../../../src/git/read/committedFiles.ts';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { openReadable } from '../../../src/git/read/readable.ts';
import { git, makeRepository, removeFolders, rev, writeFiles } from '../sandbox.ts';

afterAll(removeFolders);

/** Names that git orders differently in a tree than as whole paths, and others beside the folder. */
const FILES = {
  'above.txt': 'above\n',
  'content/a.b': '1\n',
  'content/a/b': '2\n',
  'content/a/c/d': '3\n',
  'content/a/c.d': '4\n',
  'content/a0': '5\n',
  'content/ü/東京': '6\n',
  'contents/x': '7\n',
};

function makeContent() {
  const dir = makeRepository(FILES);
  const below = Object.entries(FILES).filter(([path]) => path.startsWith('content/'));
  return {
    dir,
    committed: new Map(below.map(([path, text]) => [path.slice('content/'.length), rev(text)])),
    find(index = peekIndex(join(dir, '.git'))) {
      return committedFiles(
        openReadable(discoverRepository(join(dir, 'content'))!),
        git(dir, 'rev-parse', 'HEAD'),
        index,
      );
    },
    /** Makes every folder below the content unreadable in git. */
    loseTrees() {
      for (const id of git(dir, 'ls-tree', '-r', '-d', '--format=%(objectname)', 'HEAD:content').split('\n'))
        rmSync(join(dir, '.git/objects', id.slice(0, 2), id.slice(2)));
    },
  };
}

it('takes the files of a commit from an index that holds it', async () => {
  const { committed, find, loseTrees } = makeContent();
  loseTrees();
  expect(await find()).toEqual(committed);
});

it('is not misled by files staged outside the content', async () => {
  const { dir, committed, find, loseTrees } = makeContent();
  writeFiles(dir, { 'above.txt': 'changed\n' });
  git(dir, 'add', '.');
  loseTrees();
  expect(await find()).toEqual(committed);
});

it.each([
  ['something is staged', (dir: string) => git(dir, 'update-index', '--force-remove', 'content/a/b')],
  ['something is to be staged', (dir: string) => git(dir, 'add', '--intent-to-add', 'content/new')],
  ['a file is executable there', (dir: string) => git(dir, 'update-index', '--chmod=+x', 'content/a0')],
])('reads the folders of the commit where %s', async (_, stage) => {
  const { dir, committed, find } = makeContent();
  writeFileSync(join(dir, 'content/new'), 'new\n');
  stage(dir);
  expect(await find()).toEqual(committed);
});

it('reads the folders of the commit without an index', async () => {
  const { committed, find } = makeContent();
  expect(await find(null)).toEqual(committed);
});
