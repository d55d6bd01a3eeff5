import type { Entry } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import type { Site } from '../../site/site.ts';
import { findAnchor } from './findAnchor.ts';
import type { CommentParts } from './parts.ts';
import type { CommentThread } from './thread.ts';
import type { ShownThread } from './view.ts';

/** Finds what each of some threads is about in the version that it belongs to. */
export const locateThreads = (
  threads: readonly CommentThread[],
  parts: CommentParts,
): Promise<readonly ShownThread[]> => Promise.all(threads.map((thread) => locateThread(thread, parts)));

export async function locateThread(thread: CommentThread, parts: CommentParts): Promise<ShownThread> {
  const { anchor, record } = thread;
  if (!anchor || !record) return { thread, anchor: null };
  const found = findAnchor(anchor, await readRecord(record, thread.change, parts));
  if (found.moved) rememberAnchor(thread, found.moved, parts);
  return { thread, anchor: found };
}

/** A passage that has come far is found more surely from where it was last. Nothing waits for it to be written. */
function rememberAnchor(seen: CommentThread, moved: CommentThread['anchor'], { threads, onError }: CommentParts): void {
  threads
    .update(seen.id, (thread) => (thread.anchor === seen.anchor ? { ...thread, anchor: moved } : thread))
    .catch(onError);
}

/** Whether the record or the change that a thread is about can be read with these parts. */
export async function isReadable(
  { record, change }: CommentThread,
  parts: Pick<CommentParts, 'live' | 'proposals'>,
): Promise<boolean> {
  if (record) return (await readRecord(record, change, parts)) !== undefined;
  return change !== null && (await openIfThere(change, parts.proposals)) !== undefined;
}

/** The record in a change, or else in its draft, or else as it is live. */
export async function readRecord(
  record: NonNullable<CommentThread['record']>,
  change: string | null,
  { live, proposals }: Pick<CommentParts, 'live' | 'proposals'>,
): Promise<Entry | undefined> {
  const name = change ?? proposals.drafts.nameOf(record);
  const site: Site = (name === undefined ? undefined : await openIfThere(name, proposals)) ?? live;
  return site.store.get(record.kind, record.id);
}

/** A change that was published or dropped is not there any more. */
async function openIfThere(name: string, proposals: CommentParts['proposals']): Promise<Site | undefined> {
  try {
    return await proposals.open(name, false);
  } catch (error) {
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
