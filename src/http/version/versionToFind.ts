/** The version of the site that a request asks for. At least one of the two is given. */
export interface AskedVersion {
  /** The name of a branch or tag, or a commit id. */
  readonly ref: string | undefined;
  /** The moment whose content is asked for, as it was visible then. */
  readonly at: Date | undefined;
}

/** What is to be found for a request: a version, or the part of one that a preview token opens. */
export interface VersionToFind {
  /** Null: what is live. */
  readonly asked: AskedVersion | null;
  /** The only page that may be seen; null: all. */
  readonly page: number | null;
}
