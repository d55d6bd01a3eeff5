import { setImmediate as nextRound } from 'node:timers/promises';
import { allSettled } from '../../lib/turn/allSettled.ts';
import type { Stats } from '../disk/fileSwap.ts';
import { type FilesAhead, readFilesAhead } from '../disk/filesAhead.ts';
import type { SideFolder } from '../disk/sideFolder.ts';
import { MODE } from '../format/tree.ts';
import { UnreadableObject } from '../objects/unreadableObject.ts';
import { joinWrittenObjects, NO_OBJECTS, type WrittenObjects } from '../objects/writeObjects.ts';
import type { Head } from '../read/ref/refs.ts';
import type { EntryDiff } from '../read/treeDiff.ts';
import type { BuiltCommits, PreparedCommit } from './buildCommits.ts';
import { stageRef } from './head/refFile.ts';
import type { IndexChange } from './index/indexPatch.ts';
import type { PreparedIndex } from './index/indexStore.ts';
import { locked } from './locked.ts';
import { fromFirstToLast, linkEntries, type PreparedLink, prepareLinks } from './move/links.ts';
import { encodeJournal, type Journal, journalPath, readJournal, withdrawJournal } from './recover/journal.ts';
import { recover } from './recover/recover.ts';
import type { PreparedFile } from './treeEdit.ts';
import type { GitWriter } from './writer.ts';

/** Everything a publish needs, its bytes durable already: under the locks it is only put in place. */
export interface PreparedPublish {
  readonly commits: readonly PreparedCommit[];
  readonly files: readonly PreparedFile[];
  readonly links: readonly PreparedLink[];
  /** Changes of closed paths: only the index gets them. */
  readonly closed: readonly EntryDiff[];
  readonly ahead: FilesAhead;
  readonly objects: WrittenObjects;
  readonly tip: string;
  /** A file with the content of a ref at the tip. */
  readonly refFile: string;
  readonly index: PreparedIndex | null;
  readonly side: SideFolder;
}

/** The files of moves, written durably beside their places: the moves themselves then only put them in place. */
export interface StagedMoves {
  /** The new blob of each file, null for those that will be gone, by path from the root of the repository. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Where a version of a file waits; undefined if it does not. */
  sideOf(path: string, id: string): string | undefined;
  /** Makes the function that says whether a change has passed all checks and still does with present attributes and settings. */
  look(): (change: EntryDiff) => boolean;
  /** Whether staging the moves has written this blob. */
  holds(id: string): boolean;
  readonly objects: WrittenObjects;
  /** Removes all leftovers. If the moves were put in place, call it only once that is durable. */
  release(): Promise<void>;
}

interface Preparation {
  readonly head: Head;
  readonly built: BuiltCommits;
  readonly side: SideFolder;
  /** Files of the moves that are durable already. */
  readonly staged?: StagedMoves | undefined;
}

/** Writes objects, the journal, and new working files and the new ref beside their places, all durable. */
export async function preparePublish(
  writer: GitWriter,
  { head, built, side, staged }: Preparation,
): Promise<PreparedPublish> {
  const { commits } = built;
  const tip = commits.at(-1)!.id;
  const files = mergeFileChanges(commits).map((file) => {
    const { path, after } = file;
    return { ...file, side: after === null ? null : (staged?.sideOf(path, after) ?? side.newPath('file')) };
  });
  const links = await prepareLinks(writer, commits);
  const closed = fromFirstToLast(commits.flatMap((commit) => commit.closed ?? []));
  const keepFile = await writer.lockFile.path();
  const isNew = ({ path, after, side: waiting }: PreparedFile): boolean =>
    after !== null && staged?.sideOf(path, after) !== waiting;
  const writingFiles = writeFiles(writer, files.filter(isNew), built);
  const staging = stageRef(writer, side, tip);
  const writing = writeNewObjects(writer, { built, staged, keepFile });
  const syncing = writing.then(({ sync }) => sync());
  const journal = { parent: head.commit, commit: tip, ref: head.ref, adopts: writer.adopts };
  const placing = writeJournal(writer, { journal, side, writing });
  const preparing = writer.index.prepare(allIndexChanges(writer, { files, links, closed }), side);
  // The writes wait for the disk from the next turn on: reading in that time costs nothing.
  const replaced = files.filter(({ before }) => before !== null).map(({ path }) => path);
  const reading = nextRound().then(() => readFilesAhead(writer.location.root, replaced));
  try {
    await allSettled([syncing, writingFiles, staging, placing, preparing, reading]);
  } catch (error) {
    await writing.then(({ release }) => release()).catch(() => undefined);
    await placing.then(() => withdrawJournal(writer)).catch(() => undefined);
    throw error;
  }
  const [written, index, ahead, refFile] = [await writing, await preparing, await reading, await staging];
  return { commits, files, links, closed, ahead, objects: written, index, tip, refFile, side };
}

