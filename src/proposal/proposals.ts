/*
 * The door of changes: what is edited beside what is live, each on a branch of its own. What they hold is read and
 * written like what is live, and comes to be live by a merge.
 */

import type { VersionDifference } from '../change/merge/diffRecords.ts';
import { toPerson } from '../change/write/writer.ts';
import type { Finding } from '../check/rule.ts';
import type { NewCommit } from '../git/publish/request.ts';
import type { Actor } from '../model/access.ts';
import { conflict, notFound } from '../model/errors.ts';
import type { Snapshots } from '../sync/snapshot/openSnapshots.ts';
import { type BranchParts, type FoundBranch, findBranch, isChangeByName, listBranches } from './branches.ts';
import { createDrafts } from './drafts.ts';
import { type Dropped, keepDropped, listDropped } from './dropped.ts';
import { writeMessage } from './message.ts';
import { createMoves, type ProposalEvent } from './moves.ts';
import { branchOfName, freeName, headRef } from './names.ts';
import { createOpened, type OpenedParts, type OpenProposal } from './opened.ts';
import { requireMayDrop } from './ownership.ts';
import type { MergePlan } from './planMerge.ts';
import { createPublishing, type Published, type PublishParts, type Settled } from './publishing.ts';
import { createStandings, type Standing } from './standing.ts';
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
  /** Kept for thirty days. By the git host unless somebody is named. @throws CmsError FORBIDDEN: see `requireMayDrop` */
  drop(name: string, actor?: Actor): Promise<void>;
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

