import type { Person } from '../git/format/commit.ts';
import type { BranchMove } from '../git/publish/request.ts';
import { isInHistory } from '../git/read/ancestry/ancestry.ts';
import { readRef } from '../git/read/ref/refs.ts';
import type { GitRepository } from '../git/repository.ts';
import type { SiteCode } from '../model/entry.ts';
import { notFound } from '../model/errors.ts';
import type { ReadRecord } from '../store/file/fileRecord.ts';
import type { RecordWriter } from '../write/action.ts';
import { mergeCommits } from '../write/merge/mergeCommits.ts';
import { isChangeByName, type ProposalBranches } from './branch/branches.ts';
import { headRef, isNamedAsChange, nameOfBranch } from './branch/names.ts';
import type { Proposals } from './proposals.ts';

/** What the sync with the git host needs of changes. */
export interface SharedProposals {
  list(): Promise<readonly { readonly branch: string; readonly commit: string }[]>;
  isShared(branch: string): boolean;
  take(branch: string, theirs: string): Promise<string>;
  replace(
    one: { readonly branch: string; readonly commit: string },
    steps: { readonly onto: string; readonly moves: readonly BranchMove[] },
  ): Promise<string>;
  drop(branch: string, hostHad: string): Promise<void>;
  look(): Promise<void>;
}

interface Parts {
  readonly repo: GitRepository;
  readonly branches: Pick<ProposalBranches, 'listLocal'>;
  readonly writer: Pick<RecordWriter, 'inTurn'>;
  readonly proposals: Pick<Proposals, 'follow' | 'look'>;
  readonly readRecord: ReadRecord;
  readonly code: SiteCode;
  /** The author of merges with what others have pushed to a change. */
  readonly author: Person;
  readonly clock: () => Date;
}

export function createShared(parts: Parts): SharedProposals {
  const { repo, branches, writer, proposals, readRecord, code, author, clock } = parts;
  const { objects, location } = repo;

  async function take(branch: string, theirs: string): Promise<string> {
    const ref = headRef(branch);
    const ours = readRef(location.commonDir, ref);
    if (ours === null) throw notFound('Change');
    if (await isInHistory(objects, { ancestor: ours }, theirs))
      return repo.branches.move({ ref, commit: ours, onto: theirs }, [{ commit: theirs }]);
    // As in any merge our value wins a clash; theirs stays in the second parent.
    const merging = { objects, prefix: location.prefix, readRecord, code };
    const { edits } = await mergeCommits({ ours, theirs }, merging);
    const at = clock();
    const message = `Merge ${branch} of the git host\n\nQuire-Action: sync.merge\nQuire-Time: ${at.toISOString()}\n`;
    return repo.branches.move({ ref, commit: ours }, [{ edits, joins: [theirs], message, author, at }]);
  }

  return {
    list: async () => (await branches.listLocal()).filter(isChangeByName),
    isShared: isNamedAsChange,
    take: (branch, theirs) => writer.inTurn(() => take(branch, theirs)),
    replace: ({ branch, commit }, { onto, moves }) =>
      writer.inTurn(() => repo.branches.move({ ref: headRef(branch), commit, onto }, moves)),
    drop: async (branch, hostHad) => void (await proposals.follow(nameOfBranch(branch), { hostHad, isMerged: false })),
    look: proposals.look,
  };
}
