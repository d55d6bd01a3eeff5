import { createSideFolder } from '../../disk/sideFolder.ts';
import { createUndo } from '../../disk/undo.ts';
import { readWorkingFile } from '../../disk/workingFile.ts';
import { findInIndex } from '../../format/index/indexEntries.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { findAtPath } from '../../read/treeDiff.ts';
import type { OwnWrite } from '../ownWrites.ts';
import type { GitWriter } from '../writer.ts';
import type { IndexChange } from './indexPatch.ts';
import { readSoundIndex } from './indexRebuild.ts';

/**
 * Repairs the index after a git command that read it before one of our commits and wrote it back afterwards. A path of
 * ours whose entry is an old version, while HEAD and the working file have the new one, gets the new one. Otherwise the
 * next commit of whoever ran that command would revert ours. Call it under git's locks.
 */
export async function repairIndex(writer: GitWriter, head: string | null): Promise<void> {
  if (head === null || writer.own.recent().size === 0 || !writer.index.isForeign()) return;
  const changes = await findRepairs(writer, head, await readSoundIndex(writer, head));
  if (changes.length > 0) await applyRepairs(writer, changes);
}

/**
 * Whether `repairIndex` has something to do. Looks without git's locks: whoever has just run `git add` may run
 * `git commit` at any moment, which does not wait for a lock.
 */
export async function needsRepair(writer: GitWriter, head: string | null): Promise<boolean> {
  if (head === null || writer.own.recent().size === 0 || !writer.index.isForeign()) return false;
  const index = writer.index.peek();
  if (!index || (await findRepairs(writer, head, index)).length > 0) return true;
  writer.index.accept(index);
  return false;
}

async function findRepairs(writer: GitWriter, head: string, index: GitIndex): Promise<readonly IndexChange[]> {
  if (index.starts.length === 1) return [];
  const { tree } = await writer.objects.readCommit(head);
  const changes: IndexChange[] = [];
  for (const [path, write] of writer.own.recent()) {
    const name = `${writer.location.prefix}${path}`;
    if (!isStaleEntry(index, name, write)) continue;
    const file = readWorkingFile(writer.location.root, path);
    const present = await findAtPath(writer.objects.readTree, tree, name);
    const { target } = write;
    if (file.id !== (target?.id ?? null) || present?.id !== target?.id || present?.mode !== target?.mode) continue;
    changes.push({ path: name, entry: target && { ...target, stat: file.stat } });
  }
  return changes;
}

function isStaleEntry(index: GitIndex, name: string, { versions, target }: OwnWrite): boolean {
  const entries = findInIndex(index, name);
  const [entry] = entries;
  if (entries.length > 1 || entry?.isIntent || (entry && entry.stage !== 0)) return false;
  const id = entry?.id ?? null;
  return id !== (target?.id ?? null) && versions.has(id);
}

async function applyRepairs({ index, fs, sidePath }: GitWriter, changes: readonly IndexChange[]): Promise<void> {
  const side = createSideFolder({ path: sidePath, fs });
  try {
    await index.replace(changes, { side, undo: createUndo() });
  } finally {
    await side.clear();
  }
}
