import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listIfThere } from '../../disk/listIfThere.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { isObjectId } from '../../format/object.ts';
import type { RepoReport } from '../reports.ts';
import type { GitWriter } from '../writer.ts';
import { deleteRef } from './deleteRef.ts';
import { setRef, syncRefName } from './refFile.ts';

type OwnRefParts = Pick<GitWriter, 'fs' | 'location' | 'sidePath'>;

/** Keeps the last commit made without a branch. */
export const DETACHED_REF = 'refs/quire/detached';

/** Sets a ref below `refs/quire/` or `refs/remotes/`, durably. Needs no lock: others write nothing there but what the host has. */
export async function writeOwnRef(keeper: OwnRefParts, ref: string, commit: string): Promise<void> {
  await setRef(keeper, ref, commit);
  await syncRefName(keeper, ref);
}

/**
 * Removes such a ref, durably; does nothing if there is none.
 *
 * @throws as `deleteRef` does
 */
export async function dropRef(keeper: OwnRefParts & Pick<GitWriter, 'lockText'>, ref: string): Promise<void> {
  const folder = dirname(join(keeper.location.commonDir, ref));
  await deleteRef(keeper, ref);
  if (existsSync(folder)) await keeper.fs.sync(folder);
}

/** Keeps a commit of ours that has left its branch; it is reported as long as its ref exists. */
export const preserveLostCommit = (writer: GitWriter, commit: string): Promise<void> =>
  writeOwnRef(writer, `${LOST_REFS}/${commit}`, commit);

/** Keeps commits of ours that have left their branch. */
const LOST_REFS = 'refs/quire/lost';

const MAX_REPORTS = 100;

/** Reports the commits that are kept there, as long as their refs exist; each ref is named after its commit. */
export function createLostRefs(commonDir: string): () => readonly RepoReport[] {
  const packedRefs = join(commonDir, 'packed-refs');
  let packed: { readonly key: string; readonly commits: readonly string[] } = { key: '', commits: [] };

  /** Read again only when git has rewritten the file, which may be large. */
  function listPacked(): readonly string[] {
    const stat = statSync(packedRefs, { throwIfNoEntry: false, bigint: true });
    const key = stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : '';
    if (key !== packed.key) packed = { key, commits: findPacked(readIfThere(packedRefs)?.toString('latin1') ?? '') };
    return packed.commits;
  }

  const listLoose = (): readonly string[] =>
    listIfThere(join(commonDir, LOST_REFS))
      .map(({ name }) => name)
      .filter(isObjectId);

  return () => {
    const commits = new Set([...listLoose(), ...listPacked()]);
    return [...commits].sort().slice(0, MAX_REPORTS).map(createLostReport);
  };
}

/** Each line is an id and a name (gitrepository-layout, "packed-refs"). */
const findPacked = (text: string): readonly string[] =>
  text
    .split(`${LOST_REFS}/`)
    .slice(1)
    .map((rest) => rest.slice(0, 40))
    .filter(isObjectId);

const createLostReport = (commit: string): RepoReport => ({
  code: 'LOST_COMMIT',
  commit,
  message: `The commit ${commit} is no longer in the history of the branch: it is kept at ${LOST_REFS}/${commit} (bring it back with git cherry-pick, or drop it with git update-ref -d ${LOST_REFS}/${commit})`,
});
