import { notFound } from '../../model/errors.ts';
import { isReadable } from './locateThreads.ts';
import type { ThreadStore } from './openThreads.ts';
import type { CommentParts } from './parts.ts';
import type { CommentThread } from './thread.ts';

/** The threads about what somebody may read who may not read all content. */
export function restrictThreads(threads: ThreadStore, readable: Pick<CommentParts, 'live' | 'proposals'>): ThreadStore {
  async function keepReadable(found: Promise<readonly CommentThread[]>): Promise<readonly CommentThread[]> {
    const all = await found;
    const isKept = await Promise.all(all.map((thread) => isReadable(thread, readable)));
    return all.filter((_, index) => isKept[index]);
  }
  return {
    ...threads,
    list: () => keepReadable(threads.list()),
    about: (record) => keepReadable(threads.about(record)),
    async withComment(id) {
      const thread = await threads.withComment(id);
      if (!(await isReadable(thread, readable))) throw notFound('Comment');
      return thread;
    },
  };
}
