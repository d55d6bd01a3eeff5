/*
 * The door to changes: edits beside the live content, each change on its own branch. They are read and written like the
 * live content, and become live by a merge.
 */

import type { Finding } from '../check/rule.ts';
import { branchName } from '../git/read/ref/refs.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { createTaskQueue } from '../lib/turn/createTaskQueue.ts';
import type { Actor } from '../model/access.ts';
import type { RecordRef } from '../model/entry.ts';
import type { Wording } from '../model/reason.ts';
import type { BranchSite } from '../site/site.ts';
import type { RecordWriter } from '../write/action.ts';
import type { VersionDifference } from '../write/merge/diffRecords.ts';
import { createBranchQueue, createRecordWriter } from '../write/queue/writer.ts';
import { createBranchTarget } from '../write/target/branchTarget.ts';
import { createDivergenceFinder } from './branch/branchDivergence.ts';
import type { FoundBranch } from './branch/branches.ts';
import { createDrafts, type Drafts } from './branch/drafts.ts';
import { type DroppedProposal, listDropped } from './branch/droppedProposal.ts';
import type { Forecast } from './branch/forecast.ts';
import { nameOfBranch } from './branch/names.ts';
import { createMoves, type ProposalEvent } from './branch/proposalAnnouncer.ts';
import { createRelations } from './branch/relations.ts';
import { type DraftVersion, findStrayEdits } from './branch/strayEdits.ts';
import { describeUnseen } from './branch/unseen.ts';
import {
  createListing,
  findByTitle,
  getProposal,
  isChange,
  liveCommit,
  openProposal,
  type Proposal,
  type ProposalParts,
  readProposal,
  type Workshop,
} from './findProposal.ts';
import { followHost } from './followHost.ts';
import type { HostEnding } from './hostEnding.ts';
import {
  abandonProposal,
  dropProposal,
  makeProposal,
  type NewProposal,
  publishProposal,
  refuseUnreadableMerge,
  renameProposal,
  restoreProposal,
  updateProposal,
} from './lifecycle.ts';
import { createForecast } from './publish/createForecast.ts';
import { createDescriptions, type ProposalDescription } from './publish/describeProposal.ts';
import { moveEdits } from './publish/moveEdits.ts';
import { createPublishing, type PublishedProposal, type PublishOptions } from './publish/proposalPublisher.ts';
import type { ProposalCommits, ProposalPublication } from './publish/publication.ts';
import { createPublications } from './publish/publications.ts';

/** The changes of the site, by the names that `names.ts` makes. A name that is not a change's is NOT_FOUND. */
export interface Proposals {
  /** The branches of all changes. */
  list(): Promise<readonly FoundBranch[]>;
  /** The branches of changes that were begun here and have this title. */
  findByTitle(title: string): Promise<readonly FoundBranch[]>;
  /** The change of a listed branch. */
  read(branch: FoundBranch): Promise<Proposal>;
  get(name: string): Promise<Proposal>;
  /** What a change has edited, and what would clash if it were published. */
  describe(change: Pick<Proposal, 'name' | 'head'>): Promise<ProposalDescription>;
  /**
   * What a change has edited, without a look at what has gone live beside it.
   *
   * @throws UnreadableObject if it is too much to be shown, or cannot be read
   */
  differences(change: Pick<Proposal, 'name' | 'head'>): Promise<VersionDifference>;
  /** How two commits differ. @throws CmsError if a part cannot be read, or too much differs */
  compare(from: string, to: string): Promise<VersionDifference>;
  /** Which other changes it would clash with, if they were published first. */
  forecast(name: string): Promise<Forecast>;
  /** The problems that publishing it would cause. */
  problems(name: string): Promise<readonly Finding[]>;
  /** What publishing it would make different for the public. */
  publication(name: string): Promise<ProposalPublication>;
  /**
   * What publishing it would make different now, compared with what that would have been at earlier commits; null if they
   * cannot be read any more, or differ in too much.
   */
  differenceSince(name: string, before: ProposalCommits): Promise<VersionDifference | null>;
  make(wanted: NewProposal, actor: Actor): Promise<Proposal>;
  /** The change that is the draft of this record, begun if there is none. */
  openDraft(
    wanted: NewProposal & { readonly draftOf: RecordRef },
    actor: Actor,
  ): Promise<{ proposal: Proposal; isNew: boolean }>;
  rename(name: string, title: string, actor: Actor): Promise<Proposal>;
  /** Drops a change, which is kept for thirty days. @throws CmsError FORBIDDEN: see `requireMayDrop` */
  drop(name: string, actor: Actor): Promise<void>;
  /** Removes a change that was begun for a write that has failed, unless it holds edits by now. */
  abandon(name: string): Promise<void>;
  /** Ends a change that has ended at the git host: see `followHost`. @returns whether it has ended */
  follow(name: string, ending: HostEnding): Promise<boolean>;
  dropped(): Promise<readonly DroppedProposal[]>;
  bringBack(name: string): Promise<Proposal>;
  /** Merges the live content into it. @throws CmsError CONFLICT with `clashes` that no choice settles */
  update(name: string, settled: PublishOptions): Promise<Proposal>;
  /** Why its head differs from a commit that somebody has reviewed, if not by writes through the interface. */
  unseenSince(name: string, seen: string): Promise<{ readonly head: string; readonly unseen: Wording | null }>;
  /**
   * Publishes it, as one commit.
   *
   * @throws CmsError CONFLICT for clashes, and for problems that it would cause; PRECONDITION_FAILED if it is not at the
   *   commit that was reviewed
   */
  publish(name: string, settled: PublishOptions): Promise<PublishedProposal>;
  /** @throws CmsError FORBIDDEN if the actor may not publish what is in it now: see `requireEditRights` */
  requireMayPublish(name: string, actor: Actor): Promise<void>;
  /** Takes the edits of some records out of a change: see `moveEdits`. */
  move(name: string, moving: Parameters<typeof moveEdits>[2]): Promise<PublishedProposal>;
  /** Opens it as a version of the site. For writing, a branch that only the git host has becomes a local one. */
  open(name: string, forWriting: boolean): Promise<BranchSite<RecordWriter>>;
  /** Makes the writer of a change's branch. */
  createWriter(branch: BranchSite): RecordWriter;
  /** The files that a draft changes beside its record: see `findStrayEdits`. */
  strayEdits(draft: DraftVersion): Promise<readonly string[]>;
  readonly drafts: Drafts;
  /** Finds and reports what others have done to branches. */
  look(): Promise<void>;
  /** Calls the listener for every event of a change. @returns the function that unsubscribes */
  subscribe(listener: (event: ProposalEvent) => void): () => void;
}

