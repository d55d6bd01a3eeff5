import { posix } from 'node:path';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { locateFile } from '../../store/file/scan.ts';
import type { Draft } from '../action.ts';
import type { PlannedFile } from './plan.ts';

/**
 * A page `a.yaml/b` lies in a folder that is called as the file of a page `a` is: only one of them can be.
 *
 * @throws CmsError CONFLICT naming the page that is there already
 */
export function requireRoom({ kind, place = [] }: Draft, files: readonly PlannedFile[], lookup: Lookup): void {
  if (kind !== 'page') return;
  const other = files
    .filter(({ before, bytes }) => before === null && bytes !== null)
    .flatMap(({ path }) => findInTheWay(path, lookup))
    .at(0);
  if (!other) return;
  const message = `"${other.data.slug}" is in the way: a file and a folder would have one name`;
  throw conflict(message, [...place, 'slug']);
}

/** The pages whose files are called as the folders of a path are, and those in a folder that is called as its file. */
function findInTheWay(path: string, lookup: Lookup): readonly Entry<Page>[] {
  const folders = path.split('/').map((_, depth, names) => names.slice(0, depth).join('/'));
  const above = folders
    .flatMap((folder) => lookup.byKey('page', locateFile('content', folder)?.key ?? '') ?? [])
    .filter((entry) => folders.includes(entry.path));
  const below = lookup
    .find('page', 'byDottedFolder', posix.basename(path))
    .filter((entry) => entry.path.startsWith(`${path}/`));
  return [...above, ...below];
}
