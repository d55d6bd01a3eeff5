import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import type { EntryDiff } from '../../read/treeDiff.ts';
import type { FindClosed } from '../check/closedPaths.ts';
import { isLinkChange } from './links.ts';

/** Changes by how they get into the working tree: as files, as links and submodules, or not at all. */
export type ChangesByKind<Change extends EntryDiff> = Readonly<Record<'files' | 'links' | 'closed', readonly Change[]>>;

export async function sortChanges<Change extends EntryDiff>(
  changes: readonly Change[],
  findClosed: FindClosed,
): Promise<ChangesByKind<Change>> {
  const sorted = { files: [] as Change[], links: [] as Change[], closed: [] as Change[] };
  const yieldIfBusy = createYieldIfBusy();
  for (const change of changes) {
    if (await findClosed(change.path)) sorted.closed.push(change);
    else sorted[isLinkChange(change) ? 'links' : 'files'].push(change);
    await yieldIfBusy();
  }
  return sorted;
}