export function createProposals(parts: ProposalParts): Proposals {
  const { repo, writer, clock, snapshots } = parts;
  const standings = createStandings(parts);
  const publishing = createPublishing(parts);
  const listeners = new Set<(event: ProposalEvent) => void>();
  const moves = createMoves({
    list: () => listBranches(parts),
    inTurn: writer.inTurn,
    tell,
    async standingOf(branch) {
      const { base, ahead } = await standings.of(await live(), branch.commit);
      return { ahead, isChange: isChange(branch, { base, ahead }) };
    },
  });
  const opened = createOpened(parts, (name) => moves.done({ type: 'change.updated', name }));
  const drafts = createDrafts(parts, async (commit) => (await standings.of(await live(), commit)).facts);

  function tell(event: ProposalEvent): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        parts.onError(error);
      }
    }
  }

  async function live(): Promise<string> {
    const head = await repo.head();
    if (head === null) throw conflict('There is no commit yet that a change could be made of');
    return head;
  }

  async function show({ commit, ...found }: FoundBranch): Promise<Proposal> {
    const standing = await standings.of(await live(), commit);
    return { ...found, head: commit, ...standing, title: standing.facts?.title ?? found.branch };
  }

  const find = (name: string): FoundBranch => findBranch(name, parts);
  const get = async (name: string): Promise<Proposal> => show(find(name));

  async function list(): Promise<readonly Proposal[]> {
    const found: Proposal[] = [];
    for (const branch of listBranches(parts)) {
      const proposal = await show(branch);
      if (isChange(branch, proposal)) found.push(proposal);
    }
    return found;
  }

  /** Of a branch that the git host alone has it makes one here, where it stands. */
  async function local(name: string): Promise<FoundBranch> {
    const found = find(name);
    if (found.source === 'local') return found;
    if (found.branch.startsWith('#'))
      throw conflict('It is a branch of somebody else’s repository: it is changed there', ['name']);
    const ref = headRef(found.branch);
    await repo.branches.move({ ref, commit: null, onto: found.commit }, [{ commit: found.commit }]);
    return find(name);
  }

  async function resolve(from: string | undefined): Promise<string> {
    if (from === undefined) return live();
    try {
      return find(from).commit;
    } catch {
      return snapshots.resolve(from);
    }
  }

  const commitOf = (
    subject: string,
    said: Omit<Parameters<typeof writeMessage>[1], 'at'> & { actor: Actor },
  ): NewCommit => {
    const at = clock();
    const message = writeMessage(subject, { ...said, at });
    return { edits: [], joins: [], message, author: toPerson(said.actor), at, isSealed: true };
  };

  async function make({ title, from, page }: NewProposal, actor: Actor): Promise<Proposal> {
    const onto = await resolve(from);
    const name = await writer.inTurn(async () => {
      const taken = new Set([...listBranches(parts), ...listDropped(repo)].map((one) => one.name));
      const free = freeName(title, (name) => taken.has(name));
      const commit = commitOf(`Begin change "${title}"`, { action: 'change.create', actor, title, page: page ?? null });
      await repo.branches.move({ ref: headRef(branchOfName(free)), commit: null, onto }, [commit]);
      moves.done({ type: 'change.created', name: free });
      return free;
    });
    return get(name);
  }

  async function rename(name: string, title: string, actor: Actor): Promise<Proposal> {
    const { page = null } = (await get(name)).facts ?? {};
    await writer.inTurn(async () => {
      const { ref, commit } = await local(name);
      const message = commitOf(`Call the change "${title}"`, { action: 'change.update', actor, title, page });
      await repo.branches.move({ ref, commit }, [message]);
      moves.done({ type: 'change.updated', name });
    });
    return get(name);
  }

  async function drop(name: string, actor?: Actor): Promise<void> {
    await writer.inTurn(async () => {
      const { branch, ref, commit, source } = find(name);
      if (source === 'host') throw conflict('Only the git host has this branch: it is deleted there', ['name']);
      if (actor) await requireMayDrop({ head: commit, live: await live(), actor }, repo);
      await keepDropped({ branch, commit }, repo, clock());
      await repo.branches.remove({ ref, commit });
      moves.done({ type: 'change.dropped', name });
    });
  }

  async function bringBack(name: string): Promise<Proposal> {
    const [last] = listDropped(repo).filter((one) => one.name === name);
    if (!last) throw notFound('Change');
    await writer.inTurn(async () => {
      const ref = headRef(last.branch);
      await repo.branches.move({ ref, commit: null, onto: last.commit }, [{ commit: last.commit }]);
      await repo.branches.remove(last);
      moves.done({ type: 'change.created', name });
    });
    return get(name);
  }

  function open(name: string, forWriting: boolean): Promise<OpenProposal> {
    return forWriting ? writer.inTurn(() => local(name)).then(opened.open) : opened.open(find(name));
  }

  return {
    list,
    get,
    make,
    rename,
    drop,
    bringBack,
    open,
    dropped: () => listDropped(repo),
    difference: async (name) => standings.difference(await live(), find(name).commit),
    preview: async (name) => publishing.plan(await live(), find(name).commit),
    problems: async (name) => publishing.problems(await live(), find(name).commit),
    async update(name, settled) {
      await moves.doing({ type: 'change.updated', name }, async () => {
        await writer.inTurn(() => local(name));
        const { content } = await open(name, false);
        await publishing.update(find(name), content, settled);
      });
      return get(name);
    },
    async unseenSince(name, seen) {
      const { commit: head } = find(name);
      return { head, unseen: await findUnseen({ seen, head, live: await live() }, repo) };
    },
    async publish(name, settled) {
      const { title } = await get(name);
      return moves.doing({ type: 'change.published', name }, () =>
        publishing.publish(() => ({ ...find(name), title }), settled),
      );
    },
    drafts: drafts.find,
    draftOf: oneAtATime(async (wanted, actor) => {
      const known = (await drafts.find()).get(wanted.page);
      return { proposal: await (known === undefined ? make(wanted, actor) : get(known)), isNew: known === undefined };
    }),
    hasDraft: drafts.has,
    look: moves.look,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What holds nothing of its own is no change, but for those that are called so. */
const isChange = (branch: FoundBranch, { base, ahead }: Pick<Standing, 'base' | 'ahead'>): boolean =>
  base !== null && (ahead > 0 || isChangeByName(branch));

/** So that two who ask at once get one. */
function oneAtATime<A extends readonly unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const next = turn.then(() => work(...args));
    turn = next.catch(() => undefined);
    return next;
  };
}
