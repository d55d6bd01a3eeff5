import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { UnreadableObject } from './objects/unreadableObject.ts';
import { findAtPath } from './read/treeDiff.ts';
import type { GitRepository } from './repository.ts';

/** Whether the present commit holds something at a folder of this file system. */
export async function isTracked({ location, objects, head }: GitRepository, folder: string): Promise<boolean> {
  const commit = await head();
  const inside = relative(location.worktree, realpathSync(folder)).split(sep).join('/');
  if (commit === null || inside === '' || inside.startsWith('..')) return inside === '';
  try {
    const { tree } = await objects.readCommit(commit);
    return (await findAtPath(objects.readTree, tree, inside)) !== null;
  } catch (error) {
    // A commit that nobody can read is told of, gives nobody anything, and lets nothing be written on top of it.
    if (error instanceof UnreadableObject) return false;
    throw error;
  }
}
