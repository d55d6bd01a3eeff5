/** A branch of the git host, or what somebody asks there to be merged, as it was last fetched. */
export interface HostBranch {
  /** As the host calls the branch; of a request without a branch there its number: `#12`. */
  readonly name: string;
  /** Where it is kept here. */
  readonly ref: string;
  readonly commit: string;
  /** The number of the pull (merge) request, where requests are fetched and one is to merge it. */
  readonly request: number | null;
  /** Where the host shows it; null where there is none, or that is not known. */
  readonly requestUrl: string | null;
}
