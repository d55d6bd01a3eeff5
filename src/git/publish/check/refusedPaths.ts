import { foldCase } from '../../../lib/text/foldCase.ts';
import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { isSafeName } from '../../format/safePath.ts';
import { isFolderMode, MODE, parseTree, type TreeEntry } from '../../format/tree.ts';
import { contentTree } from '../../read/readable.ts';
import type { RepoReport } from '../reports.ts';
import type { GitWriter } from '../writer.ts';

/** Entries that are never read or followed, wherever in the content a commit has them (SECURITY, 6). */
const REFUSED: readonly { is(entry: TreeEntry): boolean; readonly why: string }[] = [
  { is: ({ name }) => !isSafeName(name), why: 'its name leads elsewhere' },
  { is: ({ mode }) => mode === MODE.link, why: 'it is a symbolic link' },
  { is: ({ mode }) => mode === MODE.submodule, why: 'it is a submodule' },
];

const MAX_REPORTS = 100;
const MAX_REMEMBERED = 100_000;

/**
 * Reports the first paths in a commit's content that are refused, or that are the same on file systems that fold names.
 * Folders that were found sound are not read again.
 */
export function createRefusedWatch({
  location,
  objects,
  reports,
}: Pick<GitWriter, 'location' | 'objects' | 'reports'>) {
  const sound = new Set<string>();
  const yieldIfBusy = createYieldIfBusy();

  /** Adds the refused paths of a folder, up to the limit: a small commit can have a folder in more places than could be walked. */
  async function look(tree: string, folder: string, found: RepoReport[]): Promise<void> {
    if (sound.has(tree) || found.length >= MAX_REPORTS) return;
    await yieldIfBusy();
    const before = found.length;
    const names = new Map<string, string>();
    for (const entry of parseTree(await objects.readTree(tree))) {
      const path = `${folder}${entry.name}`;
      const why = REFUSED.find(({ is }) => is(entry))?.why;
      const folded = foldCase(entry.name);
      const other = names.get(folded);
      if (other === undefined) names.set(folded, entry.name);
      else found.push(toCollision(path, other));
      if (why !== undefined) found.push(createRefusedReport(path, why));
      else if (isFolderMode(entry.mode)) await look(entry.id, `${path}/`, found);
    }
    if (found.length === before) sound.add(tree);
  }

  return async (commit: string | null): Promise<void> => {
    if (sound.size > MAX_REMEMBERED) sound.clear();
    const tree = commit === null ? null : await contentTree({ location, objects }, commit);
    const found: RepoReport[] = [];
    if (tree !== null) await look(tree, '', found);
    for (const code of ['REFUSED_PATH', 'CASE_COLLISION'] as const)
      reports.set(
        code,
        found.slice(0, MAX_REPORTS).filter((one) => one.code === code),
      );
  };
}

const createRefusedReport = (path: string, why: string): RepoReport => ({
  code: 'REFUSED_PATH',
  path,
  message: `is not read from the present commit, nor is anything below it: ${why}`,
});

const toCollision = (path: string, other: string): RepoReport => ({
  code: 'CASE_COLLISION',
  path,
  message: `differs only in case or in the form of its letters from ${other} beside it: a clone on macOS or Windows has only one of the two`,
});
