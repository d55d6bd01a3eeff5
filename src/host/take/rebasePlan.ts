import { findDivergence } from '../../git/read/ancestry/divergence.ts';
import type { ObjectReader } from '../../git/read/readable.ts';
import { diffEntries, type EntryDiff } from '../../git/read/treeDiff.ts';
import { locateFile, locateInContent } from '../../store/file/inspectSightings.ts';
import { type IncomingBranch, mergeOf, type Parts, type Plan } from './planIncoming.ts';

/**
 * Adapts a plan to writes that were made meanwhile, if these have nothing to do with it: adds the incoming files to the
 * written ones. Null if it must be planned again.
 *
 * @param head HEAD after the writes
 */
export async function rebasePlan(
  planned: Plan,
  { ours, theirs, name }: IncomingBranch,
  { head, ...parts }: Parts & { readonly head: string | null },
): Promise<Plan | null> {
  const { repo, onlyFollows } = parts;
  const [move, ...others] = planned.moves;
  if (!move || others.length > 0 || planned.dropped !== null || onlyFollows || ours === null || head === null)
    return null;
  const written = await diffLinearCommits(repo, ours, head);
  if (!written) return null;
  const edits = 'commit' in move ? await diffCommits(repo, ours, theirs) : move.edits;
  const kept = planned.clashes.length > 0 || planned.conflicts.length > 0;
  if (kept || !areApart(edits, written, repo.location.prefix)) return null;
  return mergeOf({ name, theirs, edits, ...NO_CLASHES }, parts);
}

const NO_CLASHES = { clashes: [], conflicts: [] } as const;

/** The changes of a linear series of commits; null if it is not linear. */
async function diffLinearCommits(repo: ObjectReader, from: string, to: string): Promise<readonly EntryDiff[] | null> {
  const between = await findDivergence(repo.objects, to, from);
  const isRow = between?.theirs.length === 0 && between.ours.every(({ parents }) => parents.length === 1);
  return isRow ? diffCommits(repo, from, to) : null;
}

async function diffCommits({ objects }: ObjectReader, from: string, to: string): Promise<readonly EntryDiff[]> {
  const [before, after] = await Promise.all([objects.readCommit(from), objects.readCommit(to)]);
  return diffEntries(objects.readTree, before.tree, after.tree);
}

/**
 * Whether neither side affects how a merge would treat the other: no record can be mistaken for another, renamed by the
 * other side, or merged by another type.
 */
function areApart(edits: readonly EntryDiff[], written: readonly EntryDiff[], prefix: string): boolean {
  const paths = new Set(edits.map(({ path }) => path));
  const isOwn = ({ path }: EntryDiff): boolean => !paths.has(path) && isPlainRecord(path, prefix);
  const isTheirs = ({ path }: EntryDiff): boolean => !decides(path, prefix);
  const mayAdd = (side: readonly EntryDiff[]): boolean => side.some(({ before }) => before === null);
  const mayMove = (side: readonly EntryDiff[]): boolean => mayAdd(side) && side.some(({ after }) => after === null);
  return (
    written.every(isOwn) &&
    edits.every(isTheirs) &&
    ![edits, written].some(mayMove) &&
    !(mayAdd(edits) && mayAdd(written))
  );
}

function isPlainRecord(path: string, prefix: string): boolean {
  const inside = path.startsWith(prefix) ? path.slice(prefix.length) : null;
  return inside !== null && locateInContent(inside) !== null && !decides(path, prefix);
}

/** Whether a file decides how others are read. */
function decides(path: string, prefix: string): boolean {
  const kind = path.startsWith(prefix) ? locateFile('content', path.slice(prefix.length))?.kind : undefined;
  return kind === 'contentType' || kind === 'blockType' || kind === 'settings' || path.endsWith('.gitattributes');
}
