import type { OtherRefs } from '../../model/remoteAddress.ts';

/** The repository at the git host, as it is fetched from and pushed to. */
export interface Remote {
  /** The address, for people: nothing secret is in it. */
  readonly shown: string;
  /** Under `refs/remotes/`: where what was fetched is kept. */
  readonly name: string;
  /**
   * Fetches what these branches hold; durable when it resolves. Gives the commit of each, null where the host has none such.
   * What else is asked for comes along where it can: refs of what the host no longer has go, and nothing fails for it.
   *
   * @throws RemoteFailure
   */
  fetch(branches: readonly string[], others?: OtherRefs): Promise<ReadonlyMap<string, string | null>>;
  /**
   * Makes the host's branch this commit, where that goes on from what the branch holds.
   *
   * @throws RemoteFailure `behind` where it does not
   */
  push(request: PushRequest): Promise<void>;
  /**
   * Takes the branch away at the host, where it still holds this commit.
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

/** Why the host has not done what it was asked for. */
export type RemoteFailureReason =
  /** Its branch holds what is not here: fetch, then push again. */
  | 'behind'
  /** It says no to this push: a protected branch, a hook, a quota. */
  | 'refused'
  /** It does not know us, or we may not do that. */
  | 'auth'
  /** It has no such repository, or shows it to others only. */
  | 'missing'
  /** It cannot be reached, or breaks off. */
  | 'offline'
  /** There is no space here for what it sends. */
  | 'full'
  | 'other';

/** An answer of the host's that is not the one we hoped for. */
export class RemoteFailure extends Error {
  readonly reason: RemoteFailureReason;
  /** What the host, or the way to it, has said in its own words; nothing secret is in it. */
  readonly said: string;

  constructor(reason: RemoteFailureReason, said: string) {
    super(said === '' ? ADVICE[reason] : `${ADVICE[reason]} (${said})`);
    this.name = 'RemoteFailure';
    this.reason = reason;
    this.said = said;
  }
}

/** Whether the host has gone on. */
export const isBehind = (error: unknown): boolean => error instanceof RemoteFailure && error.reason === 'behind';

/** For what nobody waits for. */
export function forgiveFailure(error: unknown): void {
  if (!(error instanceof RemoteFailure)) throw error;
}

/** What is the matter, and what to do. */
const ADVICE: Readonly<Record<RemoteFailureReason, string>> = {
  behind: 'The git host has commits that are not here yet: they are fetched and merged first',
  refused:
    'The git host refuses what is pushed. Where it protects the branch, let Quire write to one of its own: GIT_BRANCH=content and GIT_UPSTREAM=main,content',
  auth: 'The git host does not let Quire in: check that GIT_TOKEN, or the credential helper or SSH key of the user that Quire runs as, may read and write this repository',
  missing: 'The git host has no such repository, or does not show it: check GIT_REMOTE, and what the token may see',
  offline: 'The git host cannot be reached: it is tried again',
  full: 'There is no space left for what the git host sends',
  other: 'The git host could not be asked',
};
