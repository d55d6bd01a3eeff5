import type { RecordRef } from '../model/entry.ts';

/** Why somebody is told something. */
export const NOTICE_REASONS = ['mention', 'answer', 'comment', 'task'] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];

/** What a notice is about. */
export interface NoticeSubject {
  readonly reason: NoticeReason;
  /** Who has done it, such as `user/1`. */
  readonly by: string;
  readonly record: RecordRef | null;
  /** The name of a change. */
  readonly change: string | null;
  /** The id of a comment. */
  readonly comment: number | null;
}

/** Something that one person is told. */
export interface Notice extends NoticeSubject {
  /** Grows with each notice of the person. */
  readonly id: number;
  readonly at: string;
  readonly isRead: boolean;
}
