import type { RecordRef } from '../../model/entry.ts';
import type { Anchor } from '../../model/passage/passage.ts';

export const MAX_COMMENT_LENGTH = 10_000;
/** The most comments in one thread, so that its file stays small. */
export const MAX_COMMENTS = 500;

/** What somebody has said. */
export interface Comment {
  readonly id: number;
  /** Such as `user/1`. */
  readonly author: string;
  /** Plain text. */
  readonly text: string;
  /** Who is named in the text, such as `user/2`. */
  readonly mentions: readonly string[];
  readonly createdAt: string;
  readonly editedAt: string | null;
}

/** What is asked of somebody. */
export interface Task {
  /** Such as `user/2`. */
  readonly to: string;
  /** A day: `2026-12-01`. */
  readonly due: string | null;
}

/** A comment with its answers. Its id is that of its first comment. */
export interface CommentThread {
  readonly id: number;
  /** Null for a thread about a change as a whole. */
  readonly record: RecordRef | null;
  /** The name of the change that the thread belongs to; null for what is live. */
  readonly change: string | null;
  /** Null for a thread about all of the record. */
  readonly anchor: ThreadAnchor | null;
  readonly comments: readonly Comment[];
  readonly task: Task | null;
  readonly resolved: { readonly at: string; readonly by: string } | null;
}

/** An anchor as it was found last. */
export interface ThreadAnchor extends Anchor {
  /** The passage as it was when the comment was made. */
  readonly quote: string | null;
  /** The text of the field in which the passage was found last; null without a passage. */
  readonly text: string | null;
}

/** When something was last said in a thread. */
export const lastSaidAt = ({ comments }: CommentThread): string => comments.at(-1)!.createdAt;
