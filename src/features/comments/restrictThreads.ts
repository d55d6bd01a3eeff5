import { isSubjectReadable, keepReadable } from '../../extend/readable.ts';
import { notFound } from '../../model/errors.ts';
import type { ThreadStore } from './openThreads.ts';
import type { CommentParts } from './parts.ts';

/** The threads about what somebody may read who may not read all content. */
export function restrictThreads(threads: ThreadStore, readable: Pick<CommentParts, 'live' | 'proposals'>): ThreadStore {
  return {
    ...threads,
    list: async () => keepReadable(await threads.list(), readable),
    about: async (record) => keepReadable(await threads.about(record), readable),
    async withComment(id) {
      const thread = await threads.withComment(id);
      if (!(await isSubjectReadable(thread, readable))) throw notFound('Comment');
      return thread;
    },
  };
}
