import type { TreeEdit } from '../../git/publish/request.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import type { Actor } from '../../model/access.ts';
import { refName } from '../../model/entry.ts';
import { conflict, invalidAt, notFound } from '../../model/errors.ts';
import type { RecordLocation } from '../../model/location.ts';
import { because } from '../../model/reason.ts';
import { findContentEdits, recordOfPath } from '../../write/merge/contentEdits.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import { toPerson } from '../../write/queue/message.ts';
import { writeProposalMessage } from '../branch/message.ts';
import { requireMayDrop } from '../branch/ownership.ts';
import { getProposal, liveCommit, makeLocal, openProposal, type Proposal, type Workshop } from '../findProposal.ts';
import { abandonProposal, beginProposal, dropCheck, publishProposal, refuseUnreadableMerge } from '../lifecycle.ts';
import { findEditAuthors } from './editAuthors.ts';
import { again, type PublishedProposal, requireReviewedHead } from './proposalPublisher.ts';

/** Where edits go: to what is live, into another change, or nowhere. */
export type EditDestination =
  | { readonly type: 'live' }
  | { readonly type: 'nowhere' }
  | { readonly type: 'change'; readonly name: string };

interface Moving {
  readonly records: readonly RecordLocation[];
  readonly to: EditDestination;
  readonly actor: Actor;
  /** The commit of the change that was looked at. */
  readonly seen?: string | undefined;
}

/**
 * Takes the edits of some records out of a change: publishes them alone, puts them into another change, or gives them up.
 * They arrive before they leave, in a change of their own on the way: whatever happens, they are in one of them.
 *
 * @throws CmsError NOT_FOUND for a record that the change has not edited; VALIDATION for a move into the same change;
 *   FORBIDDEN: see `requireMayDrop`; CONFLICT, with nothing moved, for clashes at the other end, for problems that
 *   publishing would cause, and for a change that cannot be written
 */
export async function moveEdits(shop: Workshop, name: string, moving: Moving): Promise<PublishedProposal> {
  const { to } = moving;
  if (to.type === 'change' && to.name === name) throw invalidAt(['to'], 'must be another change');
  const proposal = await getProposal(shop, name);
  requireReviewedHead(proposal.head, moving.seen);
  shop.parts.requireWritable(name, moving.actor);
  const check = await dropCheck(shop, proposal.head, moving.actor);
  // What goes live is judged there.
  await requireMayDrop(to.type === 'live' ? { ...check, mayWriteAll: async () => true } : check, shop.parts.repo);
  // What cannot be written cannot be taken out: ask before anything arrives elsewhere.
  await shop.parts.writer.inTurn(() => makeLocal(shop, name));
  const edits = await findEdits(shop, proposal, moving.records);
  const writers = await findWriters(shop, proposal, moving.records);
  const arrived = await bring(shop, { proposal, edits, writers }, moving);
  await revertEdits(shop, { name, edits }, moving.actor);
  await abandonIfDraft(shop, proposal);
  return arrived;
}

/**
 * What these records, with the files of media items, differ in since the change was begun or last updated. A record that
 * was renamed differs at both of its keys.
 */
async function findEdits(
  { parts, standings }: Workshop,
  { base, head }: Pick<Proposal, 'base' | 'head'>,
  records: readonly RecordLocation[],
): Promise<readonly TreeEdit[]> {
  if (base === null) throw conflict(because('unrelated', 'This change has no commit in common with what is live', {}));
  const { repo } = parts;
  const all = await findContentEdits({ base, commit: head }, repo).catch(refuseUnreadableMerge);
  const difference = await standings.difference(await liveCommit(parts), head).catch(refuseUnreadableMerge);
  const { prefix } = repo.location;
  const byRecord = new MultiMap<string, TreeEdit>();
  for (const edit of all) {
    const record = recordOfPath(edit.path.slice(prefix.length));
    if (record) byRecord.add(editedRecordName(record), edit);
  }
  for (const record of records)
    if (byRecord.count(editedRecordName(record)) === 0) throw notFound(`An edit of the ${record.kind} "${record.key}"`);
  return [...withRenames(records, difference.records)].flatMap((name) => byRecord.get(name));
}

