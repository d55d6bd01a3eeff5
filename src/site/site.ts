import type { TreeTarget } from '../git/format/tree.ts';
import type { PageLists } from '../store/page/pageLists.ts';
import type { PageSearchIndexes } from '../store/search/search.ts';
import type { Store } from '../store/store.ts';
import type { PublicContent } from '../view/publicContent.ts';
import type { SiteHistory } from './version/past.ts';

/**
 * One version of the site: what is live, a branch, or a commit. Whatever reads, searches, shows or plans something works
 * on each of them alike. Only `openLive`, `openBranch` and `openCommit` make one.
 *
 * @template Write what changes the version; undefined if nothing can
 */
export interface Site<Write = unknown> {
  /** The commit whose content it is; null before the first one. */
  readonly commit: string | null;
  readonly store: Store;
  /** Sorted lists by the server's clock, each made on first use. */
  readonly lists: PageLists;
  /** Made on first use. */
  search(): PageSearchIndexes;
  readonly history: SiteHistory;
  readonly view: SiteView;
  readonly write: Write;
  /** The files that differ from those of its commit, by their paths from the root of the repository. */
  readonly edits?: ReadonlyMap<string, TreeTarget | null>;
}

/** A version that is in git as a whole: a branch, or a commit. It holds no users, keys and webhooks. */
export interface GitSite<Write = unknown> extends Site<Write> {
  readonly commit: string;
}

/** What a version shows. */
export interface SiteView {
  readonly content: PublicContent;
  /** The same with pages of any status. */
  readonly preview: PublicContent;
}

/** The version of a branch. Like the live one it is one store, which moves along. */
export interface BranchSite<Write = unknown> extends GitSite<Write> {
  /** `refs/heads/change/menu`. */
  readonly ref: string;
  /**
   * Moves on to the present head of the branch, which others may have moved.
   *
   * @throws CmsError NOT_FOUND if the branch is gone
   */
  refresh(): Promise<void>;
  /** Moves on to a commit that was made here in place of `commit` or on top of it. */
  advance(commit: string): Promise<void>;
}

/** All versions of the site that git has, each opened when it is asked for. They share in memory what they have in common. */
export interface Sites<Write = unknown> {
  /**
   * The commit that a name stands for now: a branch, a tag, a branch of the git host, a fetched merge request
   * (`pull/7/head`), or the id of a commit, which may be abbreviated if it is an ancestor of the live commit.
   *
   * @param field the field of a request that holds the name, for errors; `ref` if absent
   * @throws CmsError VALIDATION if it cannot be a name; NOT_FOUND if nothing has that name
   */
  resolve(name: string, field?: string): Promise<string>;
  /**
   * The version that a name stands for: the branch, or else the commit.
   *
   * @throws as `resolve`; SERVICE_UNAVAILABLE if it cannot be read
   */
  open(name: string): Promise<GitSite>;
  /**
   * The version of the newest commit at a moment, of a branch or tag or of the live branch.
   *
   * @throws as `open`; NOT_FOUND before the first commit
   */
  atTime(at: Date, name?: string): Promise<GitSite<undefined>>;
  /** @throws CmsError NOT_FOUND if it is not a commit of this repository, SERVICE_UNAVAILABLE if it cannot be read */
  atCommit(commit: string): Promise<GitSite<undefined>>;
  /** A version that is in no commit, made by `open` if it is not in memory under this name. */
  made(name: string, open: () => Promise<GitSite<undefined>>): Promise<GitSite<undefined>>;
  /** A branch at its present head. @throws CmsError NOT_FOUND if it is gone, SERVICE_UNAVAILABLE if it cannot be read */
  atBranch(ref: string): Promise<BranchSite<Write>>;
}

/** Shows the site as it will be: what is live, and every page and change that is due by then, in their order. */
export interface ForeseenSites {
  at(time: Date): Promise<GitSite<undefined>>;
  /** What is due in such a version and cannot be published as it is, so that it is without it. */
  leftOut(site: GitSite): Promise<LeftOut>;
}

/** What cannot be published when its time comes. */
export interface LeftOut {
  /** The names of changes. */
  readonly changes: readonly string[];
  /** The ids of pages. */
  readonly pages: readonly number[];
}
