import type { Page } from '../entities/page.ts';

/** A page as it was after a commit. */
export interface PageRevision {
  readonly commit: string;
  /** Git's blob id of the file at that commit. */
  readonly rev: string;
  /** ISO 8601. */
  readonly at: string;
  readonly author: { readonly name: string; readonly email: string };
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
