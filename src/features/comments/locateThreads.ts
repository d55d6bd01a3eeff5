import { readSubjectRecord } from '../../extend/readable.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { findAnchor } from './findAnchor.ts';
import type { CommentParts } from './parts.ts';
import type { CommentThread } from './thread.ts';
import type { ShownThread } from './view.ts';

/** Finds what each of some threads is about in the version that it belongs to; long lists in slices. */
export async function locateThreads(
  threads: readonly CommentThread[],
  parts: CommentParts,
): Promise<readonly ShownThread[]> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const located: ShownThread[] = [];
  for (const thread of threads) {
    located.push(await locateThread(thread, parts));
    await yieldIfBusy();
  }
  return located;
}

/** A thread where it was found last: no version is opened. */
export const asRemembered = (thread: CommentThread): ShownThread => ({
  thread,
  anchor: thread.anchor && { field: thread.anchor.field, passage: thread.anchor.passage ?? null, isGone: false },
});

export async function locateThread(thread: CommentThread, parts: CommentParts): Promise<ShownThread> {
  const { anchor, record } = thread;
  if (!anchor || !record) return { thread, anchor: null };
  const found = findAnchor(anchor, await readSubjectRecord(record, thread.change, parts));
  if (found.moved) rememberAnchor(thread, found.moved, parts);
  return { thread, anchor: found };
}

/** A passage that has come far is found more surely from where it was last. Nothing waits for it to be written. */
function rememberAnchor(seen: CommentThread, moved: CommentThread['anchor'], { threads, onError }: CommentParts): void {
  threads
    .update(seen.id, (thread) => (thread.anchor === seen.anchor ? { ...thread, anchor: moved } : thread))
    .catch(onError);
}
