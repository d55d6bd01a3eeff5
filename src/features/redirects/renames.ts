import { join } from 'node:path';
import type { FeatureJob } from '../../extend/feature.ts';
import type { JobParts } from '../../extend/featureParts.ts';
import { isInHistory } from '../../git/read/ancestry/ancestry.ts';
import { listSteps } from '../../git/read/ancestry/steps.ts';
import { readHeadRef } from '../../git/read/ref/refs.ts';
import { writeFileDurably } from '../../lib/disk/writeFileDurably.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import type { EntryChange, Problem } from '../../model/entry.ts';
import { CmsError, describeDetail } from '../../model/errors.ts';
import type { AnnouncedCommit } from '../../site/announcements.ts';
import { readStateFile } from '../../store/readStateFile.ts';
import { movedPages, type PageMove, redirectRenamedPages } from './redirectRenamedPages.ts';

/** How far renames have been followed. */
interface RenameCursor {
  /** The branch: checking out another one renames nothing. */
  readonly ref: string;
  readonly commit: string;
}

/** A failure is tried again after this long, and when HEAD moves. */
const RETRY_MS = 10_000;
/** Our own commits need no following: the cursor is saved this often at most. */
const SAVE_MS = 10_000;
const FILE_MODE = 0o600;

/** The state of the follower. */
interface RenameState {
  readonly parts: JobParts;
  cursor: RenameCursor | null;
  /** The commit of the records. */
  head: string | null;
  /** The announced changes from the cursor to a commit, if known. */
  heard: { readonly commit: string; readonly changes: readonly EntryChange[] } | null;
  isBehind: boolean;
  running: Promise<void> | null;
  /** Why redirects cannot be written now. */
  refusal: string | null;
  timer: NodeJS.Timeout | undefined;
  saving: Promise<void>;
  isClosed: boolean;
}

/**
 * Makes redirects when others move public pages, by `git mv` or by a merge.
 *
 * Starts from the saved cursor, to follow also what happened while Quire was not running, or from the present commit if
 * there is none. Our own commits already contain their redirects. Nothing is followed if a branch is put back to an older
 * commit, or while no branch is checked out.
 */
export function followRenames(parts: JobParts): FeatureJob {
  const following: RenameState = {
    parts,
    cursor: readCursor(parts),
    head: parts.head,
    heard: null,
    isBehind: false,
    running: null,
    refusal: null,
    timer: undefined,
    saving: Promise.resolve(),
    isClosed: false,
  };
  const leave = parts.announcements.subscribe((changes, { commit, origin }) => {
    if (commit !== null) handleAnnouncedHead(following, changes, { commit, origin });
  });
  startFromCursor(following);
  return {
    problems: () => (following.refusal === null ? [] : [unredirected(following.refusal)]),
    lookAtBranch: () => lookAtBranch(following),
    async close() {
      leave();
      await closeRenames(following);
    },
  };
}

function startFromCursor(following: RenameState): void {
  const { cursor, head } = following;
  const ref = presentRef(following);
  if (cursor && (cursor.commit !== head || cursor.ref !== ref)) startCatchUp(following);
  else if (!cursor && ref !== null && head !== null) {
    following.cursor = { ref, commit: head };
    saveRenameCursor(following);
  }
}

const presentRef = ({ parts }: RenameState): string | null => readHeadRef(parts.repo.location.gitDir);

/** A branch at another commit is announced with that commit. */
async function lookAtBranch(following: RenameState): Promise<void> {
  const ref = presentRef(following);
  if (ref === null || ref === following.cursor?.ref) return;
  const commit = await following.parts.repo.head();
  const { cursor, isBehind } = following;
  if (isBehind || cursor === null || cursor.commit !== commit || presentRef(following) !== ref) return;
  following.cursor = { ref, commit };
  saveRenameCursor(following);
}

type AnnouncedHead = Pick<AnnouncedCommit, 'origin'> & { readonly commit: string };

function handleAnnouncedHead(
  following: RenameState,
  changes: readonly EntryChange[],
  { commit, origin }: AnnouncedHead,
): void {
  const { isBehind, cursor } = following;
  following.head = commit;
  if (origin === 'write' && !isBehind) {
    following.cursor = { ref: cursor?.ref ?? presentRef(following) ?? '', commit };
    wake(following, SAVE_MS, saveRenameCursor);
    return;
  }
  following.heard = isBehind ? null : { commit, changes };
  startCatchUp(following);
}

