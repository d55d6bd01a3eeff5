import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readBlobId, readFilesAhead } from '../../../src/git/disk/filesAhead.ts';
import { blobId } from '../../../src/lib/text/blobId.ts';
import {
  git,
  makeFolder,
  makeRepository,
  NO_TROUBLES,
  openRepo,
  publishOn,
  removeFolders,
  troubles,
} from '../sandbox.ts';

afterAll(removeFolders);

const LONG_AGO = new Date('2026-01-05T09:00:00Z');
const PHOTO = randomBytes(700_000);

function writePhoto(dir: string, bytes: Buffer = PHOTO): string {
  const file = join(dir, 'photo.jpg');
  writeFileSync(file, bytes);
  utimesSync(file, LONG_AGO, LONG_AGO);
  return file;
}
const stat = (file: string) => lstatSync(file, { bigint: true });

describe('a working file that was read ahead', () => {
  it.each([10, 700_000])('of %i bytes is not read again if nothing has happened to it since', async (size) => {
    const dir = makeFolder();
    const file = writePhoto(dir, PHOTO.subarray(0, size));
    const known = (await readFilesAhead(dir, ['photo.jpg', 'missing.jpg'])).get('photo.jpg')!;
    const present = stat(file);
    rmSync(file);
    expect(await readBlobId(file, present, known)).toBe(blobId(PHOTO.subarray(0, size)));
  });

  it('is read again if it was changed to as many bytes with the same time', async () => {
    const dir = makeFolder();
    writePhoto(dir);
    const known = (await readFilesAhead(dir, ['photo.jpg'])).get('photo.jpg')!;
    const other = randomBytes(PHOTO.length);
    const file = writePhoto(dir, other);
    expect(await readBlobId(file, stat(file), known)).toBe(blobId(other));
  });

  it('does not count if it is so young that a change could go unnoticed', async () => {
    const dir = makeFolder();
    writeFileSync(join(dir, 'young.jpg'), PHOTO);
    expect(await readFilesAhead(dir, ['young.jpg'])).toEqual(new Map());
    expect(await readBlobId(join(dir, 'young.jpg'), stat(join(dir, 'young.jpg')), undefined)).toBe(blobId(PHOTO));
  });
});

describe('removing a large file', () => {
  async function remove(dir: string, onStep: (step: number) => void = () => undefined): Promise<unknown> {
    const repo = await openRepo(dir, { onStep });
    const outcome = await publishOn(repo, { path: 'photo.jpg', before: blobId(PHOTO), bytes: null }).then(
      () => null,
      (error) => error,
    );
    await repo.close();
    return outcome;
  }

  function makeAlbum(): string {
    const dir = makeRepository({ a: '1\n' });
    writePhoto(dir);
    git(dir, 'add', '-A');
    git(dir, 'commit', '-q', '-m', 'Photo');
    return dir;
  }

  it('becomes a commit', async () => {
    const dir = makeAlbum();
    expect(await remove(dir)).toBeNull();
    expect(existsSync(join(dir, 'photo.jpg'))).toBe(false);
    expect(git(dir, 'rev-list', '--count', 'HEAD')).toBe('3');
    expect(troubles(dir)).toEqual(NO_TROUBLES);
  });

  it.each([2, 3])('is refused if somebody changes the file after step %i', async (step) => {
    const dir = makeAlbum();
    const other = randomBytes(PHOTO.length);
    const refused = await remove(dir, (done) => {
      if (done === step) writePhoto(dir, other);
    });
    expect(refused).toMatchObject({ code: 'CONFLICT', details: [{ path: ['photo.jpg'] }] });
    expect(statSync(join(dir, 'photo.jpg')).size).toBe(other.length);
    expect(git(dir, 'rev-list', '--count', 'HEAD')).toBe('2');
  });
});
