import { dirname, join } from 'node:path';
import { allSettled } from '../lib/allSettled.ts';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import type { DurableFs } from './durableFs.ts';
import { encodeLoose, type NamedObject } from './object.ts';
import type { StagedFile } from './stagedFile.ts';
import type { NewName } from './temporaryObjects.ts';

export const loosePath = (dir: string, id: string): string => join(dir, id.slice(0, 2), id.slice(2));

/** What becomes a loose object. */
export type LooseSource = NamedObject | StagedFile;

/** Open files at a time; a process may have no more than 1,024 by default. */
const PARALLEL_WRITES = 64;

interface Place {
  readonly fs: DurableFs;
  readonly objectsDir: string;
  readonly newName: NewName;
}

/** Writes every object as a file of its own, even one that is there already. Gives the folders to sync until their names are durable too. */
export async function writeLoose(place: Place, objects: readonly LooseSource[]): Promise<readonly string[]> {
  const touched = new Set<string>();
  for (let from = 0; from < objects.length; from += PARALLEL_WRITES)
    for (const folder of await writeSome(place, objects.slice(from, from + PARALLEL_WRITES))) touched.add(folder);
  return [...touched];
}

async function writeSome(place: Place, objects: readonly LooseSource[], attempts = 3): Promise<ReadonlySet<string>> {
  const { fs, objectsDir, newName } = place;
  const touched = new Set<string>();
  const written = objects.map((object) => {
    const target = loosePath(objectsDir, object.id);
    const folder = dirname(target);
    if (!touched.has(folder)) fs.makeFolder(folder);
    touched.add(folder);
    return { object, target, temporary: join(folder, newName('obj')) };
  });
  try {
    await allSettled(written.map(({ object, temporary }) => writeOne(fs, object, temporary)));
    for (const { temporary, target } of written) fs.rename(temporary, target);
  } catch (error) {
    await allSettled(written.map(({ temporary }) => fs.discard(temporary)));
    // A git gc that runs right now removes empty folders, and with --prune=now our temporary files.
    if (attempts > 1 && hasErrorCode(error, 'ENOENT')) return writeSome(place, objects, attempts - 1);
    throw error;
  }
  return touched;
}

async function writeOne(fs: DurableFs, source: LooseSource, path: string): Promise<void> {
  if ('object' in source) return fs.copySynced(source.object, path, 0o444);
  return fs.writeSynced(path, await encodeLoose(source), 0o444);
}
