import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableFs } from './durableFs.ts';
import { isOwnerGone, ownerTag } from './lock.ts';

/** Gives new names for objects on their way to disk. Git, too, removes files with such names when it finds them old. */
export function temporaryNames(): (kind: string) => string {
  const owner = ownerTag();
  return (kind) => `tmp_${kind}_${owner}_${crypto.randomUUID()}`;
}

/** Removes what a process of ours that died has left in the object database. */
export async function sweepTemporaryObjects(fs: DurableFs, objectsDir: string): Promise<void> {
  for (const folder of readdirSync(objectsDir).filter((name) => /^([0-9a-f]{2}|pack)$/.test(name))) {
    const left = readdirSync(join(objectsDir, folder)).filter((name) => name.startsWith('tmp_') && isOwnerGone(name));
    for (const name of left) await fs.discard(join(objectsDir, folder, name));
  }
}