/** The names of these records, with the other key of each that was renamed, and of each that has taken one of the keys. */
function withRenames(
  records: readonly RecordLocation[],
  differences: readonly RecordDifference[],
): ReadonlySet<string> {
  const others = new MultiMap<string, RecordLocation>();
  for (const { kind, key, renamedFrom } of differences) {
    if (renamedFrom === undefined) continue;
    others.add(editedRecordName({ kind, key }), { kind, key: renamedFrom });
    others.add(editedRecordName({ kind, key: renamedFrom }), { kind, key });
  }
  const names = new Set(records.map(editedRecordName));
  // The loop also visits the names that it adds.
  for (const name of names) for (const other of others.get(name)) names.add(editedRecordName(other));
  return names;
}

const editedRecordName = ({ kind, key }: RecordLocation): string => `${kind} ${key}`;

/** Who has written the edits of some records. */
async function findWriters(
  { parts, standings }: Workshop,
  { head }: Pick<Proposal, 'head'>,
  records: readonly RecordLocation[],
): Promise<ReadonlySet<string>> {
  const live = await liveCommit(parts);
  const difference = await standings.difference(live, head).catch(refuseUnreadableMerge);
  const authors = await findEditAuthors({ live, head }, parts).catch(refuseUnreadableMerge);
  const moved = withRenames(records, difference.records);
  const names = difference.records.filter((one) => moved.has(editedRecordName(one))).map(refName);
  return new Set(names.flatMap((name) => [...(authors.get(name) ?? [])]));
}

interface ProposalEdits {
  readonly proposal: Proposal;
  readonly edits: readonly TreeEdit[];
  readonly writers: ReadonlySet<string>;
}

async function bring(
  shop: Workshop,
  { proposal, edits, writers }: ProposalEdits,
  { to, actor, records }: Moving,
): Promise<PublishedProposal> {
  if (to.type === 'nowhere') return { commit: null };
  const title = records.length === 1 ? records[0]!.key : proposal.title;
  const part = await beginProposal(shop, { title, start: { onto: proposal.base!, edits, writers } }, actor);
  try {
    if (to.type === 'live') {
      const settled = { choices: [], actor, reviewedAs: proposal.name };
      return await publishProposal(shop, part.name, settled);
    }
    if (to.type === 'change') await mergeInto(shop, to.name, { commit: part.head, actor, writers });
    return { commit: null };
  } finally {
    await removeIfThere(shop, part);
  }
}

/** Merges what a commit has changed into a change. @throws CmsError CONFLICT with `clashes` */
async function mergeInto(
  shop: Workshop,
  name: string,
  from: Parameters<Workshop['publishing']['absorb']>[2],
): Promise<void> {
  const { actor } = from;
  const { parts, moves, publishing } = shop;
  await moves.doing({ type: 'change.updated', name }, () =>
    again(async () => {
      const found = await parts.writer.inTurn(async () => {
        parts.requireWritable(name, actor);
        return makeLocal(shop, name);
      });
      await publishing.absorb(found, await openProposal(shop, name, false), from);
    }),
  );
}

async function removeIfThere({ parts, moves }: Workshop, { name, ref, head }: Proposal): Promise<void> {
  await parts.writer.inTurn(async () => {
    if (parts.branches.find(name)?.commit !== head) return;
    await parts.repo.branches.remove({ ref, commit: head });
    moves.done({ type: 'change.dropped', name });
  });
}

/** Gives the files back the versions that they had when the change began; a file that was edited since stays. */
async function revertEdits(
  { parts, moves, ...shop }: Workshop,
  { name, edits }: { readonly name: string; readonly edits: readonly TreeEdit[] },
  actor: Actor,
): Promise<void> {
  const { repo, writer, clock } = parts;
  await writer.inTurn(async () => {
    parts.requireWritable(name, actor);
    const { ref, commit } = await makeLocal({ parts, moves, ...shop }, name);
    const { tree } = await repo.objects.readCommit(commit);
    const back: TreeEdit[] = [];
    for (const { path, before, after } of edits) {
      const present = await findAtPath(repo.objects.readTree, tree, path);
      if (present?.id === after?.id) back.push({ path, before: present, after: before });
    }
    const at = clock();
    const message = writeProposalMessage('Take edits out of the change', { action: 'change.update', actor, at });
    await repo.branches.move({ ref, commit }, [
      { edits: back, joins: [], message, author: toPerson(actor), at, isSealed: true },
    ]);
    moves.done({ type: 'change.updated', name });
  });
}

/** A record whose draft holds nothing any more has no draft. */
async function abandonIfDraft(shop: Workshop, { name, facts }: Proposal): Promise<void> {
  if (facts?.draftOf) await abandonProposal(shop, name);
}
