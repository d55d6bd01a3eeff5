import type { PublishedCommit } from '../../git/publish/request.ts';
import type { Actor } from '../../model/access.ts';
import type { EntryChange } from '../../model/entry.ts';
import type { Home } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';
import type { PlanParts, WritePlan } from '../queue/planWrite.ts';
import type { PresentState } from '../queue/presentState.ts';

/** A version of the site that is written: what its writes are planned against, and how they end. */
export interface WriteTarget {
  readonly store: Store;
  readonly planning: PlanParts;
  readonly clock: () => Date;
  /** The refusal of writes that others have overtaken too often. */
  readonly tooBusy: string;
  /**
   * Follows the version to where it is now, and runs one attempt at writing there.
   *
   * @param tries how many attempts have failed because others moved the version
   * @throws CmsError if these actors may not write, or nobody can
   */
  attempt<T>(
    asked: { readonly tries: number; readonly actors: readonly Actor[] },
    work: (attempt: WriteAttempt) => Promise<T>,
  ): Promise<T>;
  /** Serves what files hold now that conflicts name, or that were not what a write was planned against. */
  showFiles(paths: readonly string[]): Promise<void>;
  /** The error to report instead of one that a plan has thrown. */
  explain(error: unknown): unknown;
}

/** An attempt at writing to a version as it was when the attempt began. */
export interface WriteAttempt {
  readonly present: PresentState;
  /**
   * Makes each plan of one home that publishes one commit, in order, all or none.
   *
   * @throws HeadMoved or BranchMoved if the version is no longer where the attempt began
   * @throws CmsError naming a path that cannot be written
   */
  commit(home: Home, plans: readonly WritePlan[]): Promise<readonly PublishedCommit[]>;
  /** Makes the version serve what the commit of a plan has changed; resolves once it is durable and announced. */
  serve(plan: WritePlan, commit: PublishedCommit): Promise<readonly EntryChange[]>;
}
