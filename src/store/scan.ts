import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Problem } from '../model/entry.ts';
import { type Located, locate } from '../model/location.ts';
import { unreadable } from './unreadable.ts';

export type Home = 'content' | 'private';

/** A file that may hold a record. */
export interface FoundFile {
  readonly path: string;
  readonly located: Located;
  readonly stats: Stats;
}

export interface Scan {
  readonly files: readonly FoundFile[];
  readonly problems: readonly Problem[];
}

/** Endings of files that are read as records. */
const RECORD_FILE = /\.(yaml|json)$/;
/** Endings that people expect to be read and that are not. */
const MISTAKEN_FILE = /\.yml$/;

/** Where a path's record would stand; null when it is none of the files that are read. */
export const locateFile = (home: Home, path: string): Located | null =>
  RECORD_FILE.test(path) ? locate(home, path.replace(RECORD_FILE, '')) : null;

/** Media files themselves, not records. */
const MEDIA_FILES = 'media/files';

/** The folder, or single file without its ending, that each kind of record stands in. */
const topsOf = (home: Home): readonly { readonly name: string; readonly isFolder: boolean }[] =>
  KINDS.map(entityOf)
    .filter((entity) => entity.home === home)
    .map(({ file }) => ({ name: file.split('/')[0]!, isFolder: file.includes('/') }));
const TOPS: Readonly<Record<Home, ReturnType<typeof topsOf>>> = {
  content: topsOf('content'),
  private: topsOf('private'),
};

/** The patterns that match every file of a home's entities. */
const patternsOf = (home: Home): string[] =>
  TOPS[home].map(({ name, isFolder }) => (isFolder ? `${name}/**` : `${name}.*`));

/** Whether a path is one that `patternsOf` finds, or one of its folders. */
const isLookedAt = (home: Home, path: string): boolean =>
  !/(^|\/)\./.test(path) &&
  !path.startsWith(`${MEDIA_FILES}/`) &&
  TOPS[home].some(({ name, isFolder }) =>
    isFolder ? path === name || path.startsWith(`${name}/`) : path.startsWith(`${name}.`) && !path.includes('/'),
  );

/** Finds the files of a home below `root`, without following links. */
export function scan(root: string, home: Home): Scan {
  const folderProblems: Problem[] = [];
  /** The content of a folder; of one that is a link, or cannot be read, nothing. */
  function readFolder(folder: string): Dirent[] {
    try {
      if (folder === root || !lstatSync(folder).isSymbolicLink()) return readdirSync(folder, { withFileTypes: true });
      folderProblems.push(notAFile(relative(root, folder).split(sep).join('/')));
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return [];
      folderProblems.push(unreadable(relative(root, folder).split(sep).join('/'), error));
    }
    return [];
  }

  const paths = fastGlob.sync(patternsOf(home), {
    cwd: root,
    followSymbolicLinks: false,
    onlyFiles: false,
    objectMode: true,
    dot: false,
    ignore: [`${MEDIA_FILES}/**`],
    // fast-glob asks for entries with their types only.
    fs: { readdirSync: readFolder as unknown as typeof readdirSync },
  });
  const looked = paths
    .filter(({ dirent }) => !dirent.isDirectory())
    .map(({ path }) => tryToLook(path, () => lookAt(root, home, path)));
  return {
    files: looked.flatMap(({ file }) => file ?? []),
    problems: [...folderProblems, ...looked.flatMap(({ problem }) => problem ?? [])],
  };
}

/** What a path holds: a file to read, a problem, or neither (gone, or none of Quire's). */
interface Look {
  readonly file?: FoundFile;
  readonly problem?: Problem;
}

/** What any path holds; nothing where one of its folders is a link, which is never followed. */
export const inspect = (root: string, home: Home, path: string): Look =>
  tryToLook(path, () => (isBelowLink(root, path) ? {} : lookAt(root, home, path)));

const isBelowLink = (root: string, path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((_, index, folders) => lstatSync(join(root, ...folders.slice(0, index + 1))).isSymbolicLink());

function lookAt(root: string, home: Home, path: string): Look {
  if (!isLookedAt(home, path)) return {};
  const stats = lstatSync(join(root, path));
  if (stats.isDirectory()) return {};
  if (!stats.isFile()) return { problem: notAFile(path) };
  const located = locateFile(home, path);
  if (located) return { file: { path, located, stats } };
  return isMistaken(path) ? { problem: unknownPath(path) } : {};
}

function tryToLook(path: string, look: () => Look): Look {
  try {
    return look();
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG')) return {};
    return { problem: unreadable(path, error) };
  }
}

const isMistaken = (path: string): boolean => RECORD_FILE.test(path) || MISTAKEN_FILE.test(path);

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
  message: 'is not read: a link or special file, which is never followed',
});
