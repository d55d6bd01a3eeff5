import { createBreath } from '../lib/createBreath.ts';
import { contentTree } from './readable.ts';
import type { RepoReport } from './repo.ts';
import { isSafeName } from './safePath.ts';
import { isFolderMode, MODE, parseTree, type TreeEntry } from './tree.ts';
import type { Writer } from './writer.ts';

/** What is never read nor followed, wherever in the content a commit has it (SECURITY, 6). */
const REFUSED: readonly { is(entry: TreeEntry): boolean; readonly why: string }[] = [
  { is: ({ name }) => !isSafeName(name), why: 'its name leads elsewhere' },
  { is: ({ mode }) => mode === MODE.link, why: 'it is a symbolic link' },
  { is: ({ mode }) => mode === MODE.submodule, why: 'it is a submodule' },
];

const MAX_REPORTS = 100;
const MAX_REMEMBERED = 100_000;

/** Says of a commit which paths of its content are refused, the first of them. Folders that were found sound are not read again. */
export function createRefusedWatch({ location, objects, reports }: Pick<Writer, 'location' | 'objects' | 'reports'>) {
  const sound = new Set<string>();

  /** The refused paths of a folder. */
  async function find(tree: string, folder: string, breath: () => Promise<void> | undefined): Promise<RepoReport[]> {
    if (sound.has(tree)) return [];
    await breath();
    const found: RepoReport[] = [];
    for (const entry of parseTree(await objects.readTree(tree))) {
      const path = `${folder}${entry.name}`;
      const why = REFUSED.find(({ is }) => is(entry))?.why;
      if (why !== undefined) found.push(toReport(path, why));
      else if (isFolderMode(entry.mode)) found.push(...(await find(entry.id, `${path}/`, breath)));
    }
    if (found.length === 0) sound.add(tree);
    return found;
  }

  return async (commit: string | null): Promise<void> => {
    if (sound.size > MAX_REMEMBERED) sound.clear();
    const tree = commit === null ? null : await contentTree({ location, objects }, commit);
    const found = tree === null ? [] : await find(tree, '', createBreath());
    reports.set('REFUSED_PATH', found.slice(0, MAX_REPORTS));
  };
}

const toReport = (path: string, why: string): RepoReport => ({
  code: 'REFUSED_PATH',
  path,
  message: `is not read from the present commit, and nothing below it: ${why}`,
});
