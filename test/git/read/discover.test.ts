import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { discoverRepository } from '../../../src/git/read/discover.ts';
import { git, makeFolder, makeRepository, openRepo, removeFolders, writeFiles } from '../sandbox.ts';

afterAll(removeFolders);

describe('discoverRepository', () => {
  it('finds the repository of the content folder itself', () => {
    const dir = makeRepository({ a: 'a' });
    expect(discoverRepository(dir)).toMatchObject({
      root: dir,
      worktree: dir,
      gitDir: join(dir, '.git'),
      commonDir: join(dir, '.git'),
      prefix: '',
    });
  });

  it('finds the repository above, and the prefix in it', () => {
    const dir = makeRepository({ 'site/content/a': 'a' });
    expect(discoverRepository(join(dir, 'site/content'))).toMatchObject({
      root: join(dir, 'site/content'),
      worktree: dir,
      prefix: 'site/content/',
    });
  });

  it('finds the folders of a linked worktree', () => {
    const dir = makeRepository({ 'c/a': 'a' });
    const linked = join(makeFolder(), 'linked');
    git(dir, 'worktree', 'add', '-q', linked);
    expect(discoverRepository(join(linked, 'c'))).toMatchObject({
      worktree: linked,
      gitDir: join(dir, '.git/worktrees/linked'),
      commonDir: join(dir, '.git'),
      prefix: 'c/',
    });
  });

  it('finds the worktree of a bare repository', () => {
    const bare = join(makeFolder(), 'bare.git');
    git(makeRepository({ a: 'a' }), 'clone', '-q', '--bare', '.', bare);
    const linked = join(makeFolder(), 'linked');
    git(bare, 'worktree', 'add', '-q', linked);
    expect(discoverRepository(linked)?.commonDir).toBe(bare);
  });

  it('finds none in a plain folder, nor in one with an empty .git', () => {
    const dir = makeFolder();
    expect(discoverRepository(dir)).toBeNull();
    mkdirSync(join(dir, '.git'));
    expect(discoverRepository(dir)).toBeNull();
  });

  it('follows a link that leads to the content folder from outside', () => {
    const dir = makeRepository({ 'content/a': 'a' });
    const link = join(makeFolder(), 'link');
    symlinkSync(join(dir, 'content'), link);
    expect(discoverRepository(link)).toMatchObject({ root: join(dir, 'content'), prefix: 'content/' });
  });

  it('refuses a link within the repository', () => {
    const dir = makeRepository({ 'real/content/a': 'a' });
    symlinkSync('real', join(dir, 'link'));
    expect(() => discoverRepository(join(dir, 'link/content'))).toThrow(/link is a symbolic link inside/);
  });

  it.each([
    [['extensions.objectFormat', 'sha256'], /SHA-256/],
    [['extensions.refStorage', 'reftable'], /git refs migrate/],
    [['extensions.partialClone', 'origin'], /partial clone/],
    [['remote.origin.promisor', 'true'], /partial clone/],
    [['extensions.somethingNew', 'true'], /"somethingnew"/],
    [['core.bare', 'true'], /bare/],
    [['core.worktree', '/elsewhere'], /core\.worktree/],
  ])('refuses a repository with %j', ([key, value], says) => {
    const dir = makeRepository({ a: 'a' });
    git(dir, 'config', key!, value!);
    expect(() => discoverRepository(dir)).toThrow(says);
  });

  it('refuses a repository that native git made with SHA-256', () => {
    const dir = makeFolder();
    git(dir, 'init', '-q', '--object-format=sha256');
    expect(() => discoverRepository(dir)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
  });

  it("reads a worktree's own settings", () => {
    const dir = makeRepository({ a: 'a' });
    git(dir, 'config', 'extensions.worktreeConfig', 'true');
    git(dir, 'config', '--worktree', 'core.logAllRefUpdates', 'false');
    expect(discoverRepository(dir)?.config.get('core.logallrefupdates')).toBe('false');
  });

  it('assumes git’s defaults for settings that are in no file', () => {
    const dir = makeRepository({ a: 'a' });
    git(dir, 'config', 'extensions.worktreeConfig', 'true');
    expect(discoverRepository(dir)?.config.get('extensions.worktreeconfig')).toBe('true');
    rmSync(join(dir, '.git/config'));
    expect([...discoverRepository(dir)!.config]).toEqual([]);
  });

  it('does not mistake an unreadable repository for none', () => {
    const dir = makeRepository({ a: 'a' });
    rmSync(join(dir, '.git/HEAD'));
    symlinkSync('HEAD', join(dir, '.git/HEAD'));
    expect(() => discoverRepository(dir)).toThrow('ELOOP');
  });

  it('ignores a .git file that names nothing', async () => {
    const dir = makeFolder();
    writeFileSync(join(dir, '.git'), 'not a name\n');
    expect(discoverRepository(dir)).toBeNull();
    await expect(openRepo(dir)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says that the content folder is missing', () => {
    expect(() => discoverRepository(join(makeFolder(), 'none'))).toThrow(/The content folder .* not found/);
  });

  it('ignores a .git file that names a folder that is gone', () => {
    const dir = makeFolder();
    writeFileSync(join(dir, '.git'), 'gitdir: ../nowhere\n');
    expect(discoverRepository(dir)).toBeNull();
    rmSync(join(dir, '.git'));
    writeFiles(dir, { 'a/b': 'x' });
    expect(existsSync(join(dir, 'a/b'))).toBe(true);
  });
});
