import { type GitIndex, type Staged, stagedBelow } from './indexFile.ts';
import { objectId } from './object.ts';
import { contentTree, type ReadableRepository } from './readable.ts';
import { MODE, type TreeTarget } from './tree.ts';
import { diffTrees } from './treeDiff.ts';

/**
 * The blob id of each file of a commit, by its path. Where the index holds just these files, as after every checkout and
 * commit, they are taken from there: one file is read then, and not an object for each folder.
 *
 * @param index of the repository's worktree; null where it cannot be read
 */
export async function committedFiles(
  { location, objects }: ReadableRepository,
  commit: string,
  index: GitIndex | null,
): Promise<ReadonlyMap<string, string>> {
  const tree = await contentTree({ location, objects }, commit);
  const staged = index ? stagedBelow(index, location.prefix) : [];
  if (treeOf(staged).id === tree)
    return new Map(staged.map(({ path, id }) => [Buffer.from(path, 'latin1').toString(), id]));
  const files = await diffTrees(objects.readTree, null, tree);
  // Nothing was there before.
  return new Map(files.map(({ path, after }) => [path, after!]));
}

/** The id of the tree that git would write of what is staged below a folder, from `start` on; `end` is what comes next. */
function treeOf(staged: readonly Staged[], folder = '', start = 0): { readonly id: string; readonly end: number } {
  const entries: string[] = [];
  let end = start;
  for (let file = staged[end]; file?.path.startsWith(folder); file = staged[end]) {
    const slash = file.path.indexOf('/', folder.length);
    if (slash < 0) {
      entries.push(toEntry(file.path.slice(folder.length), file));
      end += 1;
      continue;
    }
    const below = treeOf(staged, file.path.slice(0, slash + 1), end);
    entries.push(toEntry(file.path.slice(folder.length, slash), { mode: MODE.folder, id: below.id }));
    end = below.end;
  }
  return { id: objectId('tree', Buffer.from(entries.join(''), 'latin1')), end };
}

const toEntry = (name: string, { mode, id }: TreeTarget): string =>
  `${mode} ${name}\0${Buffer.from(id, 'hex').toString('latin1')}`;
