import { constants, copyFileSync, existsSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DurableFs, durableFs } from '../../../src/git/disk/durableFs.ts';
import { lockText, ownerTag } from '../../../src/git/disk/lock.ts';
import { type Image, writeDisk } from './disk.ts';

const OWN_BOOT = / boot=(\S*) /.exec(lockText('any'))![1]!;
const OTHER_BOOT = OWN_BOOT.replaceAll(/./g, 'x') || 'x';

/** What a restarted machine finds: another boot id than in its own locks, other processes than in file names. */
export const restarted = (image: Image): Image =>
  new Map(
    [...image].map(([path, content]) => [
      path.replace(ownerTag(), `quire-${process.pid}-1`),
      content === 'folder' ? content : { ...content, bytes: ofAnotherBoot(content.bytes) },
    ]),
  );

const ofAnotherBoot = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 10).toString() === 'quire-lock'
    ? Buffer.from(bytes.toString().replace(` boot=${OWN_BOOT}`, ` boot=${OTHER_BOOT}`))
    : bytes;

/** In memory if possible: on a busy disk, new files would have to wait too. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Calls `look` with a folder that has this content. */
export async function withDisk<T>(image: Image, look: (dir: string) => T | Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(PLACE, 'quire-power-'));
  try {
    writeDisk(image, dir);
    return await look(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Does not wait for the disk: a replay need not survive. */
export const quickFs: DurableFs = {
  ...durableFs,
  writeSynced: async (path, bytes, mode = 0o666) => writeFileSync(path, bytes, { flag: 'wx', mode }),
  writeAhead: async (path, bytes, mode) => writeFileSync(path, bytes, { flag: 'wx', mode }),
  copySynced: async (from, to) => copyFileSync(from, to, constants.COPYFILE_EXCL),
  sync: async (path) => void lstatSync(path),
};
