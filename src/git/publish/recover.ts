import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { CmsError } from '../../model/errors.ts';
import type { DurableFs } from '../disk/durableFs.ts';
import { type FileSwap, lstatOrNull } from '../disk/fileSwap.ts';
import { createSideFolder, type SideFolder } from '../disk/sideFolder.ts';
import { swapFiles } from '../disk/swapFiles.ts';
import { foldersOf, syncAll } from '../disk/syncNames.ts';
import { createUndo } from '../disk/undo.ts';
import { MAX_WORKING_BYTES, readWorkingFile, type WorkingFile } from '../disk/workingFile.ts';
import { findInIndex, type GitIndex } from '../format/indexFile.ts';
import { isFileMode, isFolderMode, MODE, type TreeTarget } from '../format/tree.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { UnreadableObject } from '../objects/unreadableObject.ts';
import { isInHistory } from '../read/ancestry.ts';
import { wholeTree } from '../read/discover.ts';
import { type Head, readHead } from '../read/refs.ts';
import { diffEntries, type EntryDiff, findAtPath } from '../read/treeDiff.ts';
import { DETACHED_REF, keepLost, keepRef } from './head/keepRef.ts';
import type { IndexChange } from './index/indexPatch.ts';
import { readSoundIndex } from './index/indexRebuild.ts';
import { type Journal, readJournal, withdrawJournal } from './journal.ts';
import { isLinkChange, isPlaced, placeLinks, standsAs, textOf } from './links.ts';
import { refPath } from './locked.ts';
import type { Writer } from './writer.ts';

/**
 * Brings to its end what a publish that was cut short has begun, if one was. HEAD decides: wherever the publish has
 * been or would have been, what is the old or the new version becomes HEAD's; anything else is somebody's and stays.
 * Call it under git's locks. Doing it again changes nothing.
 */
export async function recover(writer: Writer): Promise<void> {
  const journal = readJournal(writer.sidePath);
  if (journal === null) return;
  if (journal === 'damaged')
    writer.reports.add({
      code: 'RECOVERY',
      message: 'The journal of the last write was damaged: nothing has been taken back',
    });
  // A merge may have changed files beside the content.
  else await follow({ ...writer, location: wholeTree(writer.location) }, journal, readHead(writer.location));
  await writer.fs.sync(writer.location.gitDir);
  await withdrawJournal(writer);
  writer.reports.set('RECOVERY', []);
}

async function follow(writer: Writer, journal: Journal, head: Head): Promise<void> {
  const changes = await findChanges(writer, journal);
  if (changes instanceof UnreadableObject) return reportMissing(writer, journal, changes);
  const isLost = head.commit !== journal.parent && !(await isPublished(writer, journal.commit, head.commit));
  if (isLost) await keepLost(writer, journal.commit);
  if (journal.ref === null && head.commit === journal.commit) await keepRef(writer, DETACHED_REF, journal.commit);
  // An unborn branch in the place of one with commits says nothing about any file.
  if (head.commit === null && journal.parent !== null) return;
  // A merge may have changed files beside the content, too.
  const whole = { ...writer, location: wholeTree(writer.location) };
  const places = await findPlaces(
    whole,
    changes.filter((change) => !isLinkChange(change)),
    head.commit,
  );
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    // Where HEAD has gone on somebody has replaced the index since.
    if ([journal.parent, journal.commit].includes(head.commit)) writer.index.restore(side);
    const settled = journal.adopts ? places : await settleFiles(whole, places, side);
    if (!journal.adopts) reportLeft(writer, settled);
    const links = await settleLinks(whole, { changes: changes.filter(isLinkChange), head: head.commit, side });
    await settleIndex(whole, { head: head.commit, places: [...settled, ...links], side });
    // Also what the publish itself has moved there.
    const { fs, location } = whole;
    await syncAll(fs, [dirname(refPath(writer, journal)), ...foldersOf(location.root, [...places, ...links])]);
  } finally {
    await side.clear();
  }
}

