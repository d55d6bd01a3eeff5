/** A branch or pull request of the git host, as last fetched. */
export interface HostBranch {
  /** The branch's name at the host; for a request without a branch there, its number: `#12`. */
  readonly name: string;
  /** The ref that keeps it here. */
  readonly ref: string;
  readonly commit: string;
  /** The number of the pull (merge) request that would merge it, if requests are fetched and there is one. */
  readonly request: number | null;
  /** The request's page at the host; null if there is no request or its page is not known. */
  readonly requestUrl: string | null;
}
