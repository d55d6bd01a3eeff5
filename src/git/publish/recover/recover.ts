import { dirname } from 'node:path';
import { createSideFolder, type SideFolder } from '../../disk/sideFolder.ts';
import { enclosingFolders, syncAll } from '../../disk/syncNames.ts';
import { createUndo } from '../../disk/undo.ts';
import { findInIndex } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { isFileMode, isFolderMode, MODE } from '../../format/tree.ts';
import { UnreadableObject } from '../../objects/unreadableObject.ts';
import { isInHistory } from '../../read/ancestry/ancestry.ts';
import { wholeTree } from '../../read/discover.ts';
import { type Head, readHead } from '../../read/ref/refs.ts';
import { diffEntries, type EntryDiff, findAtPath } from '../../read/treeDiff.ts';
import { closedPathsOf } from '../check/closedPaths.ts';
import { DETACHED_REF, preserveLostCommit, writeOwnRef } from '../head/writeOwnRef.ts';
import type { IndexChange } from '../index/indexPatch.ts';
import { readSoundIndex } from '../index/indexRebuild.ts';
import { refPath } from '../locked.ts';
import { isAsIn, isVersionInPlace, readLinkTarget, writeSymlinks } from '../move/links.ts';
import { sortChanges } from '../move/sortChanges.ts';
import type { GitWriter } from '../writer.ts';
import { type Journal, readJournal, withdrawJournal } from './journal.ts';
import {
  findClosedTargets,
  findRecoveredPaths,
  leftMessage,
  type RecoveredPath,
  readTreeId,
  recoverFiles,
  reportLeft,
  targetBlobId,
} from './recoverFiles.ts';

/**
 * Settles a publish that was cut short, if there is one. HEAD decides: at every path of the publish, the old or the new
 * version becomes HEAD's; anything else is somebody's work and stays. Call it under git's locks. Doing it again changes
 * nothing.
 */
export async function recover(writer: GitWriter): Promise<void> {
  const journal = readJournal(writer.sidePath);
  if (journal === null) return;
  if (journal === 'damaged')
    writer.reports.add({
      code: 'RECOVERY',
      message: 'The journal of the last write was damaged: nothing has been undone',
    });
  else await recoverJournal(writer, journal, readHead(writer.location));
  await writer.fs.sync(writer.location.gitDir);
  await withdrawJournal(writer);
  writer.reports.set('RECOVERY', []);
}

async function recoverJournal(writer: GitWriter, journal: Journal, head: Head): Promise<void> {
  const changes = await findChanges(writer, journal);
  if (changes instanceof UnreadableObject) return reportMissing(writer, journal, changes);
  const isLost = head.commit !== journal.parent && !(await isInHeadHistory(writer, journal.commit, head.commit));
  if (isLost) await preserveLostCommit(writer, journal.commit);
  if (journal.ref === null && head.commit === journal.commit) await writeOwnRef(writer, DETACHED_REF, journal.commit);
  // An unborn branch in place of one with commits says nothing about any file.
  if (head.commit === null && journal.parent !== null) return;
  // A merge may have changed files beside the content.
  const whole = { ...writer, location: wholeTree(writer.location) };
  const sorted = await sortChanges(changes, closedPathsOf(whole, journal.parent));
  const places = await findRecoveredPaths(whole, sorted.files, head.commit);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    // If HEAD has moved on, somebody has replaced the index since.
    if ([journal.parent, journal.commit].includes(head.commit)) writer.index.restore(side);
    const settled = journal.adopts ? places : await recoverFiles(whole, places, side);
    if (!journal.adopts) reportLeft(writer, settled);
    const links = await settleLinks(whole, { changes: sorted.links, head: head.commit, side });
    const closed = await findClosedTargets(whole, sorted.closed, head.commit);
    await settleIndex(whole, { head: head.commit, places: [...settled, ...links, ...closed], side });
    // This includes what the publish itself has moved there.
    const { fs, location } = whole;
    await syncAll(fs, [dirname(refPath(writer, journal)), ...enclosingFolders(location.root, [...places, ...links])]);
  } finally {
    await side.clear();
  }
}

