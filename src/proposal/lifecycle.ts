import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import type { NewCommit, TreeEdit } from '../git/publish/request.ts';
import { findMergeBases } from '../git/read/ancestry/mergeBases.ts';
import { readRef } from '../git/read/ref/refs.ts';
import type { Actor } from '../model/access.ts';
import type { RecordRef } from '../model/entry.ts';
import { CmsError, conflict, invalidAt, notFound } from '../model/errors.ts';
import { because } from '../model/reason.ts';
import { findContentEdits } from '../write/merge/contentEdits.ts';
import { toPerson } from '../write/queue/message.ts';
import type { LocalBranch } from './branch/branches.ts';
import { archiveDroppedBranch, listDropped } from './branch/droppedProposal.ts';
import { writeProposalMessage } from './branch/message.ts';
import { branchOfChange, freeProposalName, headRef } from './branch/names.ts';
import { type DropCheck, requireMayDrop } from './branch/ownership.ts';
import { getProposal, liveCommit, makeLocal, openProposal, type Proposal, type Workshop } from './findProposal.ts';
import { findEditAuthors, writtenBy } from './publish/editAuthors.ts';
import { again, type PublishedProposal, type PublishOptions } from './publish/proposalPublisher.ts';

export interface NewProposal {
  readonly title: string;
  /** The branch, tag, commit or change to begin from; by default the live content. */
  readonly from?: string | undefined;
  /** The record that it is the draft of. */
  readonly draftOf?: RecordRef | undefined;
}

/** What a change begins with. */
export interface ProposalStart {
  readonly onto: string;
  /** What of another version is taken over onto that commit. */
  readonly edits: readonly TreeEdit[];
  /** Who has written that. */
  readonly writers?: Iterable<string>;
}

async function findProposalStart({ parts }: Workshop, from: string | undefined): Promise<ProposalStart> {
  const { repo, branches, history } = parts;
  const live = await liveCommit(parts);
  if (from === undefined) return { onto: live, edits: [] };
  const commit = branches.find(from)?.commit ?? (await parts.sites.resolve(from, 'from'));
  if (history.holds(commit) || (await branches.isTrusted(commit))) return { onto: commit, edits: [] };
  // Whoever has sent the request could have programs run that the host trusts on a branch of its own.
  const [base = live] = await findMergeBases(repo.objects, [live], [commit]);
  const edits = await findContentEdits({ base, commit }, repo).catch(refuseStart);
  const authors = await findEditAuthors({ live: base, head: commit }, { repo }).catch(refuseStart);
  return { onto: base, edits, writers: new Set([...authors.values()].flatMap((names) => [...names])) };
}

function refuseStart(error: unknown): never {
  if (!(error instanceof UnreadableObject)) throw error;
  throw invalidAt(['from'], `cannot be read: ${error.message}`);
}

/** What `POST /changes/:name/move` calls what is live: no change may have this name. */
export const LIVE = 'live';

type ProposalNote = Omit<Parameters<typeof writeProposalMessage>[1], 'at'> & { readonly actor: Actor };

/** An empty commit that records something about the change. */
function createNoteCommit({ parts }: Workshop, subject: string, said: ProposalNote): NewCommit {
  const at = parts.clock();
  const message = writeProposalMessage(subject, { ...said, at });
  return { edits: [], joins: [], message, author: toPerson(said.actor), at, isSealed: true };
}

/** Begins a change with a commit that records its title, and holds nothing else unless it begins with others' content. */
export async function makeProposal(
  shop: Workshop,
  { title, from, draftOf }: NewProposal,
  actor: Actor,
): Promise<Proposal> {
  const start = await findProposalStart(shop, from);
  const note = start.edits.length > 0 ? ` with the content of ${from}` : '';
  return beginProposal(shop, { title, draftOf, start, note }, actor);
}

interface Beginning extends Pick<NewProposal, 'title' | 'draftOf'> {
  readonly start: ProposalStart;
  /** Goes on with the commit's subject. */
  readonly note?: string;
}

export async function beginProposal(
  shop: Workshop,
  { title, draftOf, start: { onto, edits, writers = [] }, note = '' }: Beginning,
  actor: Actor,
): Promise<Proposal> {
  const { parts, moves } = shop;
  const { repo, writer, branches } = parts;
  const name = await writer.inTurn(async () => {
    // On some file systems, names that differ in case only are one.
    const taken = new Set([...(await branches.list()), ...listDropped(repo)].map((one) => one.name.toLowerCase()));
    const free = freeProposalName(title, (wanted) => wanted === LIVE || taken.has(wanted));
    const by = writtenBy(writers);
    const said = { action: 'change.create', actor, title, draftOf: draftOf ?? null, trailers: by } as const;
    const commit = { ...createNoteCommit(shop, `Begin change "${title}"${note}`, said), edits };
    await repo.branches.move({ ref: headRef(branchOfChange(free)), commit: null, onto }, [commit]);
    moves.done({ type: 'change.created', name: free });
    return free;
  });
  return getProposal(shop, name);
}

interface Renaming {
  readonly title: string;
  readonly actor: Actor;
}

