import type { OtherRefs } from '../../model/address/remoteAddress.ts';
import { CmsError } from '../../model/errors.ts';

/** The repository at the git host, to fetch from and push to. */
export interface Remote {
  /** The address to show: it contains no secret. */
  readonly shown: string;
  /** Its folder below `refs/remotes/`, which keeps what was fetched. */
  readonly name: string;
  /**
   * Fetches these branches, durably, and returns the commit of each, null if the host has no such branch. Fetches `others`
   * too and drops the refs of those that are gone at the host, but does not fail if that does.
   *
   * @throws RemoteFailure
   */
  fetch(branches: readonly string[], others?: OtherRefs): Promise<ReadonlyMap<string, string | null>>;
  /**
   * Moves the host's branch to this commit, if that is a fast-forward from the one it is expected to hold.
   *
   * @throws RemoteFailure `behind` if it is not
   */
  push(request: PushRequest & ExpectedTip): Promise<void>;
  /**
   * Removes the branch at the host if it still holds this commit.
   *
   * @throws RemoteFailure
   */
  remove(request: PushRequest): Promise<void>;
  close(): Promise<void>;
}

export interface PushRequest {
  readonly commit: string;
  readonly branch: string;
}

/** Without this, a push would bring back what the host has dropped since the last fetch. */
interface ExpectedTip {
  /** The commit that the host's branch holds; null: it has no such branch; absent: any. */
  readonly onto?: string | null;
}

/** Why the host has not done what it was asked to do. */
export type RemoteFailureReason =
  /** Its branch has commits that are not here: fetch, then push again. */
  | 'behind'
  /** It refuses this push: a protected branch, a hook, a quota. */
  | 'refused'
  /** It does not know us, or does not allow us to do that. */
  | 'auth'
  /** It has no such repository, or shows it only to others. */
  | 'missing'
  /** It cannot be reached, or breaks off. */
  | 'offline'
  /** There is no space here for what it sends. */
  | 'full'
  /** It sends more than can be read here. */
  | 'large'
  | 'other';

/** A request to the host that failed. */
export class RemoteFailure extends Error {
  readonly reason: RemoteFailureReason;
  /** The words of the host, or of the program that asked it; contains no secret. */
  readonly said: string;

  constructor(reason: RemoteFailureReason, said: string) {
    super(said === '' ? ADVICE[reason] : `${ADVICE[reason]} (${said})`);
    this.name = 'RemoteFailure';
    this.reason = reason;
    this.said = said;
  }
}

/** Whether the host has newer commits. */
export const isBehindFailure = (error: unknown): error is RemoteFailure =>
  error instanceof RemoteFailure && error.reason === 'behind';

/** Swallows a failure of the host, or of a ref here that somebody has locked, for requests that may fail. */
export function forgiveFailure(error: unknown): void {
  if (!(error instanceof RemoteFailure || error instanceof CmsError)) throw error;
}

/** What has happened, and what to do. */
const ADVICE: Readonly<Record<RemoteFailureReason, string>> = {
  behind: 'The git host has commits that are not here yet: Quire fetches and merges them first',
  refused:
    'The git host refuses the push. If it protects the branch, let Quire write to a branch of its own: GIT_BRANCH=content and GIT_UPSTREAM=main,content',
  auth: 'The git host does not let Quire in: check that GIT_TOKEN, or the credential helper or SSH key of the user that Quire runs as, may read and write this repository',
  missing: 'The git host has no such repository, or does not show it: check GIT_REMOTE, and what the token may see',
  offline: 'The git host cannot be reached: Quire will try again',
  full: 'There is no space left for what the git host sends',
  large: 'The git host has files that are too large here: install git where Quire runs, or remove them from the branch',
  other: 'The request to the git host failed',
};
