/** How a change has ended at the git host. */
export interface HostEnding {
  /** The commit of it that the host had. */
  readonly hostHad: string;
  /** Whether the host says that it has merged that commit, perhaps as others; otherwise its branch is gone there. */
  readonly isMerged: boolean;
}
