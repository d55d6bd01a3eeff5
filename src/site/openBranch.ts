import { readRef } from '../git/read/ref/refs.ts';
import { lazily } from '../lib/list/lazily.ts';
import { notFound } from '../model/errors.ts';
import { createStore } from '../store/createStore.ts';
import type { FileUpdate } from '../store/store.ts';
import { type CommitToRead, fillStore, readOther, readStep } from './commit/readCommitted.ts';
import { joinSite } from './joinSite.ts';
import type { OpenParts } from './openCommit.ts';
import type { BranchSite } from './site.ts';
import { agesFrom } from './version/fileTimes.ts';

export interface BranchSiteParts<Write> extends OpenParts {
  /** Makes what writes the branch. */
  createWrite(branch: BranchSite<Write>): Write;
  /** Runs one after the other what moves the branch. */
  inTurn(move: () => Promise<void>): Promise<void>;
}

/** @throws CmsError NOT_FOUND if there is no such ref */
export async function openBranch<Write>(ref: string, parts: BranchSiteParts<Write>): Promise<BranchSite<Write>> {
  const { repo, source, inTurn } = parts;

  function tip(): string {
    const commit = readRef(repo.location.commonDir, ref);
    if (commit === null) throw notFound('Change');
    return commit;
  }

  const at = async (commit: string): Promise<CommitToRead> => ({ commit, history: await parts.history.at(commit) });
  let present = await at(tip());
  const store = createStore({ code: source.live.code });
  store.tellAges((file) => agesFrom(present.history)(file));
  await fillStore(store, present, source);

  function move(next: CommitToRead, updates: readonly FileUpdate[]): void {
    present = next;
    store.apply(updates);
  }

  /** Moves on to what is the head now, unless it has moved again when all is read. */
  async function followTip(): Promise<void> {
    const commit = tip();
    if (commit === present.commit) return;
    const next = await at(commit);
    const { parents } = await repo.objects.readCommit(commit);
    const isStep = parents.length === 1 && parents[0] === present.commit;
    const updates = isStep ? await readStep(store, present.commit, next, source) : await readOther(store, next, source);
    if (tip() === commit) move(next, updates);
  }

  const joined = joinSite({
    ...parts,
    repo: { ...repo, head: async () => present.commit },
    ...{ store, readRecord: source.readRecord, commits: () => present.history, isReady: () => true, hasAmended: true },
  });
  const write = lazily(() => parts.createWrite(branch));
  const branch: BranchSite<Write> = {
    ...joined,
    ref,
    get commit() {
      return present.commit;
    },
    get write() {
      return write();
    },
    async refresh() {
      while (tip() !== present.commit) await inTurn(followTip);
    },
    advance: (commit) =>
      inTurn(async () => {
        const next = await at(commit);
        move(next, await readStep(store, present.commit, next, source));
      }),
  };
  return branch;
}
