/*
 * The door of changes: what is edited beside what is live, each on a branch of its own. What they hold is read and
 * written like what is live, and comes to be live by a merge.
 */

import type { VersionDifference } from '../change/merge/diffRecords.ts';
import { toPerson } from '../change/write/writer.ts';
import type { Finding } from '../check/rule.ts';
import type { NewCommit } from '../git/publish/request.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { oneAtATime } from '../lib/turn/oneAtATime.ts';
import type { Actor } from '../model/access.ts';
import { conflict, notFound } from '../model/errors.ts';
import type { Snapshots } from '../sync/snapshot/openSnapshots.ts';
import { type BranchParts, type FoundBranch, findBranch, isChangeByName, listBranches } from './branches.ts';
import { createDrafts } from './drafts.ts';
import { type Dropped, keepDropped, listDropped } from './dropped.ts';
import { writeMessage } from './message.ts';
import { createMoves, type Moves, type ProposalEvent } from './moves.ts';
import { branchOfName, freeName, headRef } from './names.ts';
import { createOpened, type Opened, type OpenedParts, type OpenProposal } from './opened.ts';
import { requireMayDrop } from './ownership.ts';
import type { MergePlan } from './planMerge.ts';
import {
  again,
  createPublishing,
  type Published,
  type Publishing,
  type PublishParts,
  type Settled,
} from './publishing.ts';
import { createStandings, type Standing, type Standings } from './standing.ts';
import { findUnseen } from './unseen.ts';

/** A change, and how it stands to what is live. */
export interface Proposal extends Omit<FoundBranch, 'commit'>, Standing {
  readonly head: string;
  readonly title: string;
}

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

export interface NewProposal {
  readonly title: string;
  /** A branch, tag, commit or change that it begins with; what is live unless given. */
  readonly from?: string | undefined;
  /** The page whose draft it is. */
  readonly page?: number | undefined;
}

export interface ProposalParts extends Omit<BranchParts, 'repo'>, PublishParts, OpenedParts {
  readonly snapshots: Snapshots;
  onError(error: unknown): void;
}

/** What all that is done with changes works on. */
interface Workshop {
  readonly parts: ProposalParts;
  readonly standings: Standings;
  readonly publishing: Publishing;
  readonly moves: Moves;
  readonly opened: Opened;
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
      const { base, ahead } = await standings.of(await live(parts), branch.commit);
      return { ahead, isChange: isChange(branch, { base, ahead }) };
    },
  });
  const opened = createOpened(parts, (name) => moves.done({ type: 'change.updated', name }));
  const drafts = createDrafts(parts, async (commit) => (await standings.of(await live(parts), commit)).facts);
  const shop: Workshop = { parts, standings, publishing: createPublishing(parts), moves, opened };
  const { publishing } = shop;
  const commitOf = (name: string): string => findBranch(name, parts).commit;

  return {
    list: () => list(shop),
    get: (name) => get(shop, name),
    make: (wanted, actor) => make(shop, wanted, actor),
    rename: (name, title, actor) => rename(shop, name, { title, actor }),
    drop: (name, actor) => drop(shop, name, { actor }),
    follow: (name, hostHad) => drop(shop, name, { hostHad }),
    bringBack: (name) => bringBack(shop, name),
    open: (name, forWriting) => open(shop, name, forWriting),
    dropped: () => listDropped(repo),
    difference: async (name) => standings.difference(await live(parts), commitOf(name)),
    preview: async (name) => publishing.plan(await live(parts), commitOf(name)),
    problems: async (name) => publishing.problems(await live(parts), commitOf(name)),
    update: (name, settled) => update(shop, name, settled),
    async unseenSince(name, seen) {
      const head = commitOf(name);
      return { head, unseen: await findUnseen({ seen, head, live: await live(parts) }, repo) };
    },
    publish: (name, settled) => publish(shop, name, settled),
    drafts: drafts.find,
    draftOf: oneAtATime(async (wanted, actor) => {
      const known = (await drafts.find()).get(wanted.page);
      const proposal = await (known === undefined ? make(shop, wanted, actor) : get(shop, known));
      return { proposal, isNew: known === undefined };
    }),
    hasDraft: drafts.has,
    look: moves.look,
    subscribe: listeners.add,
  };
}

async function live({ repo }: Pick<ProposalParts, 'repo'>): Promise<string> {
  const head = await repo.head();
  if (head === null) throw conflict('There is no commit yet that a change could be made of');
  return head;
}

async function show({ parts, standings }: Workshop, { commit, ...found }: FoundBranch): Promise<Proposal> {
  const standing = await standings.of(await live(parts), commit);
  return { ...found, head: commit, ...standing, title: standing.facts?.title ?? found.branch };
}

const get = async (shop: Workshop, name: string): Promise<Proposal> => show(shop, findBranch(name, shop.parts));

async function list(shop: Workshop): Promise<readonly Proposal[]> {
  const found: Proposal[] = [];
  for (const branch of listBranches(shop.parts)) {
    const proposal = await show(shop, branch);
    if (isChange(branch, proposal)) found.push(proposal);
  }
  return found;
}

