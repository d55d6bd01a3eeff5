import type { SideFolder } from '../../disk/sideFolder.ts';
import { createUndo } from '../../disk/undo.ts';
import { findInIndex } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import type { IndexChange } from '../index/indexPatch.ts';
import { readSoundIndex } from '../index/indexRebuild.ts';
import type { GitWriter } from '../writer.ts';
import type { RecoveredPath } from './settleFiles.ts';

interface IndexWork {
  readonly head: string | null;
  readonly places: readonly RecoveredPath[];
  readonly side: SideFolder;
}

export async function settleIndex(writer: GitWriter, { head, places, side }: IndexWork): Promise<void> {
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
