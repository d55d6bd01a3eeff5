import type { HeadHistory } from '../git/history/history.ts';
import { createTaskQueue } from '../lib/turn/createTaskQueue.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../lib/turn/createYieldIfBusy.ts';
import { CmsError, conflict, notFound } from '../model/errors.ts';
import { because } from '../model/reason.ts';
import type { BranchSite, Sites } from '../site/site.ts';
import type { RecordWriter } from '../write/action.ts';
import type { BranchTargetParts } from '../write/target/branchTarget.ts';
import type { BranchDivergence, DivergenceFinder } from './branch/branchDivergence.ts';
import { type FoundBranch, isChangeByName, type ProposalBranches } from './branch/branches.ts';
import { headRef } from './branch/names.ts';
import type { ProposalAnnouncer } from './branch/proposalAnnouncer.ts';
import type { Relation, Relations } from './branch/relations.ts';
import type { ProposalPublisher, PublishParts } from './publish/proposalPublisher.ts';

/** A change, and how it relates to the live content. */
export interface Proposal extends Omit<FoundBranch, 'commit'>, BranchDivergence {
  /** The first of the bases. */
  readonly base: string | null;
  readonly head: string;
  readonly title: string;
}

export interface ProposalParts
  extends Omit<PublishParts, 'standings' | 'history' | 'historyAt'>,
    Pick<BranchTargetParts, 'planning' | 'clock' | 'readFile' | 'requireSpace'> {
  readonly sites: Sites<RecordWriter>;
  readonly history: HeadHistory;
  readonly branches: ProposalBranches;
  /** Whether a change is to be published at a time. */
  isScheduled(name: string): boolean;
  onError(error: unknown): void;
}

/** What all operations on changes share. */
export interface Workshop {
  readonly parts: ProposalParts;
  readonly standings: DivergenceFinder;
  readonly relations: Relations;
  readonly publishing: ProposalPublisher;
  readonly moves: ProposalAnnouncer;
}

/** @throws CmsError CONFLICT if there is no commit yet */
export async function liveCommit({ repo }: Pick<ProposalParts, 'repo'>): Promise<string> {
  const head = await repo.head();
  if (head === null)
    throw conflict(because('noCommit', 'There is no commit yet: commit something before you begin a change', {}));
  return head;
}

/** What is found; undefined if it is gone, as a change is that was published or dropped. */
export async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** What there is to say about a branch. */
export async function readProposal(
  { parts, standings }: Pick<Workshop, 'parts' | 'standings'>,
  { commit, ...found }: FoundBranch,
): Promise<Proposal> {
  const standing = await standings.of(await liveCommit(parts), commit);
  const { bases, facts } = standing;
  const title = facts?.title ?? found.branch ?? `#${found.request}`;
  return { ...found, ...standing, base: bases[0] ?? null, head: commit, title };
}

/** @throws CmsError NOT_FOUND also for a ref of the host that leads to no commit, which anybody may have pushed */
export async function getProposal(shop: Workshop, name: string): Promise<Proposal> {
  const found = shop.parts.branches.get(name);
  if ((await shop.parts.repo.objects.typeOf(found.commit)) !== 'commit') throw notFound('Change');
  return readProposal(shop, found);
}

/** Makes the function that lists every branch that is a change. While nothing moves, the list is not made again. */
export function createListing({ parts, relations }: Pick<Workshop, 'parts' | 'relations'>) {
  let last: { readonly branches: readonly FoundBranch[]; live: string; changes: readonly FoundBranch[] } | undefined;
  const inTurn = createTaskQueue();
  return (): Promise<readonly FoundBranch[]> =>
    inTurn(async () => {
      const branches = await parts.branches.list();
      const live = await liveCommit(parts);
      if (last?.branches !== branches || last.live !== live)
        last = { branches, live, changes: await select(branches, live, relations) };
      return last.changes;
    });
}

/** The branches of changes that were begun here and have this title. */
export async function findByTitle(shop: Workshop, title: string): Promise<readonly FoundBranch[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: FoundBranch[] = [];
  for (const branch of (await shop.parts.branches.listLocal()).filter(isChangeByName)) {
    if ((await readProposal(shop, branch)).title === title) found.push(branch);
    await yieldIfBusy();
  }
  return found;
}

async function select(
  branches: readonly FoundBranch[],
  live: string,
  relations: Relations,
): Promise<readonly FoundBranch[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const found: FoundBranch[] = [];
  for (const branch of branches) {
    if (isChange(branch, await relations.of(live, branch.commit))) found.push(branch);
    await yieldIfBusy();
  }
  return found;
}

/** Creates a local branch for one that only the git host has, at the same commit. */
export async function makeLocal({ parts }: Workshop, name: string): Promise<FoundBranch> {
  const found = parts.branches.get(name);
  if (found.source === 'local') return found;
  if (found.branch === null)
    throw conflict(because('foreignBranch', 'This branch is in another repository: edit it there', {}), ['name']);
  const ref = headRef(found.branch);
  await parts.repo.branches.move({ ref, commit: null, onto: found.commit }, [{ commit: found.commit }]);
  return parts.branches.get(name);
}

/** Opens a change. For writing, a branch that only the git host has becomes a local one. */
export async function openProposal(
  shop: Workshop,
  name: string,
  forWriting: boolean,
): Promise<BranchSite<RecordWriter>> {
  const { sites, writer, branches } = shop.parts;
  const { ref } = forWriting ? await writer.inTurn(() => makeLocal(shop, name)) : branches.get(name);
  return sites.atBranch(ref);
}

/** Whether a branch is a change: it has commits of its own, or its name says so. */
export const isChange = (branch: FoundBranch, relation: Relation): boolean =>
  relation === 'ahead' || (relation === 'merged' && isChangeByName(branch));
