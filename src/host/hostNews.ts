/** What is new at the host: everything has been fetched, or something has happened to requests to merge a branch. */
export type HostNews =
  | { readonly type: 'fetched' }
  /** The branch is null if the host does not say which. */
  | { readonly type: 'request'; readonly branch: string | null };