function wake(following: RenameState, delayMs: number, work: (following: RenameState) => void): void {
  following.timer ??= setTimeout(() => {
    following.timer = undefined;
    work(following);
  }, delayMs).unref();
}

function saveRenameCursor(following: RenameState): void {
  const { onError } = following.parts;
  const text = JSON.stringify(following.cursor);
  following.saving = following.saving
    .then(() => writeFileDurably(cursorFile(following.parts), text, FILE_MODE))
    .catch((error: unknown) => onError(error, 'The position in the history of renames could not be saved'));
}

function startCatchUp(following: RenameState): void {
  following.isBehind = true;
  following.running ??= catchUpRenames(following)
    .catch((error) => reportRefusal(following, error))
    .finally(() => {
      following.running = null;
    });
}

function reportRefusal(following: RenameState, error: unknown): void {
  if (!(error instanceof CmsError)) following.parts.onError(error, 'Redirects for renamed pages could not be made');
  following.refusal = error instanceof CmsError ? error.details.map(describeDetail).join('; ') : 'something went wrong';
  clearTimeout(following.timer);
  following.timer = undefined;
  wake(following, RETRY_MS, startCatchUp);
}

async function catchUpRenames(following: RenameState): Promise<void> {
  const { live, system } = following.parts;
  while (following.isBehind && !following.isClosed) {
    const { cursor, head: to } = following;
    const ref = presentRef(following);
    // Without a checked-out branch somebody may be in the middle of a rebase.
    if (ref === null || to === null) return;
    const moved = cursor?.ref === ref ? await findMoved(following, cursor.commit, to) : [];
    if (moved.length > 0) await live.write.write(redirectRenamedPages(moved), system);
    following.refusal = null;
    following.cursor = { ref, commit: to };
    following.isBehind = following.head !== to;
    saveRenameCursor(following);
  }
}

async function findMoved(following: RenameState, from: string, to: string): Promise<readonly PageMove[]> {
  const { heard, parts } = following;
  following.heard = null;
  const lists = heard?.commit === to ? [heard.changes] : await listForeignChanges(parts, from, to);
  const moved = lists.flatMap((changes) => movedPages(changes, parts.live.store, parts.clock()));
  return moved.length > 0 && (await isRewound(parts, from, to)) ? [] : moved;
}

/** What others have changed, commit by commit; empty if git no longer has the commits. */
async function listForeignChanges(
  { repo, committed }: JobParts,
  from: string,
  to: string,
): Promise<readonly (readonly EntryChange[])[]> {
  if (!(await repo.objects.findCommit(from))) return [];
  const foreign = (await listSteps(repo, from, to)).filter(({ isOwn }) => !isOwn);
  const lists: (readonly EntryChange[])[] = [];
  for (const step of foreign) lists.push(await committed.between(step.from, step.to));
  return lists;
}

const isRewound = async ({ repo }: JobParts, from: string, to: string): Promise<boolean> =>
  !(await isInHistory(repo.objects, { ancestor: from }, to)) && isInHistory(repo.objects, { ancestor: to }, from);

async function closeRenames(following: RenameState): Promise<void> {
  following.isClosed = true;
  clearTimeout(following.timer);
  await following.running;
  if (following.cursor && !following.isBehind) saveRenameCursor(following);
  await following.saving;
}

const unredirected = (refusal: string): Problem => ({
  path: 'redirects',
  code: 'REDIRECTS',
  message: `Pages were renamed, but their redirects could not be made: ${refusal}`,
});

const cursorFile = ({ privateDir }: JobParts): string => join(privateDir, 'state', 'renames.json');

/** Null if there is none, or its file is damaged: then renames are followed from the present commit on. */
function readCursor(parts: JobParts): RenameCursor | null {
  const consequence = 'renames that others have made since the last start get no redirects';
  const report = (error: unknown): void =>
    parts.onError(error, 'The position in the history of renames could not be read');
  return readStateFile(cursorFile(parts), { parse: parseCursor, consequence, onError: report });
}

function parseCursor(json: unknown): RenameCursor {
  const { ref, commit } = isPlainObject(json) ? json : {};
  if (typeof ref !== 'string' || typeof commit !== 'string') throw new Error('it names no branch and commit');
  return { ref, commit };
}
