import { basename } from 'node:path';
import { createSideFolder } from '../../disk/sideFolder.ts';
import { DamagedIndex } from '../../format/index/indexFile.ts';
import type { GitIndex } from '../../format/index/indexLayout.ts';
import { isFolderMode, parseTreeBytes } from '../../format/tree.ts';
import { closedPathsOf, type FindClosed } from '../check/closedPaths.ts';
import type { GitWriter } from '../writer.ts';
import { buildIndex } from './indexPatch.ts';

/**
 * Reads the index from disk. Rebuilds a damaged one from HEAD and keeps the old file beside it, because git itself
 * refuses to work with it. Call it under `index.lock` only; otherwise throws as `readIndex` does.
 */
export async function readSoundIndex(writer: GitWriter, head: string | null): Promise<GitIndex> {
  try {
    return writer.index.read();
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
  }
  const entries = head === null ? [] : await listCommit(writer, head);
  const side = createSideFolder({ path: writer.sidePath, fs: writer.fs });
  try {
    const kept = basename(await writer.index.rebuild(buildIndex(entries), side));
    writer.reports.add({
      code: 'INDEX_REBUILT',
      message: `The git index was damaged and has been rebuilt from HEAD. What was staged is only in the old file, kept as ${kept}`,
    });
  } finally {
    await side.clear();
  }
  return writer.index.read();
}

interface CommitIndexEntry {
  readonly name: Buffer;
  readonly mode: string;
  readonly id: string;
  readonly isSkipped?: boolean;
}

/** All files of a commit; those at closed paths are not checked out. */
async function listCommit(writer: GitWriter, commit: string): Promise<readonly CommitIndexEntry[]> {
  const { tree } = await writer.objects.readCommit(commit);
  return listTree({ ...writer, findClosed: closedPathsOf(writer, commit) }, tree);
}

interface ListTreeParts extends Pick<GitWriter, 'objects'> {
  readonly findClosed: FindClosed;
}

async function listTree(
  listing: ListTreeParts,
  tree: string,
  folder: Buffer = Buffer.alloc(0),
): Promise<readonly CommitIndexEntry[]> {
  const listed: CommitIndexEntry[] = [];
  for (const entry of parseTreeBytes(await listing.objects.readTree(tree))) {
    const name = Buffer.concat([folder, entry.name]);
    if (isFolderMode(entry.mode))
      for (const below of await listTree(listing, entry.id, Buffer.concat([name, Buffer.from('/')])))
        listed.push(below);
    else {
      const isSkipped = (await listing.findClosed(name.toString())) !== null;
      listed.push({ ...entry, name, mode: indexMode(entry.mode), isSkipped });
    }
  }
  return listed;
}

/** Old trees have modes like 100664; an index knows only two modes of files. */
const indexMode = (mode: string): string => {
  if (!/^100/.test(mode)) return mode;
  return Number.parseInt(mode, 8) & 0o100 ? '100755' : '100644';
};