async function writeNewObjects(
  { objects: store }: GitWriter,
  { built, staged: there, keepFile }: Pick<Preparation, 'built' | 'staged'> & { readonly keepFile: string },
): Promise<WrittenObjects> {
  const { objects, staged } = built;
  const fresh = there ? objects.filter(({ id }) => !there.holds(id)) : objects;
  const written = await store.write(fresh, { keepFile, staged });
  // Staged objects are released by the caller that staged them.
  return there ? joinWrittenObjects(written, { ...there.objects, release: NO_OBJECTS.release }) : written;
}

/** Each path once, from HEAD's version to the last commit's. */
export function mergeFileChanges(commits: readonly PreparedCommit[]): PreparedFile[] {
  const files = new Map<string, PreparedFile>();
  for (const { path, before, after } of commits.flatMap((commit) => commit.files)) {
    const was = files.has(path) ? files.get(path)!.was : before;
    const isExecutable =
      was && after && was.mode !== after.mode ? { isExecutable: after.mode === MODE.executable } : {};
    const ids = { before: was?.id ?? null, after: after?.id ?? null };
    files.set(path, { path, was, becomes: after, ...ids, side: null, ...isExecutable });
  }
  return [...files.values()];
}

/** The changes of the index; without stats, as long as nothing is in place. */
export const allIndexChanges = (
  { location: { prefix } }: Pick<GitWriter, 'location'>,
  { files, links, closed }: Pick<PreparedPublish, 'files' | 'links' | 'closed'>,
  stats?: Readonly<Record<'files' | 'links', Stats>>,
): readonly IndexChange[] => [
  ...files.map(({ path, becomes }) => ({
    path: `${prefix}${path}`,
    entry: becomes && { ...becomes, stat: stats?.files.get(path) ?? null },
  })),
  ...linkEntries(links, stats?.links),
  ...closed.map(({ path, after }) => ({ path, entry: after && { ...after, stat: null, isSkipped: true } })),
];

/** Writes the new versions of files durably to where they wait. */
export async function writeFiles(
  { fs }: GitWriter,
  files: readonly PreparedFile[],
  built: BuiltCommits,
): Promise<void> {
  const blobs = new Map([...built.objects, ...built.staged].map((object) => [object.id, object]));
  for (let from = 0; from < files.length; from += 64) {
    const some = files.slice(from, from + 64);
    await allSettled(
      some.map(async ({ side, after, becomes }) => {
        if (side === null || after === null) return;
        const blob = blobs.get(after);
        const mode = becomes?.mode === MODE.executable ? 0o777 : 0o666;
        if (blob && 'file' in blob) return fs.copySynced(blob.file, side, mode);
        const content = blob?.content ?? (await built.findBlob(after));
        if (!content) throw new UnreadableObject(after, 'missing', { type: 'blob' });
        await fs.writeSynced(side, content, mode);
      }),
    );
  }
}

interface JournalWrite {
  readonly journal: Journal;
  readonly side: SideFolder;
  /** Resolves when the objects are written: from then on recovery can follow the journal after a crash. */
  readonly writing: Promise<unknown>;
}

/** Puts the journal of a publish in place and keeps the index; durable when it resolves (step 5 of DESIGN, "Writing"). */
async function writeJournal(writer: GitWriter, { journal, side, writing }: JournalWrite): Promise<void> {
  const { fs, sidePath, index } = writer;
  const fresh = side.newPath('journal');
  await allSettled([fs.writeSynced(fresh, encodeJournal(journal)), awaitLastWrite(writer, journal), writing]);
  try {
    index.keep();
    fs.rename(fresh, journalPath(sidePath));
    await writer.syncNames([sidePath]);
  } catch (error) {
    await withdrawJournal(writer);
    throw error;
  }
  writer.onStep(5);
}

/** Waits for the previous write to be durable. If it left its journal, because it could not be undone, recovers it now. */
async function awaitLastWrite(writer: GitWriter, { ref }: Journal): Promise<void> {
  await writer.settled();
  if (readJournal(writer.sidePath) !== null) await locked(writer, { ref }, () => recover(writer));
}
