import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preparePrivateFolder, writePrivateFile } from '../../src/store/privateFolder.ts';
import { becomeNobody } from '../becomeNobody.ts';
import { runProgram } from '../run/runProgram.ts';

const modeOf = async (path: string): Promise<number> => (await lstat(path)).mode & 0o777;

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quire-private-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('the private folder', () => {
  it('SEC-19 is created for its owner only, with its folders', async () => {
    const path = await preparePrivateFolder(join(dir, 'deep', 'private'));
    expect(path).toBe(join(dir, 'deep', 'private'));
    expect(await modeOf(path)).toBe(0o700);
    expect((await readdir(path)).sort()).toEqual([
      '.gitignore',
      'api-keys',
      'invitations',
      'roles',
      'state',
      'users',
      'webhooks',
      'work',
    ]);
    for (const name of ['users', 'api-keys', 'invitations', 'roles', 'webhooks', 'state', 'work'])
      expect(await modeOf(join(path, name))).toBe(0o700);
  });

  it('SEC-19 is invisible to git from the start', async () => {
    runProgram('git', ['init', '-q', dir]);
    const path = await preparePrivateFolder(join(dir, '.quire'));
    await writePrivateFile(join(path, 'jwt-secret'), 'secret');
    await writePrivateFile(join(path, 'users', '1.yaml'), 'email: ada@example.org');
    runProgram('git', ['-C', dir, 'add', '-A']);
    expect(runProgram('git', ['-C', dir, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('');
  });

  it('is reused with its contents, and closed to others if it was open', async () => {
    const path = join(dir, 'private');
    await mkdir(path, { mode: 0o755 });
    await preparePrivateFolder(path);
    await writeFile(join(path, 'users', '1.yaml'), 'name: Ada');
    await preparePrivateFolder(path);
    expect(await readFile(join(path, 'users', '1.yaml'), 'utf8')).toBe('name: Ada');
    expect(await modeOf(path)).toBe(0o700);
  });

  it('is refused if it is a symbolic link, and nothing is written through it', async () => {
    await mkdir(join(dir, 'elsewhere'));
    await symlink(join(dir, 'elsewhere'), join(dir, 'private'));
    await expect(preparePrivateFolder(join(dir, 'private'))).rejects.toThrow(
      `The private folder ${join(dir, 'private')} cannot be used: ${join(dir, 'private')} is a symbolic link`,
    );
    expect(await readdir(join(dir, 'elsewhere'))).toEqual([]);
  });

  it('is refused if a folder in it is a symbolic link', async () => {
    await mkdir(join(dir, 'elsewhere'));
    await mkdir(join(dir, 'private'));
    await symlink(join(dir, 'elsewhere'), join(dir, 'private', 'users'));
    await expect(preparePrivateFolder(join(dir, 'private'))).rejects.toThrow('users is a symbolic link');
  });

  it('is refused if it cannot be written or created', async () => {
    await mkdir(join(dir, 'private'), { mode: 0o555 });
    await chmod(dir, 0o555);
    const restore = becomeNobody();
    try {
      for (const name of ['private', 'new']) {
        await expect(preparePrivateFolder(join(dir, name))).rejects.toThrow('cannot be used: permission denied');
      }
    } finally {
      restore();
      await chmod(dir, 0o755);
    }
  });

  it('is refused if it is a file, or below one', async () => {
    await writeFile(join(dir, 'file'), '');
    await expect(preparePrivateFolder(join(dir, 'file'))).rejects.toThrow('is not a folder');
    await expect(preparePrivateFolder(join(dir, 'file', 'private'))).rejects.toThrow(
      'cannot be used: a part of its path is not a folder',
    );
  });

  it.each(['node_modules/\n', '*\n!users\n', ''])(
    'is refused when it has a .gitignore of its own: %j',
    async (rules) => {
      await writeFile(join(dir, '.gitignore'), rules);
      await expect(preparePrivateFolder(dir)).rejects.toThrow('give Quire a folder of its own');
      expect(await readFile(join(dir, '.gitignore'), 'utf8')).toBe(rules);
      expect(await readdir(dir)).toEqual(['.gitignore']);
    },
  );
});

describe('a private file', () => {
  it('SEC-19 is readable by its owner only, also where it replaces an open one, and leaves nothing beside it', async () => {
    await writeFile(join(dir, 'secret'), 'old', { mode: 0o644 });
    await writePrivateFile(join(dir, 'secret'), 'new');
    expect(await readFile(join(dir, 'secret'), 'utf8')).toBe('new');
    expect(await modeOf(join(dir, 'secret'))).toBe(0o600);
    expect(await readdir(dir)).toEqual(['secret']);
  });

  it('leaves nothing behind if it cannot be written', async () => {
    await mkdir(join(dir, 'taken', 'by a folder'), { recursive: true });
    await expect(writePrivateFile(join(dir, 'taken'), 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(await readdir(dir)).toEqual(['taken']);
  });
});
