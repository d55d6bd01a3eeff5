import { conflict, notFound } from '../model/errors.ts';
import type { Snapshots } from '../sync/snapshot/openSnapshots.ts';
import { type BranchParts, type FoundBranch, findBranch, isChangeByName, listBranches } from './branch/branches.ts';
import type { Moves } from './branch/moves.ts';
import { headRef } from './branch/names.ts';
import type { Standing, Standings } from './branch/standing.ts';
import type { Opened, OpenedParts, OpenProposal } from './content/opened.ts';
import type { Publishing, PublishParts } from './publish/publishing.ts';

/** A change, and how it relates to the live content. */
export interface Proposal extends Omit<FoundBranch, 'commit'>, Standing {
  /** The first of the bases. */
  readonly base: string | null;
  readonly head: string;
  readonly title: string;
}

export interface ProposalParts
  extends Omit<BranchParts, 'repo'>,
    Omit<PublishParts, 'standings'>,
    Omit<OpenedParts, 'isAmendable' | 'commitsAtHost'> {
  readonly snapshots: Snapshots;
  /** Whether a change is to be published at a time. */
  isScheduled(name: string): boolean;
  onError(error: unknown): void;
}

/** What all operations on changes share. */
export interface Workshop {
  readonly parts: ProposalParts;
  readonly standings: Standings;
  readonly publishing: Publishing;
  readonly moves: Moves;
  readonly opened: Opened;
}

/** @throws CmsError CONFLICT if there is no commit yet */
export async function liveCommit({ repo }: Pick<ProposalParts, 'repo'>): Promise<string> {
  const head = await repo.head();
  if (head === null) throw conflict('There is no commit yet: commit something before you begin a change');
  return head;
}

async function show({ parts, standings }: Workshop, { commit, ...found }: FoundBranch): Promise<Proposal> {
  const standing = await standings.of(await liveCommit(parts), commit);
  const { bases, facts } = standing;
  return { ...found, ...standing, base: bases[0] ?? null, head: commit, title: facts?.title ?? found.branch };
}

/** @throws CmsError NOT_FOUND also for a ref of the host that leads to no commit, which anybody may have pushed */
export async function getProposal(shop: Workshop, name: string): Promise<Proposal> {
  const found = findBranch(name, shop.parts);
  if ((await shop.parts.repo.objects.typeOf(found.commit)) !== 'commit') throw notFound('Change');
  return show(shop, found);
}

/** Every branch that is a change. */
export async function listProposals(shop: Workshop): Promise<readonly Proposal[]> {
  const found: Proposal[] = [];
  for (const branch of listBranches(shop.parts)) {
    const proposal = await show(shop, branch);
    if (isChange(branch, proposal)) found.push(proposal);
  }
  return found;
}

/** Creates a local branch for one that only the git host has, at the same commit. */
export async function makeLocal({ parts }: Workshop, name: string): Promise<FoundBranch> {
  const found = findBranch(name, parts);
  if (found.source === 'local') return found;
  if (found.branch.startsWith('#'))
    throw conflict('This branch is in somebody else’s repository: edit it there', ['name']);
  const ref = headRef(found.branch);
  await parts.repo.branches.move({ ref, commit: null, onto: found.commit }, [{ commit: found.commit }]);
  return findBranch(name, parts);
}

/** Opens a change. For writing, a branch that only the git host has becomes a local one. */
export async function openProposal(shop: Workshop, name: string, forWriting: boolean): Promise<OpenProposal> {
  const { parts, opened } = shop;
  return opened.open(forWriting ? await parts.writer.inTurn(() => makeLocal(shop, name)) : findBranch(name, parts));
}

/** Whether a branch is a change: it has commits of its own, or its name says so. */
export const isChange = (branch: FoundBranch, { bases, ahead }: Pick<Standing, 'bases' | 'ahead'>): boolean =>
  bases.length > 0 && (ahead > 0 || isChangeByName(branch));
