import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Stats } from '../disk/fileSwap.ts';
import { removeEmptied, swapFiles } from '../disk/swapFiles.ts';
import { foldersOf, syncAll } from '../disk/syncNames.ts';
import { createUndo, type Undo } from '../disk/undo.ts';
import type { Head } from '../read/ref/refs.ts';
import { verifyHead, verifyTargets } from './check/verify.ts';
import { readSoundIndex } from './index/indexRebuild.ts';
import { repairIndex } from './index/repairIndex.ts';
import { refPath } from './locked.ts';
import { placeLinks } from './move/links.ts';
import { allIndexChanges, type Prepared } from './prepare.ts';
import { appendReflog } from './reflog.ts';
import type { Writer } from './writer.ts';

interface Placement {
  readonly head: Head;
  readonly prepared: Prepared;
  /** Whether recovery would have anything to do. */
  readonly journal: { isNeeded: boolean };
  readonly placesWith: Writer;
}

/**
 * Puts everything in place under the locks, or nothing. Returns the folders whose names have changed. The numbers are
 * the steps of DESIGN, "Writing".
 */
export async function putInPlace(
  writer: Writer,
  { head, prepared, journal, placesWith }: Placement,
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
    const linked = placeLinks(writer, prepared.links, { root, side, undo });
    onStep(6);
    await replaceIndex(placesWith, prepared, { files: stats, links: linked }, undo); // 7
    onStep(7);
    writeReflogs(writer, head, prepared, undo); // 8
    onStep(8);
    moveRef(writer, head, { side, refFile }); // 9
    onStep(9);
    const emptied = removeEmptied({ root, fs }, left);
    return new Set([...touched, ...emptied, ...prepared.links.map(({ path }) => dirname(join(root, path)))]);
  } catch (error) {
    // If something cannot be undone the journal stays, and the next write begins with its recovery.
    undo.run();
    await syncAll(fs, [placesWith.location.gitDir, ...foldersOf(root, files)]);
    journal.isNeeded = false;
    throw error;
  }
}

/**
 * The ref's old file keeps a name until the side folder is cleared: freeing its blocks can take a hundred milliseconds
 * if the disk is told at once (ext4 without a journal, mounted with `discard`).
 */
function moveRef(writer: Writer, head: Head, { side, refFile }: Pick<Prepared, 'side' | 'refFile'>): void {
  const { fs } = writer;
  const path = refPath(writer, head);
  if (existsSync(path)) fs.link(path, side.newPath('old'));
  fs.rename(refFile, path);
}

async function replaceIndex(
  writer: Writer,
  prepared: Prepared,
  stats: Readonly<Record<'files' | 'links', Stats>>,
  undo: Undo,
): Promise<void> {
  const changes = allIndexChanges(writer, prepared, stats);
  const { side, index } = prepared;
  if (changes.length > 0) await writer.index.replace(changes, { side, undo, prepared: index });
}

function writeReflogs(writer: Writer, { ref }: Head, { commits }: Prepared, undo: Undo): void {
  for (const one of ['HEAD', ...(ref === null ? [] : [ref])]) appendReflog(writer, one, { commits }, undo);
}