/** What the publish had to do with may be gone: removed by git, or lost with the power before it was durable. */
async function findChanges({ objects }: Writer, journal: Journal): Promise<readonly EntryDiff[] | UnreadableObject> {
  try {
    const [before, after] = [await treeOf(objects, journal.parent), await treeOf(objects, journal.commit)];
    return await diffEntries(objects.readTree, before, after);
  } catch (error) {
    if (error instanceof UnreadableObject) return error;
    throw error;
  }
}

const treeOf = async (objects: ObjectStore, commit: string | null): Promise<string | null> =>
  commit && (await objects.readCommit(commit)).tree;

function reportMissing({ reports }: Writer, { commit }: Journal, { message }: UnreadableObject): void {
  const reason = `The last write was cut short, and nothing has been taken back: ${message}`;
  reports.add({ code: 'RECOVERY', commit, message: reason });
}

const isPublished = async ({ objects }: Writer, commit: string, head: string | null): Promise<boolean> =>
  head !== null && isInHistory(objects, { ancestor: commit }, head);

/** A path the publish had to do with. */
interface Place {
  readonly path: string;
  /** The blobs that the publish found and left there; null: no file. */
  readonly versions: ReadonlySet<string | null>;
  /** Whether it has made a program of a file, or the other way round. */
  readonly changesMode: boolean;
  /** What HEAD has there. */
  readonly target: TreeTarget | null;
  readonly file: WorkingFile;
}

async function findPlaces(
  { objects, location }: Writer,
  changes: readonly EntryDiff[],
  head: string | null,
): Promise<readonly Place[]> {
  const now = await treeOf(objects, head);
  const places: Place[] = [];
  for (const change of changes) {
    const found = now && (await findAtPath(objects.readTree, now, change.path));
    const target = found && !isFolderMode(found.mode) ? { id: found.id, mode: found.mode } : null;
    const path = change.path.slice(location.prefix.length);
    if (target && !isFileMode(target.mode)) continue;
    places.push({
      path,
      target,
      versions: new Set([idOf(change.before), idOf(change.after)]),
      changesMode: change.before !== null && change.after !== null && change.before.mode !== change.after.mode,
      file: readWorkingFile(location.root, path),
    });
  }
  return places;
}

const idOf = (target: TreeTarget | null): string | null => target?.id ?? null;

const mayRun = ({ mode }: TreeTarget): boolean => mode === MODE.executable;

const hasWrongMode = ({ changesMode, target, file: { stat } }: Place): boolean =>
  changesMode && target !== null && stat !== null && ((stat.mode & 0o100n) !== 0n) !== mayRun(target);

/** Gives the places as they are now. */
async function settleFiles(writer: Writer, places: readonly Place[], side: SideFolder): Promise<readonly Place[]> {
  const { root } = writer.location;
  const wrong = places.filter((place) => place.file.id !== idOf(place.target) || hasWrongMode(place));
  const ours = wrong.filter(({ file, versions }) => file.id !== undefined && versions.has(file.id));
  // Files first out of the way of folders, as when they were published.
  for (const place of ours.toSorted((a, b) => Number(a.target !== null) - Number(b.target !== null)))
    await settleFile(writer, place, side);
  return places.map((place) => ({ ...place, file: readWorkingFile(root, place.path) }));
}

interface LinkWork {
  readonly changes: readonly EntryDiff[];
  readonly head: string | null;
  readonly side: SideFolder;
}

