import type { VersionDifference } from '../../write/merge/diffRecords.ts';
import type { ChangeGoingLive, RecordToPublish } from '../../write/rights/publishGuard.ts';

/** A commit of a change, and the live one that it would be merged into. */
export interface ProposalCommits {
  readonly live: string;
  readonly head: string;
}

/** What publishing a change would make different. */
export interface ProposalPublication extends ProposalCommits {
  readonly records: readonly RecordToPublish[];
  /** The names of the records that the reader may not see. */
  readonly hidden: ReadonlySet<string>;
  /** Whether values clash: what would become live is not decided then. */
  readonly isUndecided: boolean;
  findAuthors: ChangeGoingLive['findAuthors'];
}

/** Tells what publishing changes would make different, before anything is published. */
export interface Publications {
  /** What publishing would make different for the public, as far as the edits can be merged. */
  publication(live: string, head: string): Promise<ProposalPublication>;
  /** How what publishing would lead to differs; null if that cannot be read, or is too much. */
  difference(before: ProposalCommits, after: ProposalCommits): Promise<VersionDifference | null>;
}
