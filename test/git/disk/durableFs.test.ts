import { randomBytes } from 'node:crypto';
import nodeFs, { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { durableFs } from '../../../src/git/disk/durableFs.ts';
import { runProgram } from '../../run/runProgram.ts';
import { makeFolder, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

describe('the durable file system', () => {
  it.each([0, 100, 300_000])('makes a file of %i bytes, and never replaces another', async (size) => {
    const [path, bytes] = [join(makeFolder(), 'file'), randomBytes(size)];
    await durableFs.writeSynced(path, bytes, 0o600);
    expect([readFileSync(path).equals(bytes), statSync(path).mode & 0o777]).toEqual([true, 0o600]);
    await expect(durableFs.writeSynced(path, bytes)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(durableFs.copySynced(path, path)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('overwrites bytes of a file and leaves the others', async () => {
    const path = join(makeFolder(), 'file');
    writeFileSync(path, 'abcdef');
    durableFs.patch(path, [
      { at: 1, bytes: Buffer.from('XY') },
      { at: 5, bytes: Buffer.from('Z') },
    ]);
    expect(readFileSync(path, 'utf8')).toBe('aXYdeZ');
  });

  it('writes all bytes even if the system takes only a few at a time', () => {
    const path = join(makeFolder(), 'file');
    writeFileSync(path, 'abcdefgh');
    const { writeSync } = nodeFs;
    nodeFs.writeSync = ((fd: number, bytes: Buffer, from: number, length: number, at: number) =>
      writeSync(fd, bytes, from, Math.min(length, 2), at)) as typeof writeSync;
    syncBuiltinESMExports();
    try {
      durableFs.patch(path, [{ at: 1, bytes: Buffer.from('UVWXY') }]);
    } finally {
      nodeFs.writeSync = writeSync;
      syncBuiltinESMExports();
    }
    expect(readFileSync(path, 'utf8')).toBe('aUVWXYgh');
  });

  it('links to no name that is taken, and discards files that may be gone, but no folders', async () => {
    const folder = makeFolder();
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    writeFileSync(one, '1');
    writeFileSync(other, '2');
    expect(() => durableFs.link(one, other)).toThrow('EEXIST');
    await durableFs.discard(other);
    await durableFs.discard(other);
    expect(existsSync(other)).toBe(false);
    mkdirSync(other);
    await expect(durableFs.discard(other)).rejects.toThrow();
  });

  // Only Linux says which file a descriptor belongs to.
  it.runIf(process.platform === 'linux')(
    'has synced the very file or folder once a call that promises it resolves',
    () => {
      const script = `
      const fs = require('node:fs');
      const synced = [];
      const real = fs.fsync;
      fs.fsync = (fd, done) => { synced.push(fs.readlinkSync('/proc/self/fd/' + fd)); real(fd, done); };
      const realOpen = fs.open;
      fs.open = (path, flags, ...rest) => {
        if (flags & fs.constants.O_DSYNC) synced.push(path);
        realOpen(path, flags, ...rest);
      };
      require('node:module').syncBuiltinESMExports();
      const [dist, folder] = process.argv.slice(1);
      import(dist + '/durableFs.js').then(async ({ durableFs }) => {
        const at = (name) => folder + '/' + name;
        await durableFs.writeSynced(at('written'), Buffer.from('1'));
        await durableFs.writeSynced(at('large'), Buffer.alloc(300000));
        await durableFs.writeSynced(at('empty'), Buffer.alloc(0));
        await durableFs.copySynced(at('written'), at('copied'));
        durableFs.patch(at('copied'), [{ at: 0, bytes: Buffer.from('2') }]);
        await durableFs.sync(at('copied'));
        await durableFs.sync(folder);
        console.log(JSON.stringify(synced));
      });`;
      const [dist, folder] = [new URL('../../../dist-test', import.meta.url).pathname, makeFolder()];
      const printed = runProgram(process.execPath, ['-e', script, dist, folder], { encoding: 'utf8' });
      const names = ['written', 'large', 'empty', 'empty', 'copied', 'copied'].map((name) => join(folder, name));
      expect(JSON.parse(printed)).toEqual([...names, folder]);
    },
  );
});