/** As files: what is the old or the new version becomes HEAD's. Gives what the index is to say of them. */
async function settleLinks(writer: Writer, { changes, head, side }: LinkWork): Promise<readonly Place[]> {
  const { objects, location } = writer;
  if (changes.length === 0) return [];
  const now = await treeOf(objects, head);
  const places: Place[] = [];
  for (const { path, before, after } of changes) {
    const target = now === null ? null : ((await findAtPath(objects.readTree, now, path)) ?? null);
    if (target && (isFileMode(target.mode) || isFolderMode(target.mode))) continue;
    const versions = new Set([idOf(before), idOf(after)]);
    places.push({ path, target, versions, changesMode: false, file: { id: undefined, stat: null } });
    if (isPlaced(location.root, path, target)) continue;
    const isOurs = [before, after].some((version) => standsAs(location.root, path, version));
    const text = await textOf(objects, target);
    if (isOurs && (text !== null || target?.mode !== MODE.link)) {
      const link = { path, before: null, after: target, text };
      placeLinks(writer, [link], { root: location.root, side, undo: createUndo() });
    } else writer.reports.add({ code: 'RECOVERY', message: leftMessage(path) });
  }
  return places;
}

function reportLeft({ reports, location: { prefix } }: Writer, places: readonly Place[]): void {
  for (const { path, target, file } of places) {
    if (file.id === idOf(target)) continue;
    const inContent = path.startsWith(prefix) ? { path: path.slice(prefix.length) } : {};
    reports.add({ code: 'RECOVERY', message: leftMessage(inContent.path ?? path), ...inContent });
  }
}

const leftMessage = (path: string): string =>
  `${path} was left as it is when the last write was recovered: it is neither the version before nor the one after it`;

async function settleFile(writer: Writer, place: Place, side: SideFolder): Promise<void> {
  const { path, target, file } = place;
  const { fs, location, objects } = writer;
  const fresh = target && side.newPath('file');
  if (fresh && target) {
    const content = await findContent(objects, target.id);
    if (!content) return;
    await fs.writeSynced(fresh, content, mayRun(target) ? 0o777 : 0o666);
  }
  const mode = place.changesMode && target ? { isExecutable: mayRun(target) } : {};
  const swap: FileSwap = { path, before: file.id ?? null, after: idOf(target), side: fresh, ...mode };
  const undo = createUndo();
  try {
    if (target) removeEmptyFolder(fs, join(location.root, path));
    const seen = new Map([[path, file.stat]]);
    await swapFiles({ root: location.root, fs, side, swaps: [swap], seen, undo });
  } catch (error) {
    undo.run();
    // Somebody is at this path right now, or has put something else there: it is theirs.
    if (error instanceof CmsError || hasErrorCode(error, 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY')) return;
    throw error;
  }
}

/** Undefined where nobody can read it: what stands there stays, and is told. */
async function findContent(objects: ObjectStore, id: string): Promise<Buffer | undefined> {
  try {
    return (await objects.find(id, MAX_WORKING_BYTES))?.content;
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  }
}

/** A folder that the publish had made in the place of a file. Throws ENOTEMPTY when somebody has put something into it. */
function removeEmptyFolder(fs: DurableFs, path: string): void {
  if (!lstatOrNull(path)?.isDirectory()) return;
  for (const name of readdirSync(path)) removeEmptyFolder(fs, join(path, name));
  fs.removeFolder(path);
}

interface IndexWork {
  readonly head: string | null;
  readonly places: readonly Place[];
  readonly side: SideFolder;
}

async function settleIndex(writer: Writer, { head, places, side }: IndexWork): Promise<void> {
  const index = await readSoundIndex(writer, head);
  const changes = places.flatMap((place) => {
    const path = `${writer.location.prefix}${place.path}`;
    return needsEntry(index, path, place) ? [{ path, entry: entryOf(place) }] : [];
  });
  if (changes.length > 0) await writer.index.replace(changes, { side, undo: createUndo() });
}

/** Also where the entry is right and the file has just been written: so that git need not read it. */
function needsEntry(index: GitIndex, path: string, { versions, target }: Place): boolean {
  const entries = findInIndex(index, path);
  const [entry] = entries;
  if (!entry) return versions.has(null) && target !== null;
  if (entries.length > 1 || entry.stage !== 0 || entry.isIntent) return false;
  return versions.has(entry.id) || entry.id === target?.id;
}

function entryOf({ target, file }: Place): IndexChange['entry'] {
  if (!target) return null;
  return { ...target, stat: file.id === target.id ? file.stat : null };
}