export function createProposals(parts: ProposalParts): Proposals {
  const { repo, branches } = parts;
  const standings = createDivergenceFinder({ ...parts, code: parts.store.code });
  const relations = createRelations({ objects: repo.objects, history: parts.history });
  const listeners = createListeners<[ProposalEvent]>(parts.onError);
  const moves = createMoves({
    list: branches.list,
    find: branches.find,
    inTurn: parts.writer.inTurn,
    announce: listeners.tell,
    async standingOf(branch) {
      const relation = await relations.of(await liveCommit(parts), branch.commit);
      return { isChange: isChange(branch, relation), isMerged: relation === 'merged' };
    },
  });
  const drafts = createDrafts(branches, async (commit) => standings.factsOf(await liveCommit(parts), commit));
  const nameOf = (ref: string): string => nameOfBranch(branchName(ref));
  const isOwnDraft = (name: string): boolean =>
    drafts.recordOf(name) !== undefined && !parts.isScheduled(name) && !parts.planning.guard.isLookedAt(name);
  const queue = createBranchQueue(parts.writer);
  const ending = {
    ...parts,
    isAmendable: (ref: string) => isOwnDraft(nameOf(ref)),
    commitsAtHost: branches.commitsAtHost,
    isScheduled: (ref: string) => parts.isScheduled(nameOf(ref)),
    requireWritableBranch: (ref: string, actor: Actor) => parts.requireWritable(nameOf(ref), actor),
    onWrite: (ref: string) => moves.done({ type: 'change.updated', name: nameOf(ref) }),
  };
  const publishing = createPublishing({ ...parts, standings, historyAt: parts.history.at });
  const publications = createPublications({ ...parts, historyAt: parts.history.at, plan: publishing.plan });
  const shop: Workshop = { parts, standings, relations, publishing, moves };
  const describe = createDescriptions({ standings, publishing });
  const forecast = createForecast({ ...parts, standings, publishing, code: parts.store.code });
  const list = createListing(shop);
  const inTurn = createTaskQueue();
  const commitOf = (name: string): string => branches.get(name).commit;

  return {
    list,
    findByTitle: (title) => findByTitle(shop, title),
    read: (branch) => readProposal(shop, branch),
    get: (name) => getProposal(shop, name),
    make: (wanted, actor) => makeProposal(shop, wanted, actor),
    rename: (name, title, actor) => renameProposal(shop, name, { title, actor }),
    drop: (name, actor) => dropProposal(shop, name, actor),
    abandon: (name) => abandonProposal(shop, name),
    follow: (name, ending) => followHost(shop, name, ending),
    bringBack: (name) => restoreProposal(shop, name),
    open: (name, forWriting) => openProposal(shop, name, forWriting),
    createWriter: (branch) => createRecordWriter(createBranchTarget(branch, ending), queue),
    dropped: async () => listDropped(repo),
    describe: async ({ head }) => describe(await liveCommit(parts), head),
    differences: async ({ head }) => standings.difference(await liveCommit(parts), head),
    compare: (from, to) => standings.between(from, to).catch(refuseUnreadableMerge),
    forecast: async (name) =>
      forecast(await liveCommit(parts), branches.get(name), await list()).catch(refuseUnreadableMerge),
    problems: async (name) => publishing.problems(await liveCommit(parts), commitOf(name)),
    publication: async (name) =>
      publications.publication(await liveCommit(parts), commitOf(name)).catch(refuseUnreadableMerge),
    differenceSince: async (name, before) =>
      publications.difference(before, { live: await liveCommit(parts), head: commitOf(name) }),
    update: (name, settled) => updateProposal(shop, name, settled),
    async unseenSince(name, seen) {
      const head = commitOf(name);
      return { head, unseen: await describeUnseen({ seen, head, live: await liveCommit(parts) }, repo) };
    },
    publish: (name, settled) => publishProposal(shop, name, settled),
    requireMayPublish: async (name, actor) =>
      publishing.requireRights(await liveCommit(parts), commitOf(name), { actor }).catch(refuseUnreadableMerge),
    move: (name, moving) => moveEdits(shop, name, moving),
    strayEdits: async (draft) => findStrayEdits(draft, await liveCommit(parts), repo).catch(refuseUnreadableMerge),
    drafts,
    openDraft: (wanted, actor) =>
      inTurn(async () => {
        await drafts.refresh();
        const known = drafts.nameOf(wanted.draftOf);
        const proposal = await (known === undefined ? makeProposal(shop, wanted, actor) : getProposal(shop, known));
        return { proposal, isNew: known === undefined };
      }),
    look: moves.look,
    subscribe: listeners.add,
  };
}
