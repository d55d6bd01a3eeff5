import { dirname, join } from 'node:path';
import type { Stats } from '../disk/fileSwap.ts';
import { removeEmptied, swapFiles } from '../disk/swapFiles.ts';
import { enclosingFolders, syncAll } from '../disk/syncNames.ts';
import { createUndo, type Undo } from '../disk/undo.ts';
import type { Head } from '../read/ref/refs.ts';
import { verifyHead, verifyTargets } from './check/verify.ts';
import { placeRef } from './head/refFile.ts';
import { readSoundIndex } from './index/indexRebuild.ts';
import { repairIndex } from './index/repairIndex.ts';
import { refPath } from './locked.ts';
import { writeSymlinks } from './move/links.ts';
import { allIndexChanges, type PreparedPublish } from './preparePublish.ts';
import { appendReflog } from './reflog.ts';
import type { GitWriter } from './writer.ts';

interface PutInPlaceParts {
  readonly head: Head;
  readonly prepared: PreparedPublish;
  /** Whether recovery would have anything to do. */
  readonly journal: { isNeeded: boolean };
  readonly placesWith: GitWriter;
}

/**
 * Puts everything in place under the locks, or nothing. Returns the folders whose names have changed. The numbers are
 * the steps of DESIGN, "Writing".
 */
export async function putInPlace(
  writer: GitWriter,
  { head, prepared, journal, placesWith }: PutInPlaceParts,
): Promise<ReadonlySet<string>> {
  const { fs, onStep } = writer;
  const { root } = placesWith.location;
  const { files, side, refFile } = prepared;
  verifyHead(writer, head); // 4
  await repairIndex(writer, head.commit);
  const seen = await verifyTargets(placesWith, await readSoundIndex(writer, head.commit), prepared);
  onStep(4);
  const undo = createUndo();
  journal.isNeeded = true;
  try {
    const { stats, touched, left } = await swapFiles({ root, fs, side, undo, swaps: files, seen }); // 6
    const linked = writeSymlinks(writer, prepared.links, { root, side, undo });
    onStep(6);
    await replaceIndex(placesWith, prepared, { files: stats, links: linked }, undo); // 7
    onStep(7);
    writeReflogs(writer, head, prepared, undo); // 8
    onStep(8);
    placeRef(writer, refPath(writer, head), { refFile, side }); // 9
    onStep(9);
    const emptied = removeEmptied({ root, fs }, left);
    return new Set([...touched, ...emptied, ...prepared.links.map(({ path }) => dirname(join(root, path)))]);
  } catch (error) {
    // If something cannot be undone the journal stays, and the next write begins with its recovery.
    undo.run();
    await syncAll(fs, [placesWith.location.gitDir, ...enclosingFolders(root, files)]);
    journal.isNeeded = false;
    throw error;
  }
}

async function replaceIndex(
  writer: GitWriter,
  prepared: PreparedPublish,
  stats: Readonly<Record<'files' | 'links', Stats>>,
  undo: Undo,
): Promise<void> {
  const changes = allIndexChanges(writer, prepared, stats);
  const { side, index } = prepared;
  if (changes.length > 0) await writer.index.replace(changes, { side, undo, prepared: index });
}

function writeReflogs(writer: GitWriter, { ref }: Head, { commits }: PreparedPublish, undo: Undo): void {
  for (const one of ['HEAD', ...(ref === null ? [] : [ref])]) appendReflog(writer, one, { commits }, undo);
}
