import type { SideFolder } from '../../disk/sideFolder.ts';
import { createUndo } from '../../disk/undo.ts';
import { isFileMode, isFolderMode, MODE } from '../../format/tree.ts';
import { type EntryDiff, findAtPath } from '../../read/treeDiff.ts';
import { isAsIn, isPlaced, placeLinks, readLinkTarget } from '../move/links.ts';
import type { GitWriter } from '../writer.ts';
import { leftMessage, type RecoveredPath, readTreeId, targetBlobId } from './settleFiles.ts';

interface LinkWork {
  readonly changes: readonly EntryDiff[];
  readonly head: string | null;
  readonly side: SideFolder;
}

/** As for files: the old or the new version becomes HEAD's. Returns the places, for the index. */
export async function settleLinks(
  writer: GitWriter,
  { changes, head, side }: LinkWork,
): Promise<readonly RecoveredPath[]> {
  const { objects, location } = writer;
  if (changes.length === 0) return [];
  const now = await readTreeId(objects, head);
  const places: RecoveredPath[] = [];
  for (const { path, before, after } of changes) {
    const target = now === null ? null : ((await findAtPath(objects.readTree, now, path)) ?? null);
    if (target && (isFileMode(target.mode) || isFolderMode(target.mode))) continue;
    const versions = new Set([targetBlobId(before), targetBlobId(after)]);
    places.push({ path, target, versions, changesMode: false, file: { id: undefined, stat: null } });
    if (isPlaced(location.root, path, target)) continue;
    const isOurs = [before, after].some((version) => isAsIn(location.root, path, version));
    const text = await readLinkTarget(objects, target);
    if (isOurs && (text !== null || target?.mode !== MODE.link)) {
      const link = { path, before: null, after: target, text };
      placeLinks(writer, [link], { root: location.root, side, undo: createUndo() });
    } else writer.reports.add({ code: 'RECOVERY', message: leftMessage(path) });
  }
  return places;
}
