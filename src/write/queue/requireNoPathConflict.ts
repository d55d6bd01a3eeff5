import { posix } from 'node:path';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { because, type Wording } from '../../model/reason.ts';
import type { Reader } from '../../site/reader/reader.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { RecordDraft } from '../action.ts';
import type { PlannedFile } from './planFiles.ts';

/**
 * A page `a.yaml/b` needs a folder with the name that the file of a page `a` has, so only one of them can exist.
 *
 * @throws CmsError CONFLICT naming the page that exists
 */
export function requireNoPathConflict(
  { kind, after, place = [] }: RecordDraft,
  files: readonly PlannedFile[],
  { lookup, reader }: { readonly lookup: Lookup; readonly reader: Reader | null },
): void {
  if (kind !== 'page') return;
  const other = files
    .filter(({ before, bytes }) => before === null && bytes !== null)
    .flatMap(({ path }) => findInTheWay(path, lookup))
    .at(0);
  if (!other) return;
  const path = [...place, 'slug'];
  if (reader && !reader.mayRead(other)) throw conflict(takenSlug((after!.data as Page).slug), path);
  const message = `"${other.data.slug}" is in the way: a file and a folder would have one name`;
  throw conflict(because('addressInTheWay', message, { value: other.data.slug }), path);
}

/** What is said where the page in the way must not be named. */
const takenSlug = (slug: string): Wording => because('taken', `"${slug}" is taken`, { value: slug });

/** The pages whose files have the names of folders of a path, and those in a folder with the name of its file. */
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