/** The commits of the publish may be gone: removed by git, or lost in a power failure before they were durable. */
async function findChanges({ objects }: GitWriter, journal: Journal): Promise<readonly EntryDiff[] | UnreadableObject> {
  try {
    const [before, after] = [await readTreeId(objects, journal.parent), await readTreeId(objects, journal.commit)];
    return await diffEntries(objects.readTree, before, after);
  } catch (error) {
    if (error instanceof UnreadableObject) return error;
    throw error;
  }
}

function reportMissing({ reports }: GitWriter, { commit }: Journal, { message }: UnreadableObject): void {
  const reason = `The last write was cut short, and nothing has been undone: ${message}`;
  reports.add({ code: 'RECOVERY', commit, message: reason });
}

const isInHeadHistory = async ({ objects }: GitWriter, commit: string, head: string | null): Promise<boolean> =>
  head !== null && isInHistory(objects, { ancestor: commit }, head);

interface LinkWork {
  readonly changes: readonly EntryDiff[];
  readonly head: string | null;
  readonly side: SideFolder;
}

/** As for files: the old or the new version becomes HEAD's. Returns the places, for the index. */
async function settleLinks(writer: GitWriter, { changes, head, side }: LinkWork): Promise<readonly RecoveredPath[]> {
  const { objects, location } = writer;
  if (changes.length === 0) return [];
  const now = await readTreeId(objects, head);
  const places: RecoveredPath[] = [];
  for (const { path, before, after } of changes) {
    const target = now === null ? null : ((await findAtPath(objects.readTree, now, path)) ?? null);
    if (target && (isFileMode(target.mode) || isFolderMode(target.mode))) continue;
    const versions = new Set([targetBlobId(before), targetBlobId(after)]);
    places.push({ path, target, versions, changesMode: false, file: { id: undefined, stat: null } });
    if (isVersionInPlace(location.root, path, target)) continue;
    const isOurs = [before, after].some((version) => isAsIn(location.root, path, version));
    const text = await readLinkTarget(objects, target);
    if (isOurs && (text !== null || target?.mode !== MODE.link)) {
      const link = { path, before: null, after: target, text };
      writeSymlinks(writer, [link], { root: location.root, side, undo: createUndo() });
    } else writer.reports.add({ code: 'RECOVERY', message: leftMessage(path) });
  }
  return places;
}

interface IndexWork {
  readonly head: string | null;
  readonly places: readonly RecoveredPath[];
  readonly side: SideFolder;
}

async function settleIndex(writer: GitWriter, { head, places, side }: IndexWork): Promise<void> {
  const index = await readSoundIndex(writer, head);
  const changes = places.flatMap((place) => {
    const path = `${writer.location.prefix}${place.path}`;
    return needsEntry(index, path, place) ? [{ path, entry: entryOf(place) }] : [];
  });
  if (changes.length > 0) await writer.index.replace(changes, { side, undo: createUndo() });
}

/** True also if the entry is right but the file has just been written, so that git need not read the file. */
function needsEntry(index: GitIndex, path: string, { versions, target }: RecoveredPath): boolean {
  const entries = findInIndex(index, path);
  const [entry] = entries;
  if (!entry) return versions.has(null) && target !== null;
  if (entries.length > 1 || entry.stage !== 0 || entry.isIntent) return false;
  return versions.has(entry.id) || entry.id === target?.id;
}

function entryOf({ target, file, isClosed }: RecoveredPath): IndexChange['entry'] {
  if (!target) return null;
  if (isClosed) return { ...target, stat: null, isSkipped: true };
  return { ...target, stat: file.id === target.id ? file.stat : null };
}
