import type { ReadableProposals } from '../../extend/feature.ts';
import type { Site } from '../../site/site.ts';
import type { ThreadStore } from './openThreads.ts';
import type { Comment, CommentThread } from './thread.ts';

/** What comments are made with. */
export interface CommentParts {
  readonly threads: ThreadStore;
  readonly live: Site;
  readonly proposals: ReadableProposals;
  readonly clock: () => Date;
  /** Called after something was said or resolved; the caller waits for it. */
  onComment(event: CommentEvent): Promise<void>;
  onError(error: unknown): void;
}

export interface CommentEvent {
  readonly type: 'comment.created' | 'comment.resolved';
  /** What was said; absent if the thread was resolved. */
  readonly said?: Comment;
  /** The thread as it is now. */
  readonly thread: CommentThread;
  readonly by: string;
}
