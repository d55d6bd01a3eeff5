import { BranchMoved } from '../../git/publish/branch/branchTip.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { Actor } from '../../model/access.ts';
import type { Entry } from '../../model/entry.ts';
import { unavailable } from '../../model/errors.ts';
import type { Kind } from '../../model/records.ts';
import type { TakenIds } from '../../store/id/ids.ts';
import type { Store } from '../../store/store.ts';
import type { Action } from '../../write/action.ts';
import type { Caller } from '../../write/queue/lateSave.ts';
import { type PlannedWrite, type PlanParts, planWrite } from '../../write/queue/planWrite.ts';
import { type RecordWriter, toPerson, type WriteResult } from '../../write/queue/writer.ts';
import { type AmendParts, findAmendment } from './amend.ts';
import type { ProposalContent } from './content.ts';
import { presentInGit } from './presentInGit.ts';

export interface WriteParts extends AmendParts {
  readonly repo: Pick<GitRepository, 'branches' | 'readAt'> & AmendParts['repo'];
  /** The live writer: all writes share its queue. */
  readonly writer: Pick<RecordWriter, 'inTurn' | 'idle'>;
  readonly planning: PlanParts;
  readonly clock: () => Date;
  readFile(kind: Kind, path: string): Uint8Array | null;
  requireSpace(): void;
  /** Throws if an actor may not write to the change with this name now; asked in the turn of each write. */
  requireWritable(name: string, actor: Actor): void;
  /** Runs one write after another; throws if too many are waiting. */
  enqueue(run: () => Promise<void>): void;
  /** Called for each write. */
  onWrite(ref: string): void;
}

interface WriterTarget {
  /** The name of the change. */
  readonly name: string;
  readonly content: ProposalContent;
}

/** How often a write is planned again because somebody else moved the branch. */
const MAX_ATTEMPTS = 5;

/** Writes to a change as the live writer does to the live content: the same actions, planned against the change. */
export function createProposalWriter({ name, content }: WriterTarget, parts: WriteParts): RecordWriter {
  const { writer } = parts;

  async function attempt(action: Action, actor: Caller): Promise<WriteResult> {
    parts.requireSpace();
    parts.requireWritable(name, actor);
    await content.refresh();
    // Somebody may open the change meanwhile, which moves `content.head`: the plan is for the head of now.
    const { head } = content;
    const planned = await plan(content, { action, actor }, parts);
    if (!planned.publishes) return toWritten(planned, null, content.store);
    const { files, attachments, message, now } = planned;
    const amended = await findAmendment({ change: name, ref: content.ref, head, planned }, parts);
    const edits = amended?.edits ?? [...files, ...attachments];
    const tip = { ref: content.ref, commit: head, onto: amended?.onto ?? head };
    const commit = await parts.repo.branches.commit(tip, [{ edits, message, author: toPerson(actor), at: now }]);
    parts.planning.ids.hold();
    await content.advance(commit);
    parts.onWrite(content.ref);
    return toWritten(planned, commit, content.store);
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

function plan(content: ProposalContent, { action, actor }: Request, parts: WriteParts): Promise<PlannedWrite> {
  const { store, head } = content;
  const { ids } = parts.planning;
  const present = presentInGit({ store, onDisk: parts.readFile, read: (path) => parts.repo.readAt(head, path) });
  const planning = {
    ...parts.planning,
    isDraft: true,
    // An id must be new both to the change and to the live content.
    ids: {
      ...ids,
      next: (request: Parameters<typeof ids.next>[0]) =>
        ids.next({ ...request, also: joinTakenIds(store, request.also) }),
    },
    prepareReferences: store.prepareReferences,
  };
  return ids.planning(() => planWrite({ action, actor, now: parts.clock() }, present, planning));
}

const joinTakenIds = ({ hasId, highestId }: Store, also: TakenIds | undefined): TakenIds => ({
  has: (counter, id) => hasId(counter, id) || (also?.has(counter, id) ?? false),
  highest: (counter) => Math.max(highestId(counter), also?.highest(counter) ?? 0),
});

/** The result of a write, with records as the change now shows them. */
function toWritten({ drafts, changes: planned }: PlannedWrite, commit: string | null, store: Store): WriteResult {
  const changes = planned.map((change) => ({
    ...change,
    after: (change.after && store.get(change.kind, change.after.id)) ?? change.after,
  }));
  const entries = drafts.map(({ kind, after }): Entry | null => (after && store.get(kind, after.id)) ?? null);
  const created = entries.flatMap((entry, index) => (entry && drafts[index]?.before === null ? [entry] : []));
  return { commit, entries, created, changes };
}
