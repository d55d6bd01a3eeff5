import type { NamedCommit } from '../../git/read/ancestry/divergence.ts';
import { diffEntries } from '../../git/read/treeDiff.ts';
import type { GitRepository } from '../../git/repository.ts';

/** The most files that one commit may change. */
const MAX_FILES = 20_000;

/** The files that differ from those of all parents: what a merge takes over from one of them is no edit. */
export async function editedBy(
  { tree, parents }: NamedCommit,
  { objects }: Pick<GitRepository, 'objects'>,
): Promise<readonly string[]> {
  const sides: ReadonlySet<string>[] = [];
  for (const parent of parents.length > 0 ? parents : [null]) {
    const before = parent && (await objects.readCommit(parent)).tree;
    const found = await diffEntries(objects.readTree, before, tree, { maxDifferences: MAX_FILES });
    sides.push(new Set(found.map(({ path }) => path)));
  }
  return [...sides[0]!].filter((path) => sides.every((side) => side.has(path)));
}
