import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import { isOwnerGone, ownerTag } from '../disk/lock.ts';

/** A new name for a file on its way to disk; `kind` is for people who look into the folder. */
export type NewName = (kind: string) => string;

/** Names for loose objects. Git also removes old files with such names, and reports any others as damage. */
export const looseNames = (): NewName => namesFrom('tmp');

/** Names for packs, which git ignores: `git prune` would remove a `tmp_*` that is still being written. */
export const packNames = (): NewName => namesFrom('new');

function namesFrom(prefix: string): NewName {
  const owner = ownerTag();
  return (kind) => `${prefix}_${kind}_${owner}_${crypto.randomUUID()}`;
}

/** Removes the temporary files that a Quire that died has left in the object database. */
export async function sweepTemporaryObjects(fs: DurableFs, objectsDir: string): Promise<void> {
  const folders = (await readdir(objectsDir)).filter((name) => /^([0-9a-f]{2}|pack)$/.test(name));
  for (const folder of folders) {
    // Git may just have removed it, after packing its objects.
    const names = (await nullIfMissing(readdir(join(objectsDir, folder)))) ?? [];
    const left = names.filter((name) => /^(tmp|new)_/.test(name) && isOwnerGone(name));
    for (const name of left) await fs.discard(join(objectsDir, folder, name));
  }
}
