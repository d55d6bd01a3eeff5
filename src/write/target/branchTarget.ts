import type { GitRepository } from '../../git/repository.ts';
import type { Actor } from '../../model/access.ts';
import type { Kind } from '../../model/records.ts';
import type { BranchSite } from '../../site/site.ts';
import type { Ids, ReservedIds } from '../../store/id/ids.ts';
import type { Store } from '../../store/store.ts';
import type { PlanParts, WritePlan } from '../queue/planWrite.ts';
import { type AmendParts, findAmendment } from './amend.ts';
import { presentInGit } from './presentInGit.ts';
import type { WriteAttempt, WriteTarget } from './target.ts';

export interface BranchTargetParts extends AmendParts, Pick<WriteTarget, 'planning' | 'clock'> {
  readonly repo: Pick<GitRepository, 'branches' | 'readAt'> & AmendParts['repo'];
  readFile(kind: Kind, path: string): Uint8Array | null;
  requireSpace(): void;
  /** Throws if an actor may not write to the branch now; asked in the turn of each write. */
  requireWritableBranch(ref: string, actor: Actor): void;
  /** Whether the branch is published by itself at a time: then nobody judges later what is written to it now. */
  isScheduled(ref: string): boolean;
  /** Called for each write. */
  onWrite(ref: string): void;
}

/** A branch: its writes end in objects and its ref, and it moves on to their commits. */
export function createBranchTarget(branch: BranchSite, parts: BranchTargetParts): WriteTarget {
  const { ref, store } = branch;
  const planned = planningOn(branch, parts.planning);
  return {
    ...{ store, clock: parts.clock },
    get planning() {
      return { ...planned, judgedAs: parts.isScheduled(ref) ? 'live' : 'draft' } as const;
    },
    tooBusy: 'This change is being edited by others: try again',
    async attempt({ actors }, work) {
      parts.requireSpace();
      for (const actor of actors) parts.requireWritableBranch(ref, actor);
      await branch.refresh();
      return work(createAttempt(branch, parts));
    },
    showFiles: async () => undefined,
    explain: (error) => error,
  };
}

function createAttempt(branch: BranchSite, parts: BranchTargetParts): WriteAttempt {
  const { repo, planning, readFile } = parts;
  // A reader may refresh the branch meanwhile, which moves it: what is planned is for the head of now.
  const { ref, store, commit: head } = branch;
  return {
    present: presentInGit({ store, onDisk: readFile, read: (path) => repo.readAt(head, path) }),
    async commit(_, plans) {
      const plan = onlyOne(plans);
      if (!plan.publishes) return [];
      const { onto, edits } = (await findAmendment({ ref, head, plan }, parts)) ?? { onto: head, edits: plan.edits };
      return repo.branches.commit({ ref, commit: head, onto }, [{ ...plan, edits }]);
    },
    async serve({ changes }, { commit }) {
      planning.ids.hold();
      await branch.advance(commit!);
      parts.onWrite(ref);
      const show = ({ after }: (typeof changes)[number]) => (after && store.get(after.kind, after.id)) ?? after;
      return changes.map((change) => ({ ...change, after: show(change) }));
    },
  };
}

/** The commit of one write may take the place of the one before it, so they are made one by one. */
function onlyOne([plan, ...others]: readonly WritePlan[]): WritePlan {
  if (!plan || others.length > 0) throw new Error('Writes to a branch are published one by one');
  return plan;
}

/** Plans drafts, with ids that are new both to the branch and to the live content. */
function planningOn({ store, history }: BranchSite, planning: PlanParts): PlanParts {
  const next: Ids['next'] = (request) => planning.ids.next({ ...request, also: joinTakenIds(store, request.also) });
  const { prepareReferences } = store;
  return { ...planning, isDraft: true, ownerOf: history.ownerOf, ids: { ...planning.ids, next }, prepareReferences };
}

const joinTakenIds = ({ hasId, highestId }: Store, also: ReservedIds | undefined): ReservedIds => ({
  has: (counter, id) => hasId(counter, id) || (also?.has(counter, id) ?? false),
  highest: (counter) => Math.max(highestId(counter), also?.highest(counter) ?? 0),
});
