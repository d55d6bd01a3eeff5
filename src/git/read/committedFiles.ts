import { filesBelow, type IndexedFile } from '../format/index/indexEntries.ts';
import type { GitIndex } from '../format/index/indexLayout.ts';
import { objectId } from '../format/object.ts';
import { MODE } from '../format/tree.ts';
import { contentTree, type ReadableRepository } from './readable.ts';
import { diffTrees } from './treeDiff.ts';

/**
 * The blob id of each file of a commit, by path. Taken from the index if it holds exactly these files, as it does after
 * every checkout and commit: then only one file is read, instead of an object for each folder.
 *
 * @param index of the repository's worktree; null if it cannot be read
 */
export async function committedFiles(
  { location, objects }: ReadableRepository,
  commit: string,
  index: GitIndex | null,
): Promise<ReadonlyMap<string, string>> {
  const tree = await contentTree({ location, objects }, commit);
  const indexed = index ? filesBelow(index, location.prefix) : [];
  if (hashIndexedTree(indexed).id === tree) return new Map(indexed.map(({ path, id }) => [path, id]));
  const files = await diffTrees(objects.readTree, null, tree);
  // Compared with no tree, every file has an `after`.
  return new Map(files.map(({ path, after }) => [path, after!]));
}

/** The id of the tree that git would write for the files below a folder, from `start` on; `end` is the first file after them. */
function hashIndexedTree(
  files: readonly IndexedFile[],
  folder = '',
  start = 0,
): { readonly id: string; readonly end: number } {
  const entries: string[] = [];
  let end = start;
  for (let file = files[end]; file?.pathBytes.startsWith(folder); file = files[end]) {
    const { pathBytes, mode, idBytes } = file;
    const slash = pathBytes.indexOf('/', folder.length);
    if (slash < 0) {
      entries.push(`${mode} ${pathBytes.slice(folder.length)}\0${idBytes}`);
      end += 1;
      continue;
    }
    const below = hashIndexedTree(files, pathBytes.slice(0, slash + 1), end);
    const id = Buffer.from(below.id, 'hex').toString('latin1');
    entries.push(`${MODE.folder} ${pathBytes.slice(folder.length, slash)}\0${id}`);
    end = below.end;
  }
  return { id: objectId('tree', Buffer.from(entries.join(''), 'latin1')), end };
}
