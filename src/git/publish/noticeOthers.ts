import { readHead } from '../read/ref/refs.ts';
import { noticeHead } from './head/headWatch.ts';
import { needsRepair, repairIndex } from './index/repairIndex.ts';
import { locked } from './locked.ts';
import type { GitWriter } from './writer.ts';

/** Looks at what others have done with HEAD and the index: see `GitRepository.check`. */
export async function noticeOthers(writer: GitWriter): Promise<void> {
  await writer.settled();
  const head = readHead(writer.location);
  await noticeHead(writer, head);
  if (await needsRepair(writer, readHead(writer.location).commit))
    await locked(writer, head, () => repairIndex(writer, readHead(writer.location).commit));
}

/** See `GitRepository.isTouched`. */
export function isTouched({ location, seen, index }: GitWriter): boolean {
  const { ref, commit } = readHead(location);
  return ref !== seen.head.ref || commit !== seen.head.commit || seen.behind.size > 0 || index.isForeign();
}
