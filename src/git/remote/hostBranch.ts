/** A branch or pull request of the git host, as last fetched. */
export interface HostBranch {
  /** The branch's name at the host; null for a request whose branch is elsewhere (a fork) or gone. */
  readonly branch: string | null;
  /** The ref that keeps it here. */
  readonly ref: string;
  readonly commit: string;
  /** The number of the pull (merge) request that would merge it, if requests are fetched and there is one. */
  readonly request: number | null;
  /** The request's page at the host; null if there is no request or its page is not known. */
  readonly requestUrl: string | null;
}

/** A request as the host's interface tells of it. */
export interface NotedRequest {
  readonly number: number;
  readonly url: string | null;
}

/** What the git host has, as last fetched. */
export interface HostBranches {
  /** Its branches, then the requests whose branches are elsewhere (forks) or gone. The same array until one moves. */
  list(): Promise<readonly HostBranch[]>;
  find(branch: string): HostBranch | undefined;
  /** The commits of a branch that the host has, or may have got since. */
  commitsOf(branch: string): readonly string[];
  findRequest(request: number): HostBranch | undefined;
  /** Tells with a branch the open request that the host has told of by its interface; null: there is none. */
  noteRequest(branch: string, request: NotedRequest | null): void;
}