/** Gives a change another title; its name and branch stay. */
export async function renameProposal(shop: Workshop, name: string, { title, actor }: Renaming): Promise<Proposal> {
  const { parts, moves } = shop;
  const { draftOf = null } = (await getProposal(shop, name)).facts ?? {};
  await parts.writer.inTurn(async () => {
    parts.requireWritable(name, actor);
    const { ref, commit } = await makeLocal(shop, name);
    const note = createNoteCommit(shop, `Rename the change to "${title}"`, {
      action: 'change.update',
      actor,
      title,
      draftOf,
    });
    await parts.repo.branches.move({ ref, commit }, [note]);
    moves.done({ type: 'change.updated', name });
  });
  return getProposal(shop, name);
}

/** Drops a change: keeps its commit and removes its branch. */
export async function dropProposal(shop: Workshop, name: string, actor: Actor): Promise<void> {
  const { parts, moves } = shop;
  const { repo, writer, branches } = parts;
  await writer.inTurn(async () => {
    parts.requireWritable(name, actor);
    const { branch, ref, commit, source } = branches.get(name);
    if (source === 'host' || branch === null)
      throw conflict(because('hostBranch', 'Only the git host has this branch: delete it there', {}), ['name']);
    await requireMayDrop(await dropCheck(shop, commit, actor), repo);
    await archiveAndRemove(shop, { branch, ref, commit });
    moves.done({ type: 'change.dropped', name });
  });
}

/** What decides whether an actor may drop the edits of the change at a commit. */
export async function dropCheck({ parts, publishing }: Workshop, head: string, actor: Actor): Promise<DropCheck> {
  const live = await liveCommit(parts);
  const mayWriteAll = async (): Promise<boolean> => {
    try {
      await publishing.requireRights(live, head, { actor, isDraft: true });
      return true;
    } catch (error) {
      if (error instanceof UnreadableObject || (error instanceof CmsError && error.code === 'FORBIDDEN')) return false;
      throw error;
    }
  };
  return { head, live, actor, mayWriteAll };
}

/** Removes a change that was begun for a write that has failed; one that holds edits by now stays. */
export async function abandonProposal({ parts, moves, standings }: Workshop, name: string): Promise<void> {
  await parts.writer.inTurn(async () => {
    const { ref, commit } = parts.branches.get(name);
    const { records, files } = await standings.difference(await liveCommit(parts), commit);
    if (records.length > 0 || files.length > 0) return;
    await parts.repo.branches.remove({ ref, commit });
    moves.done({ type: 'change.dropped', name });
  });
}

type BranchToRemove = Pick<LocalBranch, 'branch' | 'ref' | 'commit'>;

/** Removes the branch of a change whose edits can be restored for thirty days. */
export async function archiveAndRemove(
  { parts: { repo, clock } }: Workshop,
  { branch, ref, commit }: BranchToRemove,
): Promise<void> {
  const kept = await archiveDroppedBranch({ branch, commit }, repo, clock());
  try {
    await repo.branches.remove({ ref, commit });
  } catch (error) {
    if (readRef(repo.location.commonDir, ref) !== null) await repo.branches.remove({ ref: kept, commit });
    throw error;
  }
}

/** Restores the change of this name that was dropped last. */
export async function restoreProposal(shop: Workshop, name: string): Promise<Proposal> {
  const { repo, writer } = shop.parts;
  await writer.inTurn(async () => {
    const last = listDropped(repo).find((one) => one.name === name);
    if (!last) throw notFound('Change');
    const ref = headRef(last.branch);
    const present = readRef(repo.location.commonDir, ref);
    // The same commit: the server was killed while it dropped or restored the change.
    if (present !== null && present !== last.commit)
      throw conflict(because('taken', NAME_IS_TAKEN, { value: name }), ['name']);
    if (present === null) await repo.branches.move({ ref, commit: null, onto: last.commit }, [{ commit: last.commit }]);
    await repo.branches.remove(last);
    shop.moves.done({ type: 'change.created', name });
  });
  return getProposal(shop, name);
}

const NAME_IS_TAKEN = 'There is a change of this name now: publish or drop it, then restore this one';

/** Merges the live content into a change. */
export async function updateProposal(shop: Workshop, name: string, settled: PublishOptions): Promise<Proposal> {
  const { parts, moves, publishing } = shop;
  await moves.doing({ type: 'change.updated', name }, () =>
    again(async () => {
      const found = await parts.writer.inTurn(async () => {
        parts.requireWritable(name, settled.actor);
        return makeLocal(shop, name);
      });
      await publishing.update(found, await openProposal(shop, name, false), settled);
    }).catch(refuseUnreadableMerge),
  );
  return getProposal(shop, name);
}

/** Merges a change into the live content, as one commit. */
export async function publishProposal(
  shop: Workshop,
  name: string,
  settled: PublishOptions,
): Promise<PublishedProposal> {
  const { parts, moves, publishing } = shop;
  const { title } = await getProposal(shop, name);
  return moves.doing({ type: 'change.published', name }, () =>
    publishing.publish(() => ({ ...parts.branches.get(name), title }), settled).catch(refuseUnreadableMerge),
  );
}

/** It may hold more than could be read, or git may lack a part of it. */
export function refuseUnreadableMerge(error: unknown): never {
  if (!(error instanceof UnreadableObject)) throw error;
  throw conflict(because('unreadableVersion', `The change cannot be merged: ${error.message}`, {}));
}
