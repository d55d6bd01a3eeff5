import type { Page } from '../entities/page.ts';

/** A page as a commit left it. */
export interface PageRevision {
  readonly commit: string;
  /** Git's blob id of the file as it then was. */
  readonly rev: string;
  /** ISO 8601. */
  readonly at: string;
  readonly author: { readonly name: string; readonly email: string };
  /** The first line of the commit's message. */
  readonly subject: string;
  /** Its body; null where it has none. */
  readonly note: string | null;
  readonly pageId: number;
  /** The place the page had then. */
  readonly slug: string;
  readonly locale: string;
  /** Null where the file was broken; `problem` says how. */
  readonly data: Page | null;
  readonly problem: string | null;
}
