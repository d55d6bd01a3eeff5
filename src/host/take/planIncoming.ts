import { posix } from 'node:path';
import type { Commit, Person } from '../../git/format/commit.ts';
import type { BranchMove, TreeEdit } from '../../git/publish/request.ts';
import { isInHistory } from '../../git/read/ancestry/ancestry.ts';
import { findDivergence, type NamedCommit } from '../../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../../git/repository.ts';
import { cleanLine } from '../../lib/text/cleanLine.ts';
import type { RecordClash } from '../../model/clash.ts';
import type { SiteCode } from '../../model/entry.ts';
import { unavailable } from '../../model/errors.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { clashTrailer, conflictedFileTrailer } from '../../write/merge/clashTrailers.ts';
import { mergeCommits } from '../../write/merge/mergeCommits.ts';
import { mergeTrees } from '../../write/merge/mergeTrees.ts';
import type { MergeParts } from '../../write/merge/mergeUnit.ts';
import { asCommitted, compareVersions, overlayEdits, type TreeVersion } from '../../write/merge/treeVersion.ts';

/** The host's version of a branch, and ours. */
export interface IncomingBranch {
  /** HEAD. */
  readonly ours: string | null;
  /** The tip of the host's branch. */
  readonly theirs: string;
  /** Its tip when it was last taken in; null: never. */
  readonly synced: string | null;
  /** The branch as people name it: `origin/main`. */
  readonly name: string;
  /** Whether it is the host's version of the branch checked out here. */
  readonly isOwnBranch: boolean;
}

/** How to take it in. */
export interface Plan {
  /** Empty if everything is here already. */
  readonly moves: readonly BranchMove[];
  readonly clashes: readonly RecordClash[];
  /** Files whose lines clash. */
  readonly conflicts: readonly string[];
  /** Our old tip, if the host has been rewound: the dropped commits are in its history. */
  readonly dropped: string | null;
}

export interface Parts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  readonly readRecord: ReadRecord;
  readonly code: SiteCode;
  /** True for replicas, which make no commits. */
  readonly onlyFollows: boolean;
  readonly author: Person;
  readonly clock: () => Date;
}

const NOTHING: Plan = { moves: [], clashes: [], conflicts: [], dropped: null };

/**
 * Plans how to take in the host's branch; only reads.
 *
 * @throws CmsError SERVICE_UNAVAILABLE if only a person can decide
 */
export async function planIncoming(incoming: IncomingBranch, parts: Parts): Promise<Plan> {
  const { ours, theirs } = incoming;
  const { objects } = parts.repo;
  if (ours === theirs) return NOTHING;
  if (ours === null) return { ...NOTHING, moves: [{ commit: theirs }] };
  const rewound = await planIfRewound({ ...incoming, ours }, parts);
  if (rewound) return rewound;
  if (await isInHistory(objects, { ancestor: theirs }, ours)) return NOTHING;
  if (await isInHistory(objects, { ancestor: ours }, theirs)) return { ...NOTHING, moves: [{ commit: theirs }] };
  if (parts.onlyFollows) throw unavailable(ONLY_FOLLOWS, 60);
  return planIncomingMerge({ ...incoming, ours }, parts);
}

const ONLY_FOLLOWS =
  'This replica has commits that the git host does not have: start it on a fresh clone, or without READ_ONLY to push them';

type IncomingWithHead = IncomingBranch & { readonly ours: string };

async function planIncomingMerge({ ours, theirs, name }: IncomingWithHead, parts: Parts): Promise<Plan> {
  const { bases, ...merged } = await mergeCommits({ ours, theirs }, toMergeParts(parts));
  if (bases.length === 0) throw unavailable(UNRELATED, 60);
  return mergeOf({ name, theirs, ...merged }, parts);
}

/** One commit that joins both sides. */
export function mergeOf({ name, theirs, edits, clashes, conflicts }: IncomingMerge, { author, clock }: Parts): Plan {
  const at = clock();
  const message = writeMergeMessage(`Merge ${name}`, { clashes, conflicts, at });
  return { moves: [{ edits, joins: [theirs], message, author, at }], clashes, conflicts, dropped: null };
}

interface IncomingMerge extends Pick<IncomingBranch, 'name' | 'theirs'>, Pick<Plan, 'clashes' | 'conflicts'> {
  readonly edits: readonly TreeEdit[];
}

const UNRELATED =
  'The branch here and that of the git host have no common commit: start the server on a clone of the host’s repository';

const toMergeParts = ({ repo, readRecord, code }: Parts): MergeParts => ({
  objects: repo.objects,
  prefix: repo.location.prefix,
  readRecord,
  code,
});

