import { BranchMoved } from '../../git/publish/branch/branchTip.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';
import { unavailable } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import type { BranchSite } from '../../site/openBranch.ts';
import type { ReservedIds } from '../../store/id/ids.ts';
import type { Store } from '../../store/store.ts';
import type { Action, RecordWriter, WriteResult } from '../action.ts';
import { createJobGroups } from '../queue/groups.ts';
import type { Caller } from '../queue/lateSave.ts';
import { type PlannedWrite, type PlanParts, planWrite } from '../queue/planWrite.ts';
import { toPerson } from '../queue/writer.ts';
import { type AmendParts, findAmendment } from './amend.ts';
import { presentInGit } from './presentInGit.ts';

export interface BranchWriteParts extends AmendParts {
  readonly repo: Pick<GitRepository, 'branches' | 'readAt'> & AmendParts['repo'];
  /** The live writer: all writes share its queue. */
  readonly writer: Pick<RecordWriter, 'inTurn' | 'idle'>;
  readonly planning: PlanParts;
  readonly clock: () => Date;
  readFile(kind: Kind, path: string): Uint8Array | null;
  requireSpace(): void;
  /** Throws if an actor may not write to the branch now; asked in the turn of each write. */
  requireWritableBranch(ref: string, actor: Actor): void;
  /** Called for each write. */
  onWrite(ref: string): void;
}

/** How often a write is planned again because somebody else moved the branch. */
const MAX_ATTEMPTS = 5;

/** Makes the writers of branches, whose writes wait for each other. */
export function createBranchWriters(parts: BranchWriteParts): (branch: BranchSite) => RecordWriter {
  const queue = createJobGroups<() => Promise<void>>(async (jobs) => {
    for (const job of jobs) await job();
  });
  return (branch) => createBranchWriter(branch, { ...parts, enqueue: queue.push });
}

interface QueuedParts extends BranchWriteParts {
  /** Runs one write after another; throws if too many are waiting. */
  enqueue(run: () => Promise<void>): void;
}

/** Writes to a branch as the live writer does to the live content: the same actions, planned against the branch. */
function createBranchWriter(branch: BranchSite, parts: QueuedParts): RecordWriter {
  const { writer } = parts;
  const { ref, store } = branch;

  async function attempt(action: Action, actor: Caller): Promise<WriteResult> {
    parts.requireSpace();
    parts.requireWritableBranch(ref, actor);
    await branch.refresh();
    // A reader may refresh the branch meanwhile, which moves it: the plan is for the head of now.
    const { commit: head } = branch;
    const planned = await plan(branch, { action, actor }, parts);
    if (!planned.publishes) return toWritten(planned, null, store);
    const { files, attachments, message, now } = planned;
    const amended = await findAmendment({ ref, head, planned }, parts);
    const edits = amended?.edits ?? [...files, ...attachments];
    const tip = { ref, commit: head, onto: amended?.onto ?? head };
    const commit = await parts.repo.branches.commit(tip, [{ edits, message, author: toPerson(actor), at: now }]);
    parts.planning.ids.hold();
    await branch.advance(commit);
    parts.onWrite(ref);
    return toWritten(planned, commit, store);
  }

  async function write(action: Action, actor: Caller): Promise<WriteResult> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(action, actor);
      } catch (error) {
        if (!(error instanceof BranchMoved)) throw error;
        if (tries === MAX_ATTEMPTS) throw unavailable('This change is being edited by others: try again', 5);
      }
    }
  }

  return {
    write: (action, actor) =>
      new Promise((resolve, reject) => {
        parts.enqueue(() => writer.inTurn(() => write(action, actor)).then(resolve, reject));
      }),
    inTurn: writer.inTurn,
    idle: writer.idle,
  };
}

interface Request {
  readonly action: Action;
  readonly actor: Caller;
}

function plan(branch: BranchSite, { action, actor }: Request, parts: BranchWriteParts): Promise<PlannedWrite> {
  const { store, commit: head } = branch;
  const { ids } = parts.planning;
  const present = presentInGit({ store, onDisk: parts.readFile, read: (path) => parts.repo.readAt(head, path) });
  const planning = {
    ...parts.planning,
    isDraft: true,
    // An id must be new both to the branch and to the live content.
    ids: {
      ...ids,
      next: (request: Parameters<typeof ids.next>[0]) =>
        ids.next({ ...request, also: joinTakenIds(store, request.also) }),
    },
    prepareReferences: store.prepareReferences,
  };
  return ids.planning(() => planWrite({ action, actor, now: parts.clock() }, present, planning));
}

const joinTakenIds = ({ hasId, highestId }: Store, also: ReservedIds | undefined): ReservedIds => ({
  has: (counter, id) => hasId(counter, id) || (also?.has(counter, id) ?? false),
  highest: (counter) => Math.max(highestId(counter), also?.highest(counter) ?? 0),
});

/** The result of a write, with records as the branch now shows them. */
function toWritten({ drafts, changes: planned }: PlannedWrite, commit: string | null, store: Store): WriteResult {
  const changes = planned.map((change) => ({
    ...change,
    after: (change.after && store.get(change.kind, change.after.id)) ?? change.after,
  }));
  const entries = drafts.map(({ kind, after }): Entry | null => (after && store.get(kind, after.id)) ?? null);
  const created = entries.flatMap((entry, index) => (entry && drafts[index]?.before === null ? [entry] : []));
  return { commit, entries, created, changes };
}
