import git, { type PrePushCallback } from 'isomorphic-git';
import { answerTasks } from '../../lib/turn/createThread.ts';
import type { HostRef } from './otherRefs.ts';
import { createPackFs } from './packFs.ts';
import { createPortableHttp } from './portableHttp.ts';

/** One request to the host: to list its refs, fetch one, push a commit to a branch, or remove a branch. */
export interface PortableTask {
  readonly commonDir: string;
  readonly url: string;
  readonly username: string;
  /** Null: asks anonymously. */
  readonly password: string | null;
  /** Lists the refs with this prefix. */
  readonly list?: string;
  /** `known`: the ref here that holds what was last fetched. */
  readonly fetch?: { readonly ref: string; readonly known: string };
  readonly push?: { readonly commit: string; readonly branch: string; readonly onto?: string | null | undefined };
  /** Removes the branch if it still holds this commit. */
  readonly remove?: { readonly commit: string; readonly branch: string };
  /** See `RemoteOptions`. */
  readonly silentMs?: number | undefined;
}

/** The listed refs; a ref's commit, null if there is no such ref; or a failure, in words that `readFailure` understands. */
export type PortableAnswer =
  | { readonly refs: readonly HostRef[] }
  | { readonly commit: string | null }
  | { readonly said: string };

/** Runs in a thread. */
answerTasks<PortableTask, PortableAnswer>(async (task) => {
  const heard: string[] = [];
  const remote = 'host';
  const { fs, written } = createPackFs(task.commonDir, remote);
  const asking = {
    ...{ fs, remote, gitdir: task.commonDir, url: task.url, http: createPortableHttp(task.silentMs) },
    onAuth: () => (task.password === null ? { cancel: true } : { username: task.username, password: task.password }),
    onAuthFailure: () => ({ cancel: true }),
    onMessage: (text: string) => void heard.push(text),
  };
  try {
    if (task.remove) {
      const { commit, branch } = task.remove;
      const ref = `refs/heads/${branch}`;
      let there: string | undefined;
      // The host removes it only if it still holds the commit that it has just reported.
      const onPrePush: PrePushCallback = ({ remoteRef }) => {
        there = remoteRef.oid;
        return there === commit;
      };
      // By the commit: isomorphic-git would look up a branch, which may be gone here.
      await git.push({ ...asking, ref: commit, remoteRef: ref, delete: true, onPrePush }).catch((error) => {
        if (!isFailure(error, 'UserCanceledError') || there === undefined) throw error;
        if (there !== NOTHING) throw new Error(STALE);
      });
      return { commit: null };
    }
    if (task.push) {
      const { commit, branch, onto } = task.push;
      let isStale = false;
      const onPrePush: PrePushCallback = ({ remoteRef }) => {
        isStale = onto !== undefined && remoteRef.oid !== (onto ?? NOTHING);
        return !isStale;
      };
      await git.push({ ...asking, ref: commit, remoteRef: `refs/heads/${branch}`, onPrePush }).catch((error) => {
        throw isStale ? new Error(STALE) : error;
      });
      return { commit };
    }
    if (task.list) {
      const refs = await git.listServerRefs({ ...asking, prefix: task.list });
      return { refs: refs.map(({ ref, oid }) => ({ ref, commit: oid })) };
    }
    const { ref, known } = task.fetch!;
    const found = await git.fetch({ ...asking, ref: known, remoteRef: ref, singleBranch: true });
    await written();
    return { commit: found.fetchHead };
  } catch (error) {
    if (isMissingBranch(error, task)) return { commit: null };
    return { said: [...heard, describeGitFailure(error)].join('\n') };
  }
});

/** Git's words for a branch that holds another commit than expected. */
const STALE = '[rejected] (stale info)';
/** The commit of a missing branch in the protocol. */
const NOTHING = '0'.repeat(40);

interface GitFailure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly cause?: { readonly message?: string };
  readonly data?: {
    readonly statusCode?: number;
    readonly response?: string;
    readonly what?: string;
    readonly prettyDetails?: string;
  };
}

/** A branch that the host does not have is an answer, not a failure. */
const isMissingBranch = (error: unknown, { fetch }: PortableTask): boolean =>
  fetch !== undefined && isFailure(error, 'NotFoundError') && error.data?.what === fetch.ref;

const isFailure = (error: unknown, code: string): error is GitFailure => (error as GitFailure).code === code;

/** A failure in git's own words. */
function describeGitFailure(error: unknown): string {
  const { code, data, message = String(error), cause } = error as GitFailure;
  if (code === 'UserCanceledError') return 'Authentication failed';
  if (code === 'PushRejectedError') return '[rejected] (fetch first)';
  if (code === 'GitPushError') return `[remote rejected] ${data?.prettyDetails ?? message}`;
  if (code === 'HttpError') return `HTTP Error: ${data?.statusCode} ${data?.response ?? ''}`;
  if (code === 'ParseError' || code === 'EmptyServerResponseError') return `the host broke off: ${message}`;
  return [message, cause?.message].filter(Boolean).join(': ');
}
