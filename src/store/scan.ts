import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { entityOf, KINDS } from '../model/entities/index.ts';
import type { Problem } from '../model/entry.ts';
import { type Located, locate } from '../model/location.ts';

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

/** The patterns that match every file of a home's entities. */
const patternsOf = (home: Home): readonly string[] => [
  ...new Set(
    KINDS.map(entityOf)
      .filter((entity) => entity.home === home)
      .map(({ file }) => (file.includes('/') ? `${file.split('/')[0]}/**` : `${file}.*`)),
  ),
];

/** Finds the files of a home below `root`, without following links. */
export function scan(root: string, home: Home): Scan {
  const found = fastGlob.sync([...patternsOf(home)], {
    cwd: root,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    dot: false,
    ignore: ['media/files/**'],
  });
  const looked = found
    .filter(({ dirent }) => !dirent.isDirectory())
    .map(({ path, dirent }) =>
      dirent.isFile() ? inspect(root, home, path) : { file: undefined, problem: notAFile(path) },
    );
  return { files: looked.flatMap(({ file }) => file ?? []), problems: looked.flatMap(({ problem }) => problem ?? []) };
}

/** What a path holds: a file to read, a problem, or neither (gone, or none of Quire's). */
export function inspect(
  root: string,
  home: Home,
  path: string,
): { readonly file?: FoundFile; readonly problem?: Problem } {
  const located = locateFile(home, path);
  if (!located) return isMistaken(path) ? { problem: unknownPath(path) } : {};
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return {};
  return stats.isFile() ? { file: { path, located, stats } } : { problem: notAFile(path) };
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