/** A branch that only the git host has becomes one here, at the same commit. */
async function local({ parts }: Workshop, name: string): Promise<FoundBranch> {
  const found = findBranch(name, parts);
  if (found.source === 'local') return found;
  if (found.branch.startsWith('#'))
    throw conflict('It is a branch of somebody else’s repository: it is changed there', ['name']);
  const ref = headRef(found.branch);
  await parts.repo.branches.move({ ref, commit: null, onto: found.commit }, [{ commit: found.commit }]);
  return findBranch(name, parts);
}

async function startOf({ parts }: Workshop, from: string | undefined): Promise<string> {
  if (from === undefined) return live(parts);
  try {
    return findBranch(from, parts).commit;
  } catch {
    return parts.snapshots.resolve(from);
  }
}

type Said = Omit<Parameters<typeof writeMessage>[1], 'at'> & { readonly actor: Actor };

/** An empty commit that says something of the change. */
function noteOf({ parts }: Workshop, subject: string, said: Said): NewCommit {
  const at = parts.clock();
  const message = writeMessage(subject, { ...said, at });
  return { edits: [], joins: [], message, author: toPerson(said.actor), at, isSealed: true };
}

async function make(shop: Workshop, { title, from, page }: NewProposal, actor: Actor): Promise<Proposal> {
  const { parts, moves } = shop;
  const { repo, writer } = parts;
  const onto = await startOf(shop, from);
  const name = await writer.inTurn(async () => {
    const taken = new Set([...listBranches(parts), ...listDropped(repo)].map((one) => one.name));
    const free = freeName(title, (wanted) => taken.has(wanted));
    const said = { action: 'change.create', actor, title, page: page ?? null } as const;
    const commit = noteOf(shop, `Begin change "${title}"`, said);
    await repo.branches.move({ ref: headRef(branchOfName(free)), commit: null, onto }, [commit]);
    moves.done({ type: 'change.created', name: free });
    return free;
  });
  return get(shop, name);
}

interface Renaming {
  readonly title: string;
  readonly actor: Actor;
}

async function rename(shop: Workshop, name: string, { title, actor }: Renaming): Promise<Proposal> {
  const { parts, moves } = shop;
  const { page = null } = (await get(shop, name)).facts ?? {};
  await parts.writer.inTurn(async () => {
    const { ref, commit } = await local(shop, name);
    const note = noteOf(shop, `Call the change "${title}"`, { action: 'change.update', actor, title, page });
    await parts.repo.branches.move({ ref, commit }, [note]);
    moves.done({ type: 'change.updated', name });
  });
  return get(shop, name);
}

interface Dropping {
  readonly actor?: Actor;
  readonly hostHad?: string;
}

async function drop({ parts, moves }: Workshop, name: string, { actor, hostHad }: Dropping): Promise<void> {
  const { repo, writer, clock } = parts;
  await writer.inTurn(async () => {
    const { branch, ref, commit, source } = findBranch(name, parts);
    if (source === 'host') throw conflict('Only the git host has this branch: it is deleted there', ['name']);
    if (hostHad !== undefined && commit !== hostHad) return;
    if (actor) await requireMayDrop({ head: commit, live: await live(parts), actor }, repo);
    await keepDropped({ branch, commit }, repo, clock());
    await repo.branches.remove({ ref, commit });
    moves.done({ type: 'change.dropped', name });
  });
}

async function bringBack(shop: Workshop, name: string): Promise<Proposal> {
  const { repo, writer } = shop.parts;
  await writer.inTurn(async () => {
    const last = listDropped(repo).find((one) => one.name === name);
    if (!last) throw notFound('Change');
    const ref = headRef(last.branch);
    await repo.branches.move({ ref, commit: null, onto: last.commit }, [{ commit: last.commit }]);
    await repo.branches.remove(last);
    shop.moves.done({ type: 'change.created', name });
  });
  return get(shop, name);
}

async function open(shop: Workshop, name: string, forWriting: boolean): Promise<OpenProposal> {
  const { parts, opened } = shop;
  return opened.open(forWriting ? await parts.writer.inTurn(() => local(shop, name)) : findBranch(name, parts));
}

async function update(shop: Workshop, name: string, settled: Settled): Promise<Proposal> {
  const { parts, moves, publishing } = shop;
  await moves.doing({ type: 'change.updated', name }, () =>
    again(async () => {
      const found = await parts.writer.inTurn(() => local(shop, name));
      const { content } = await open(shop, name, false);
      await publishing.update(found, content, settled);
    }),
  );
  return get(shop, name);
}

async function publish(shop: Workshop, name: string, settled: Settled): Promise<Published> {
  const { parts, moves, publishing } = shop;
  const { title } = await get(shop, name);
  return moves.doing({ type: 'change.published', name }, () =>
    publishing.publish(() => ({ ...findBranch(name, parts), title }), settled),
  );
}

/** What holds nothing of its own is no change, but for those that are called so. */
const isChange = (branch: FoundBranch, { base, ahead }: Pick<Standing, 'base' | 'ahead'>): boolean =>
  base !== null && (ahead > 0 || isChangeByName(branch));
