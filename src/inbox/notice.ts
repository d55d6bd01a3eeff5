import { FEATURE_NOTICES } from '../features/lists/notices.ts';
import type { RecordRef } from '../model/entry.ts';

/** Why somebody is told something: what features declare in `notices.ts`. */
export type NoticeReason = keyof typeof FEATURE_NOTICES;
// The table has a row for each.
export const NOTICE_REASONS = Object.keys(FEATURE_NOTICES) as NoticeReason[];

/** What a notice is about. */
export interface NoticeSubject {
  readonly reason: NoticeReason;
  /** Who has done it, such as `user/1`; the system, if nobody has. */
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
