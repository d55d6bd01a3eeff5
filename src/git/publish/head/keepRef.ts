import { dirname, join } from 'node:path';
import { createSideFolder } from '../../disk/sideFolder.ts';
import type { Writer } from '../writer.ts';
import { LOST_REFS } from './lostRefs.ts';

/** Where the last commit made without a branch is kept. */
export const DETACHED_REF = 'refs/quire/detached';

/** Sets a ref of our own below `refs/quire/`, durably: nobody else writes there, so no lock is needed. */
export async function keepRef({ fs, location, sidePath }: Writer, ref: string, commit: string): Promise<void> {
  const path = join(location.commonDir, ref);
  const side = createSideFolder({ path: sidePath, fs });
  const fresh = side.newPath('ref');
  try {
    await fs.writeSynced(fresh, Buffer.from(`${commit}\n`));
    fs.makeFolder(dirname(path));
    fs.rename(fresh, path);
  } finally {
    await side.clear();
  }
  // The folders may be new ones, up to `refs`.
  for (let folder = dirname(path); folder !== location.commonDir; folder = dirname(folder)) await fs.sync(folder);
}

/** Keeps a commit of ours that the branch no longer holds; that its ref stands is what is told. */
export const keepLost = (writer: Writer, commit: string): Promise<void> =>
  keepRef(writer, `${LOST_REFS}/${commit}`, commit);
