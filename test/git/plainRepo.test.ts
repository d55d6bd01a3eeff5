import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type DurableFs, durableFs } from '../../src/git/disk/durableFs.ts';
import { createPlainRepo } from '../../src/git/plainRepo.ts';
import { edit, makeFolder, removeFolders, request, rev, snapshot, writeFiles } from './sandbox.ts';

afterAll(removeFolders);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the private home', () => {
  it('accepts no more writes once the disk has failed one: what was synced before may be gone', async () => {
    let fails = true;
    const sync: DurableFs['sync'] = async (path) => {
      if (fails) throw Object.assign(new Error('made to fail'), { code: 'EIO' });
      return durableFs.sync(path);
    };
    const root = join(makeFolder(), 'private');
    const repo = createPlainRepo({ root, fs: { ...durableFs, sync } });
    await expect(repo.publish(null, [request([edit('a', 'a\n')])])).rejects.toThrow('read-only until');
    fails = false;
    await expect(repo.publish(null, [request([edit('b', 'b\n')])])).rejects.toThrow('read-only until');
    expect(existsSync(join(root, 'b'))).toBe(false);
  });

  it('writes files that only their owner can read, and has no history', async () => {
    const root = join(makeFolder(), 'private');
    const repo = createPlainRepo({ root });
    const [published] = await repo.publish(null, [request([edit('users/1.yaml', 'a\n'), edit('users/2.yaml', 'b\n')])]);
    expect(published).toEqual({
      commit: null,
      message: 'Change something',
      durable: expect.any(Promise),
      files: new Map([
        ['users/1.yaml', rev('a\n')],
        ['users/2.yaml', rev('b\n')],
      ]),
    });
    expect([modeOf(root), modeOf(join(root, 'users')), modeOf(join(root, 'users/1.yaml'))]).toEqual([
      0o700, 0o700, 0o600,
    ]);
    expect([await repo.head(), await repo.readAt('x', 'users/1.yaml'), await repo.diff(null, 'x')]).toEqual([
      null,
      null,
      [],
    ]);
  });

  it('gives a file that it replaces no more rights than it should have', async () => {
    const root = makeFolder();
    writeFiles(root, { 'users/1.yaml': 'a\n' });
    chmodSync(join(root, 'users/1.yaml'), 0o644);
    await createPlainRepo({ root }).publish(null, [request([edit('users/1.yaml', 'b\n', 'a\n')])]);
    expect(modeOf(join(root, 'users/1.yaml'))).toBe(0o600);
  });

  it('applies requests in order, removes files and leaves nothing beside them', async () => {
    const root = makeFolder();
    const repo = createPlainRepo({ root });
    await repo.publish(null, [
      request([edit('k/1', '1\n'), edit('k/2', 'x\n')]),
      request([edit('k/1', '2\n', '1\n')]),
      request([edit('k/2', null, 'x\n')]),
    ]);
    expect(snapshot(root)).toEqual({ 'k/1': rev('2\n') });
    await repo.publish(null, [request([edit('k/1', null, '2\n')])]);
    expect(readdirSync(root)).toEqual(['.writing']);
    expect(readdirSync(join(root, '.writing'))).toEqual([]);
  });

  it.each([
    ['changed', edit('a', 'x\n', 'old\n')],
    ['there already', edit('a', 'x\n')],
    ['gone', edit('b', 'x\n', 'b\n')],
    ['gone before its removal', edit('b', null, 'b\n')],
  ])('answers CONFLICT for a file that is %s, and writes nothing', async (_, wrong) => {
    const root = makeFolder();
    writeFiles(root, { a: 'a\n' });
    const before = snapshot(root);
    const attempt = createPlainRepo({ root }).publish(null, [request([edit('c', 'c\n')]), request([wrong])]);
    await expect(attempt).rejects.toMatchObject({ code: 'CONFLICT', details: [{ path: [wrong.path] }] });
    expect(snapshot(root)).toEqual(before);
  });

  it('SEC-2 follows no symbolic link out of the folder', async () => {
    const [root, outside] = [makeFolder(), makeFolder()];
    symlinkSync(outside, join(root, 'users'));
    writeFileSync(join(outside, '1'), 'a\n');
    const repo = createPlainRepo({ root });
    await expect(repo.publish(null, [request([edit('users/2', 'x\n')])])).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(repo.publish(null, [request([edit('../x', 'x\n')])])).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(readdirSync(outside)).toEqual(['1']);
  });

  it('puts earlier files back when a later one fails', async () => {
    for (const failing of ['a', 'n/x', 'sync'] as const) {
      const root = makeFolder();
      writeFiles(root, { a: 'a\n', b: 'b\n' });
      const before = snapshot(root);
      const error = Object.assign(new Error('made to fail'), { code: 'ENOSPC' });
      const fs: DurableFs = {
        ...durableFs,
        rename(from, to) {
          if (to === join(root, failing)) throw error;
          durableFs.rename(from, to);
        },
        sync: async (path) => (failing === 'sync' ? Promise.reject(error) : durableFs.sync(path)),
      };
      const edits = [edit('b', null, 'b\n'), edit('a', '2\n', 'a\n'), edit('n/x', 'x\n')];
      await expect(createPlainRepo({ root, fs }).publish(null, [request(edits)])).rejects.toMatchObject({
        code: 'INSUFFICIENT_STORAGE',
      });
      expect(snapshot(root)).toEqual(before);
      expect(existsSync(join(root, 'n'))).toBe(false);
    }
  });

  it('removes what a process that died has left beside its files', () => {
    const root = makeFolder();
    mkdirSync(join(root, '.writing'));
    writeFiles(root, { '.writing/0123456789ab-0-file': 'half' });
    createPlainRepo({ root });
    expect(readdirSync(join(root, '.writing'))).toEqual([]);
  });

  it('keeps the bytes as they are', async () => {
    const root = makeFolder();
    const bytes = Buffer.from([0, 255, 13, 10]);
    await createPlainRepo({ root }).publish(null, [request([{ path: 'x', before: null, bytes }])]);
    expect(readFileSync(join(root, 'x')).equals(bytes)).toBe(true);
  });
});