/** Plans as `planIncoming` if the host has been rewound; null if it has not. */
export async function planIfRewound(incoming: IncomingWithHead, parts: Parts): Promise<Plan | null> {
  const { ours, theirs, synced } = incoming;
  const isIn = (commit: string, ancestor: string): Promise<boolean> =>
    isInHistory(parts.repo.objects, { ancestor }, commit);
  if (synced === null || synced === theirs || (await isIn(theirs, synced)) || !(await isIn(ours, synced))) return null;
  return planRewound({ ...incoming, synced }, parts);
}

/**
 * Plans after the host has been rewound: the commits that it dropped are not brought back. Commits that only we have are
 * replayed onto its new tip; in a clash the live value stays.
 */
async function planRewound(rewound: IncomingWithHead & { readonly synced: string }, parts: Parts): Promise<Plan> {
  const { ours, theirs, synced, name, isOwnBranch } = rewound;
  if (parts.onlyFollows) return { ...NOTHING, moves: [{ commit: theirs }] };
  const { objects } = parts.repo;
  const treeOf = async (commit: string): Promise<TreeVersion> => asCommitted((await objects.readCommit(commit)).tree);
  const [base, here, there] = [await treeOf(synced), await treeOf(ours), await treeOf(theirs)];
  const merged = await mergeTrees({ base, ours: here, theirs: there }, toMergeParts(parts));
  const { clashes, conflicts } = merged;
  const wanted = overlayEdits(here, merged.edits);
  const at = parts.clock();
  if (!isOwnBranch) {
    const message = writeMergeMessage(`Merge ${name}, which was rewound`, { clashes, conflicts, at });
    const move = { edits: merged.edits, joins: [theirs], message, author: parts.author, at };
    return { moves: [move], clashes, conflicts, dropped: null };
  }
  const replayed = await replayCommits({ from: synced, to: ours, onto: there }, parts);
  const rest = await compareVersions(toMergeParts(parts), replayed.version, wanted);
  const message = writeMergeMessage('Keep what was saved here', { clashes, conflicts, at });
  const edits = [...rest].map(([path, { before, after }]) => ({ path, before, after }));
  const keeping = rest.size > 0 ? [{ edits, joins: [], message, author: parts.author, at }] : [];
  return { moves: [{ commit: theirs }, ...replayed.moves, ...keeping], clashes, conflicts, dropped: ours };
}

interface ReplayRange {
  readonly from: string;
  readonly to: string;
  readonly onto: TreeVersion;
}

/** Replays commits onto another one by values; a commit that changes nothing there is left out. */
async function replayCommits({ from, to, onto }: ReplayRange, parts: Parts) {
  const { objects } = parts.repo;
  const { ours: commits } = (await findDivergence(objects, to, from)) ?? { ours: [] };
  const moves: BranchMove[] = [];
  let version = onto;
  for (const commit of commits.toReversed()) {
    if (commit.parents.length !== 1) continue;
    const base = asCommitted((await objects.readCommit(commit.parents[0]!)).tree);
    const merging = { base, ours: version, theirs: asCommitted(commit.tree) };
    const { edits } = await mergeTrees(merging, toMergeParts(parts));
    if (edits.length === 0) continue;
    moves.push({ edits, joins: [], ...toReplayed(commit) });
    version = overlayEdits(version, edits);
  }
  return { moves, version };
}

const SEALS = /^Quire-(?:Seal|Change): .*\n?/gm;

/** A commit for replay, without its seals: these belong to the original. */
const toReplayed = ({ message, author }: NamedCommit | Commit) => ({
  message: message.replace(SEALS, ''),
  author,
  at: author.at,
});

interface MergeFacts extends Pick<Plan, 'clashes' | 'conflicts'> {
  readonly at: Date;
}

/** History reads only this much of a message. */
const MAX_TRAILER_BYTES = 48 * 1024;

/** The message of a merge: it names what clashes, so that every clone can list it. */
function writeMergeMessage(subject: string, { clashes, conflicts, at }: MergeFacts): string {
  const lines = [...clashes.map(clashTrailer), ...conflicts.map(conflictedFileTrailer)];
  let bytes = 0;
  const kept = lines.filter((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes <= MAX_TRAILER_BYTES;
  });
  return `${cleanLine(subject)}\n\n${[MERGE_TRAILER, ...kept, `Quire-Time: ${at.toISOString()}`].join('\n')}\n`;
}

const MERGE_TRAILER = 'Quire-Action: sync.merge';

/** `origin/main`, for people and messages. */
export const remoteBranchName = (remote: string, branch: string): string => posix.join(remote, branch);
