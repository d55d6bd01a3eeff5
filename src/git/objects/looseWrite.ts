import { dirname, join } from 'node:path';
import { allSettled } from '../../lib/allSettled.ts';
import { hasErrorCode } from '../../lib/hasErrorCode.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import type { StagedFile } from '../disk/stagedFile.ts';
import type { NewName } from './temporaryObjects.ts';

export const loosePath = (dir: string, id: string): string => join(dir, id.slice(0, 2), id.slice(2));

/** Open files at a time; a process may have no more than 1,024 by default. */
const PARALLEL_WRITES = 64;

interface Place {
  readonly fs: DurableFs;
  readonly objectsDir: string;
  readonly newName: NewName;
}

/** Makes of every file an object of its own, even of one that is there already. Gives the folders to sync until their names are durable too. */
export async function writeLoose(place: Place, files: readonly StagedFile[]): Promise<readonly string[]> {
  const touched = new Set<string>();
  for (let from = 0; from < files.length; from += PARALLEL_WRITES)
    for (const folder of await writeSome(place, files.slice(from, from + PARALLEL_WRITES))) touched.add(folder);
  return [...touched];
}

async function writeSome(place: Place, files: readonly StagedFile[], attempts = 3): Promise<ReadonlySet<string>> {
  const { fs, objectsDir, newName } = place;
  const touched = new Set<string>();
  const written = files.map((file) => {
    const target = loosePath(objectsDir, file.id);
    const folder = dirname(target);
    if (!touched.has(folder)) fs.makeFolder(folder);
    touched.add(folder);
    return { file, target, temporary: join(folder, newName('obj')) };
  });
  try {
    await allSettled(written.map(({ file, temporary }) => fs.copySynced(file.object, temporary, 0o444)));
    for (const { temporary, target } of written) fs.rename(temporary, target);
  } catch (error) {
    await allSettled(written.map(({ temporary }) => fs.discard(temporary)));
    // A git gc that runs right now removes empty folders, and with --prune=now our temporary files.
    if (attempts > 1 && hasErrorCode(error, 'ENOENT')) return writeSome(place, files, attempts - 1);
    throw error;
  }
  return touched;
}
