import type { FileRevision } from './publish/check/requireCommitted.ts';
import type { RepoReport } from './publish/reports.ts';
import type { CommitRequest, PublishedCommit } from './publish/request.ts';
import type { ReadableRepository } from './read/readable.ts';

/**
 * Where the files of one home live. Knows paths, bytes and messages, nothing of content. In a home without history the
 * present commit is null.
 */
export interface Repo extends Pick<ReadableRepository, 'root' | 'head' | 'readAt' | 'diff'> {
  /** @throws CmsError CONFLICT naming the path when one of these files differs from the commit (null: none yet) */
  requireCommitted(commit: string | null, files: readonly FileRevision[]): Promise<void>;
  /**
   * Makes each request one commit, in order, on top of `parent`; durable when it resolves.
   *
   * @throws HeadMoved when HEAD is not `parent`
   * @throws CmsError CONFLICT naming the path when a target holds somebody's uncommitted change;
   *   SERVICE_UNAVAILABLE while another process holds git's locks or an operation is under way;
   *   INSUFFICIENT_STORAGE when there is no space. Nothing has changed then.
   */
  publish(parent: string | null, requests: readonly CommitRequest[]): Promise<readonly PublishedCommit[]>;
  /** As `publish`, but resolves before the last wait for the disk is over. */
  place(parent: string | null, requests: readonly CommitRequest[]): Promise<readonly PublishedCommit[]>;
  /**
   * Keeps everybody else from moving HEAD during `work`, which publishes: for when others move it faster than a
   * publish is planned.
   *
   * @throws CmsError SERVICE_UNAVAILABLE while another process holds git's locks
   */
  holdHead<T>(work: () => Promise<T>): Promise<T>;
  /** @throws CmsError SERVICE_UNAVAILABLE while somebody's merge or rebase is under way */
  requireNoOperation(): void;
  /** What people should know about the repository: its present state, and what has happened since the start. */
  reports(): readonly RepoReport[];
  close(): Promise<void>;
}
