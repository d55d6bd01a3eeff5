import type { Page } from '../entities/page.ts';

/** The revision that another one is compared with. */
interface EarlierRevision {
  readonly commit: string;
  /** Null if its file was broken. */
  readonly data: Page | null;
}

/** A page as it was after a commit. */
export interface PageRevision {
  readonly commit: string;
  /** Git's blob id of the file at that commit. */
  readonly rev: string;
  /** ISO 8601. */
  readonly at: string;
  readonly author: { readonly name: string; readonly email: string };
  /** What was done, and by whom: `page.update`, `user/1`; null for a commit that is not Quire's own. */
  readonly action: string | null;
  readonly actor: string | null;
  /** The revision before it; of a page that was published with a change, the one that was live until then. */
  readonly before: EarlierRevision | null;
  /** The commit whose version a restore brought back. */
  readonly restores: string | null;
  /** Whether it was published at a time that was set before. */
  readonly wasScheduled: boolean;
  /** The names of those who have approved it before it was published. */
  readonly approvedBy: readonly string[];
  /** The first line of the commit's message. */
  readonly subject: string;
  /** The body of the message; null if it has none. */
  readonly note: string | null;
  readonly pageId: number;
  /** The page's slug at that time. */
  readonly slug: string;
  readonly locale: string;
  /** Null if the file was broken; `problem` says how. */
  readonly data: Page | null;
  readonly problem: string | null;
}
