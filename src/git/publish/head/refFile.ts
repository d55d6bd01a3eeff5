import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeEmptyFolder } from '../../disk/removeEmptyFolder.ts';
import { createSideFolder, type SideFolder } from '../../disk/sideFolder.ts';
import type { GitWriter } from '../writer.ts';

/*
 * Every ref is written in these steps: staged beside its place, durable; put in place, which is the moment it moves; and
 * its name made durable.
 */

/** Writes the file that is going to be a ref; durable when it resolves. */
export async function stageRef(
  { fs }: Pick<GitWriter, 'fs'>,
  side: Pick<SideFolder, 'newPath'>,
  commit: string,
): Promise<string> {
  const file = side.newPath('ref');
  await fs.writeSynced(file, Buffer.from(`${commit}\n`));
  return file;
}

/**
 * Puts that file in the place of a ref. The old one keeps a name until the side folder is cleared: freeing its blocks can
 * take a hundred milliseconds if the disk is told at once (ext4 without a journal, mounted with `discard`).
 */
export function placeRef(
  { fs }: Pick<GitWriter, 'fs'>,
  path: string,
  { refFile, side }: { readonly refFile: string; readonly side: Pick<SideFolder, 'newPath'> },
): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) fs.link(path, side.newPath('old'));
  else {
    fs.makeFolder(dirname(path));
    // As git does: refs that were deleted may have left their folder.
    removeEmptyFolder(fs, path);
  }
  fs.rename(refFile, path);
}

/** Both, for a ref that nobody moves meanwhile. Its name is not durable yet. */
export async function setRef(
  { fs, location, sidePath }: Pick<GitWriter, 'fs' | 'location' | 'sidePath'>,
  ref: string,
  commit: string,
): Promise<void> {
  const side = createSideFolder({ path: sidePath, fs });
  try {
    placeRef({ fs }, join(location.commonDir, ref), { refFile: await stageRef({ fs }, side, commit), side });
  } finally {
    await side.clear();
  }
}

/** Makes the name of a ref durable, or its removal, with the folders that git does not make with the repository. */
export async function syncRefName({ fs, location }: Pick<GitWriter, 'fs' | 'location'>, ref: string): Promise<void> {
  const top = join(location.commonDir, ref.startsWith('refs/heads/') ? 'refs' : '');
  for (let folder = dirname(join(location.commonDir, ref)); folder !== top; folder = dirname(folder))
    if (existsSync(folder)) await fs.sync(folder);
}
