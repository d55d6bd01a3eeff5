import type { ReadableProposals } from '../../extend/featureParts.ts';
import type { Site } from '../../site/site.ts';
import type { commentEvents } from './notices.ts';
import type { ThreadStore } from './openThreads.ts';
import type { Comment, CommentThread } from './thread.ts';

/** What comments are made with. */
export interface CommentParts {
  readonly threads: ThreadStore;
  readonly live: Site;
  readonly proposals: ReadableProposals;
  readonly clock: () => Date;
  /** Called after something was said, changed or resolved; the caller waits for it. */
  onComment(event: CommentEvent): Promise<void>;
  onError(error: unknown): void;
}

export interface CommentEvent {
  readonly type: keyof typeof commentEvents;
  /** The comment that was said or changed, or by which its thread was. */
  readonly comment: number;
  /** What was said; absent if nothing was. */
  readonly said?: Comment;
  /** The thread as it is now, or as it was last. */
  readonly thread: CommentThread;
  /** Whom the thread asks to do something since now. */
  readonly asks?: string;
  readonly by: string;
}
