import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join, posix } from 'node:path';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Problem } from '../model/entry.ts';
import { kindOfFolder, type Located, locate, type Place } from '../model/location.ts';
import type { Kind } from '../model/records.ts';
import { mayHaveBody } from './placeBody.ts';
import { unreadable } from './unreadable.ts';

export type Home = 'content' | 'private';

/** A file that may hold a record. */
export interface FoundFile {
  readonly path: string;
  readonly place: Place;
  readonly stats: Stats;
}

/** Where a path's record would stand, from what is known; null when it is none of the files that are read. */
export type FindPlace = (path: string) => Place | null;

/** Endings of files that may be read as records. */
const RECORD_FILE = /\.(yaml|json|md)$/;
/** Endings that people expect to be read and that are not. */
const MISTAKEN_FILE = /\.yml$/;

/** Where a path's record would stand; null when it is none of the files that are read. */
export function locateFile(home: Home, path: string): Located | null {
  const located = RECORD_FILE.test(path) ? locate(home, path.replace(RECORD_FILE, '')) : null;
  return located && isReadAs(located.kind, path) ? located : null;
}

const findIn =
  (home: Home): FindPlace =>
  (path) =>
    locateFile(home, path);

/** Markdown is read where records have a body; elsewhere it is a note for people. */
const isReadAs = (kind: Kind | undefined, path: string): boolean =>
  !path.endsWith('.md') || (kind !== undefined && mayHaveBody(kind));

/** Media files themselves, not records. */
export const MEDIA_FILES = 'media/files';

/** The folder, or single file without its ending, that each kind of record stands in. */
const topsOf = (home: Home): readonly { readonly name: string; readonly isFolder: boolean }[] =>
  KINDS.map(entityOf)
    .filter((entity) => entity.home === home)
    .map(({ file }) => ({ name: file.split('/')[0]!, isFolder: file.includes('/') }));
const TOPS: Readonly<Record<Home, ReturnType<typeof topsOf>>> = {
  content: topsOf('content'),
  private: topsOf('private'),
};

/** Whether a record may stand at a path, or below it. */
export const isLookedAt = (home: Home, path: string): boolean =>
  !/(^|\/)\./.test(path) &&
  path !== MEDIA_FILES &&
  !path.startsWith(`${MEDIA_FILES}/`) &&
  TOPS[home].some(({ name, isFolder }) =>
    isFolder ? path === name || path.startsWith(`${name}/`) : path.startsWith(`${name}.`) && !path.includes('/'),
  );

/** Finds the files of a home below `root`, folder by folder, without following links. */
export function* scan(root: string, home: Home, findPlace: FindPlace = findIn(home)): Generator<Look> {
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { entries, problem } = readFolder(root, folder);
    if (problem) yield { problem };
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // The folders above have been looked at.
      const isIn = folder === '' ? isLookedAt(home, path) : entry.name[0] !== '.' && path !== MEDIA_FILES;
      if (isIn && entry.isDirectory()) folders.push(path);
      else if (isIn) yield tryToLook(path, () => lookInto({ root, home, findPlace }, path));
    }
  }
}

/** What stands in a folder; in one that cannot be read, or is another repository, nothing. */
function readFolder(root: string, folder: string): { entries: readonly Dirent[]; problem?: Problem } {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    const isOther = folder !== '' && entries.some(({ name }) => name === '.git');
    return isOther ? { entries: [], problem: notAFile(folder) } : { entries };
  } catch (error) {
    return hasErrorCode(error, 'ENOENT', 'ENOTDIR')
      ? { entries: [] }
      : { entries: [], problem: unreadable(folder, error) };
  }
}

/** What a path holds: a file to read, a problem, or neither (gone, or none of Quire's). */
export interface Look {
  readonly file?: FoundFile;
  readonly problem?: Problem;
}

/** Looks what paths hold: nothing where a folder of theirs is not read. */
export function createInspect(root: string, home: Home, findPlace: FindPlace = findIn(home)): (path: string) => Look {
  const known = new Map<string, boolean>();
  /** Whether a folder, or one above it, is a link or another repository. */
  function isOutside(folder: string): boolean {
    if (folder === '.') return false;
    const found = known.get(folder) ?? (isOutside(posix.dirname(folder)) || isElsewhere(join(root, folder)));
    known.set(folder, found);
    return found;
  }
  return (path) =>
    tryToLook(path, () => (isOutside(posix.dirname(path)) ? {} : lookAt({ root, home, findPlace }, path)));
}

/** A link, or the working tree of another repository (a submodule): neither is ever read. */
const isElsewhere = (folder: string): boolean =>
  lstatSync(folder).isSymbolicLink() || lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined;

interface Where {
  readonly root: string;
  readonly home: Home;
  readonly findPlace: FindPlace;
}

const lookAt = (where: Where, path: string): Look => (isLookedAt(where.home, path) ? lookInto(where, path) : {});

/** What stands at a path where a record may. */
function lookInto({ root, home, findPlace }: Where, path: string): Look {
  // Joined by hand: a start looks at every file.
  const stats = lstatSync(`${root}/${path}`);
  if (stats.isDirectory()) return isElsewhere(join(root, path)) ? { problem: notAFile(path) } : {};
  if (!stats.isFile()) return { problem: notAFile(path) };
  const place = findPlace(path);
  if (place) return { file: { path, place, stats } };
  return isMistaken(home, path) ? { problem: unknownPath(path) } : {};
}

function tryToLook(path: string, look: () => Look): Look {
  try {
    return look();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return {};
    return { problem: unreadable(path, error) };
  }
}

const isMistaken = (home: Home, path: string): boolean =>
  MISTAKEN_FILE.test(path) || (RECORD_FILE.test(path) && isReadAs(kindOfFolder(home, path.split('/')), path));

const unknownPath = (path: string): Problem => ({
  path,
  code: 'UNKNOWN_PATH',
  message: MISTAKEN_FILE.test(path)
    ? 'is not read: the ending must be .yaml'
    : 'is not read: its folder or name fits no record',
});

const notAFile = (path: string): Problem => ({
  path,
  code: 'NOT_A_FILE',
  message: 'is not read: a link, special file or other repository, which is never followed',
});
