import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import type { Problem } from '../../model/entry.ts';
import { type Home, isLookedAt, MEDIA_FILES } from '../home.ts';
import { unreadableProblem } from './readFileBytes.ts';
import type { Stamp } from './stamp.ts';

/** Something at the path of a possible record, seen without opening it. */
export interface Sighting {
  readonly path: string;
  /** Set for a regular file. */
  readonly stamp?: Stamp;
  /** Why it is not a regular file. */
  readonly problem?: Problem;
}

/** Lists the files of a home below `root`, folder by folder, without following links. */
export function* walkHome(root: string, home: Home): Generator<Sighting> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { entries, problem } = listHomeFolder(root, folder);
    if (problem) yield { path: folder, problem };
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // The folders above have been checked already.
      const isIn = folder === '' ? isLookedAt(home, path) : entry.name[0] !== '.' && path !== MEDIA_FILES;
      if (!isIn) continue;
      if (entry.isDirectory()) folders.push(path);
      const sighting = entry.isDirectory() ? null : tryToSee(path, () => readSighting(root, path));
      if (sighting) yield sighting;
    }
  }
}

/** The entries of a folder; none if it cannot be read or is another repository. */
function listHomeFolder(root: string, folder: string): { entries: readonly Dirent[]; problem?: Problem } {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    const isOther = folder !== '' && entries.some(({ name }) => name === '.git');
    return isOther ? { entries: [], problem: notAFile(folder) } : { entries };
  } catch (error) {
    return hasErrorCode(error, 'ENOENT', 'ENOTDIR')
      ? { entries: [] }
      : { entries: [], problem: unreadableProblem(folder, error) };
  }
}

/** What is at a path; null for a folder. Throws if the path cannot be examined. */
export function readSighting(root: string, path: string): Sighting | null {
  // Joined by hand: a start looks at every file.
  const stamp = lstatSync(`${root}/${path}`);
  if (stamp.isFile()) return { path, stamp };
  return stamp.isDirectory() && !isElsewhere(join(root, path)) ? null : { path, problem: notAFile(path) };
}

/** The result of `look`; null if the path is gone, a problem if it cannot be examined. */
export function tryToSee(path: string, look: () => Sighting | null): Sighting | null {
  try {
    return look();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return null;
    return { path, problem: unreadableProblem(path, error) };
  }
}

/** A link, or the working tree of another repository (a submodule): neither is ever read. */
export const isElsewhere = (folder: string): boolean =>
  lstatSync(folder).isSymbolicLink() || lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined;

const notAFile = (path: string): Problem => ({
  path,
  code: 'NOT_A_FILE',
  message: 'is not read: links, special files and other repositories are never followed',
});
