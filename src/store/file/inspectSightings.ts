import { join, posix } from 'node:path';
import type { Problem } from '../../model/entry.ts';
import { kindOfFolder, locate, type ParsedLocation, type RecordLocation } from '../../model/location.ts';
import type { Kind } from '../../model/records.ts';
import { type Home, isLookedAt, MEDIA_FILES } from '../home.ts';
import { mayHaveBody } from '../record/insertBody.ts';
import type { Stamp } from './stamp.ts';
import { isElsewhere, readSighting, type Sighting, tryToSee } from './walkHome.ts';

/** A file that may hold a record. */
export interface FoundFile {
  readonly path: string;
  readonly place: RecordLocation;
  readonly stamp: Stamp;
}

/** Finds the kind and key of the record at a path; null for files that are not read. */
export type LocateRecord = (path: string) => RecordLocation | null;

/** Extensions of files that may be records. */
const RECORD_FILE = /\.(yaml|json|md)$/;
/** Extensions that people might expect to work, in capitals too. */
const MISTAKEN_FILE = /\.(?!yaml$)[Yy][Aa]?[Mm][Ll]$/;

/** The kind, key and path values of the record at a path; null for files that are not read. */
export function locateFile(home: Home, path: string): ParsedLocation | null {
  const located = RECORD_FILE.test(path) ? locate(home, path.replace(RECORD_FILE, '')) : null;
  return located && isReadAs(located.kind, path) ? located : null;
}

/** The same for a path of the content, wherever it is. */
export const locateInContent = (path: string): ParsedLocation | null =>
  isLookedAt('content', path) ? locateFile('content', path) : null;

/** Whether a file at this path of the content would be a record's or a media item's. */
export const isContentFile = (path: string): boolean =>
  locateFile('content', path) !== null || posix.dirname(path) === MEDIA_FILES;

const createLocateRecord =
  (home: Home): LocateRecord =>
  (path) =>
    locateFile(home, path);

/** Markdown files are records only for kinds with a body; elsewhere they are notes for people. */
const isReadAs = (kind: Kind | undefined, path: string): boolean =>
  !path.endsWith('.md') || (kind !== undefined && mayHaveBody(kind));

/** What is at a path: a file to read, a problem, or neither (gone, or not Quire's). */
export interface PathInspection {
  readonly file?: FoundFile;
  readonly problem?: Problem;
}

/** Decides for each sighting in a home whether it is a file to read. */
export function* inspectSightings(
  sightings: Iterable<Sighting>,
  home: Home,
  findPlace = createLocateRecord(home),
): Generator<PathInspection> {
  for (const sighting of sightings) yield recognize(sighting, home, findPlace);
}

/** Makes the function that looks at a path. It finds nothing in folders that are not read. */
export function createInspect(
  root: string,
  home: Home,
  findPlace = createLocateRecord(home),
): (path: string) => PathInspection {
  const known = new Map<string, boolean>();
  /** Whether a folder, or one above it, is a link or another repository. */
  function isOutside(folder: string): boolean {
    if (folder === '.') return false;
    const found = known.get(folder) ?? (isOutside(posix.dirname(folder)) || isElsewhere(join(root, folder)));
    known.set(folder, found);
    return found;
  }
  const isIn = (path: string): boolean => !isOutside(posix.dirname(path)) && isLookedAt(home, path);
  return (path) => {
    const sighting = tryToSee(path, () => (isIn(path) ? readSighting(root, path) : null));
    return sighting ? recognize(sighting, home, findPlace) : {};
  };
}

function recognize({ path, stamp, problem }: Sighting, home: Home, findPlace: LocateRecord): PathInspection {
  if (problem) return { problem };
  const place = stamp && findPlace(path);
  if (place) return { file: { path, place, stamp } };
  return isMistaken(home, path) ? { problem: unknownPath(path) } : {};
}

const isMistaken = (home: Home, path: string): boolean =>
  MISTAKEN_FILE.test(path) || (RECORD_FILE.test(path) && isReadAs(kindOfFolder(home, path.split('/')), path));

const unknownPath = (path: string): Problem => ({
  path,
  code: 'UNKNOWN_PATH',
  message: MISTAKEN_FILE.test(path)
    ? 'is not read: its extension must be .yaml'
    : 'is not read: its folder or name fits no record',
});
