import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLocks } from '../../disk/lock.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { createSideFolder, type SideFolder } from '../../disk/sideFolder.ts';
import type { GitWriter } from '../writer.ts';

type DeleteRefParts = Pick<GitWriter, 'fs' | 'location' | 'sidePath' | 'lockText'>;

/** How long another git may take to write `packed-refs`. */
const TIMEOUT_MS = 200;

/**
 * Deletes a ref, loose and packed, under the lock of `packed-refs`, as git does: without it, a git that packs refs meanwhile
 * would bring the ref back, or we would lose refs that it has just packed. The caller syncs the loose file's folder.
 *
 * @throws CmsError SERVICE_UNAVAILABLE while another git writes `packed-refs`
 */
export async function deleteRef(keeper: DeleteRefParts, ref: string): Promise<void> {
  const { fs, location, sidePath, lockText: text } = keeper;
  const packed = join(location.commonDir, 'packed-refs');
  const loose = join(location.commonDir, ref);
  const side = createSideFolder({ path: sidePath, fs });
  const source = side.newPath('lock');
  try {
    await fs.writeSynced(source, Buffer.from(text));
    const locks = await acquireLocks({ fs, paths: [`${packed}.lock`], source, text, timeoutMs: TIMEOUT_MS });
    try {
      // The packed one goes first: git looks at the loose file before it, so a ref left in the packed file would come back.
      if (await dropPacked(keeper, ref, side)) await fs.sync(location.commonDir);
      if (existsSync(loose)) fs.remove(loose);
    } finally {
      locks.release();
    }
  } finally {
    await side.clear();
  }
}

/** Removes a ref from `packed-refs`; false if it was not packed. */
async function dropPacked({ fs, location }: DeleteRefParts, ref: string, side: SideFolder): Promise<boolean> {
  const path = join(location.commonDir, 'packed-refs');
  const text = readIfThere(path)?.toString('latin1') ?? '';
  const rest = withoutRef(text, ref);
  if (rest === text) return false;
  const fresh = side.newPath('refs');
  await fs.writeSynced(fresh, Buffer.from(rest, 'latin1'));
  fs.rename(fresh, path);
  return true;
}

/** A line is an id and a name; the line below it names the object of a tag (gitrepository-layout, "packed-refs"). */
function withoutRef(text: string, ref: string): string {
  const name = Buffer.from(ref).toString('latin1');
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.slice(41) === name);
  if (at < 0) return text;
  return lines.toSpliced(at, lines[at + 1]?.startsWith('^') ? 2 : 1).join('\n');
}
