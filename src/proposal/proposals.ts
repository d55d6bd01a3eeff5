/*
 * The door of changes: what is edited beside what is live, each on a branch of its own. What they hold is read and
 * written like what is live, and comes to be live by a merge.
 */

import type { VersionDifference } from '../change/merge/diffRecords.ts';
import type { Finding } from '../check/rule.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { oneAtATime } from '../lib/turn/oneAtATime.ts';
import type { Actor } from '../model/access.ts';
import { findBranch, listBranches } from './branch/branches.ts';
import { createDrafts } from './branch/drafts.ts';
import { type Dropped, listDropped } from './branch/dropped.ts';
import { createMoves, type ProposalEvent } from './branch/moves.ts';
import { createStandings } from './branch/standing.ts';
import { findUnseen } from './branch/unseen.ts';
import { createOpened, type OpenProposal } from './content/opened.ts';
import {
  getProposal,
  isChange,
  listProposals,
  liveCommit,
  openProposal,
  type Proposal,
  type ProposalParts,
  type Workshop,
} from './findProposal.ts';
import {
  dropProposal,
  makeProposal,
  type NewProposal,
  publishProposal,
  renameProposal,
  restoreProposal,
  updateProposal,
} from './lifecycle.ts';
import type { MergePlan } from './publish/planMerge.ts';
import { createPublishing, type Published, type Settled } from './publish/publishing.ts';

/** Changes of the site that are not live. Names are as `names.ts` makes them; what is no change's is NOT_FOUND. */
export interface Proposals {
  list(): Promise<readonly Proposal[]>;
  get(name: string): Promise<Proposal>;
  /** What it has changed, value by value. */
  difference(name: string): Promise<VersionDifference>;
  /** What publishing it would come to, and what that would make wrong. */
  preview(name: string): Promise<Pick<MergePlan, 'clashes' | 'conflicts'>>;
  problems(name: string): Promise<readonly Finding[]>;
  make(wanted: NewProposal, actor: Actor): Promise<Proposal>;
  /** The change that is the draft of a page alone; begun where there is none. */
  draftOf(
    wanted: NewProposal & { readonly page: number },
    actor: Actor,
  ): Promise<{ proposal: Proposal; isNew: boolean }>;
  rename(name: string, title: string, actor: Actor): Promise<Proposal>;
  /** Kept for thirty days. @throws CmsError FORBIDDEN: see `requireMayDrop` */
  drop(name: string, actor: Actor): Promise<void>;
  /** The git host has dropped it, which has had this commit of it: what came to it since stays. */
  follow(name: string, hostHad: string): Promise<void>;
  dropped(): readonly Dropped[];
  bringBack(name: string): Promise<Proposal>;
  /** Merges what is live into it. @throws CmsError CONFLICT with `clashes` for what nothing settles */
  update(name: string, settled: Settled): Promise<Proposal>;
  /** What has come to it that was not written here, through the interface, since somebody looked at this commit of it. */
  unseenSince(name: string, seen: string): Promise<{ readonly head: string; readonly unseen: string | null }>;
  /**
   * Makes it live, as one commit.
   *
   * @throws CmsError CONFLICT for clashes, and for what it would make wrong; PRECONDITION_FAILED where it is not as it was
   *   looked at
   */
  publish(name: string, settled: Settled): Promise<Published>;
  /** What it holds at present. For writing, what the git host alone has becomes a branch of this repository. */
  open(name: string, forWriting: boolean): Promise<OpenProposal>;
  /** The changes that are drafts of pages, by the pages, as the branches are now. */
  drafts(): Promise<ReadonlyMap<number, string>>;
  /** Whether a page has such a one, as they were when `drafts` was last asked for. */
  hasDraft(page: number): boolean;
  /** Looks what others have done to branches, and tells of it. */
  look(): Promise<void>;
  /** Told of each thing that happens to one; gives what ends it. */
  subscribe(listener: (event: ProposalEvent) => void): () => void;
}

export function createProposals(parts: ProposalParts): Proposals {
  const { repo } = parts;
  const standings = createStandings(parts);
  const listeners = createListeners<[ProposalEvent]>(parts.onError);
  const moves = createMoves({
    list: () => listBranches(parts),
    inTurn: parts.writer.inTurn,
    tell: listeners.tell,
    async standingOf(branch) {
      const { bases, ahead } = await standings.of(await liveCommit(parts), branch.commit);
      return { ahead, isChange: isChange(branch, { bases, ahead }) };
    },
  });
  const opened = createOpened(parts, (name) => moves.done({ type: 'change.updated', name }));
  const drafts = createDrafts(parts, async (commit) => (await standings.of(await liveCommit(parts), commit)).facts);
  const shop: Workshop = { parts, standings, publishing: createPublishing({ ...parts, standings }), moves, opened };
  const { publishing } = shop;
  const commitOf = (name: string): string => findBranch(name, parts).commit;

  return {
    list: () => listProposals(shop),
    get: (name) => getProposal(shop, name),
    make: (wanted, actor) => makeProposal(shop, wanted, actor),
    rename: (name, title, actor) => renameProposal(shop, name, { title, actor }),
    drop: (name, actor) => dropProposal(shop, name, { actor }),
    follow: (name, hostHad) => dropProposal(shop, name, { hostHad }),
    bringBack: (name) => restoreProposal(shop, name),
    open: (name, forWriting) => openProposal(shop, name, forWriting),
    dropped: () => listDropped(repo),
    difference: async (name) => standings.difference(await liveCommit(parts), commitOf(name)),
    preview: async (name) => publishing.plan(await liveCommit(parts), commitOf(name)),
    problems: async (name) => publishing.problems(await liveCommit(parts), commitOf(name)),
    update: (name, settled) => updateProposal(shop, name, settled),
    async unseenSince(name, seen) {
      const head = commitOf(name);
      return { head, unseen: await findUnseen({ seen, head, live: await liveCommit(parts) }, repo) };
    },
    publish: (name, settled) => publishProposal(shop, name, settled),
    drafts: drafts.find,
    draftOf: oneAtATime(async (wanted, actor) => {
      const known = (await drafts.find()).get(wanted.page);
      const proposal = await (known === undefined ? makeProposal(shop, wanted, actor) : getProposal(shop, known));
      return { proposal, isNew: known === undefined };
    }),
    hasDraft: drafts.has,
    look: moves.look,
    subscribe: listeners.add,
  };
}
