import type { HeadHistory } from '../git/history/history.ts';
import type { GitRepository } from '../git/repository.ts';
import { notFound } from '../model/errors.ts';
import { createStore } from '../store/createStore.ts';
import { createPageLists } from '../store/page/pageLists.ts';
import { type CommitSource, fillStore } from './commit/readCommitted.ts';
import { createView, joinSite } from './joinSite.ts';
import type { GitSite } from './site.ts';
import { agesFrom } from './version/fileTimes.ts';

export interface OpenParts {
  readonly repo: GitRepository;
  readonly history: Pick<HeadHistory, 'at'>;
  readonly source: CommitSource;
  readonly clock: () => Date;
  /** Called when the search of what is opened is first used. */
  onSearch(): void;
}

/**
 * The version of a commit, which never changes: the same as a server on a checkout of it would serve.
 *
 * @throws CmsError NOT_FOUND if it is not a commit of this repository
 */
export async function openCommit(commit: string, parts: OpenParts): Promise<GitSite<undefined>> {
  const { repo, source } = parts;
  if ((await repo.objects.typeOf(commit)) !== 'commit') throw notFound('Commit');
  const history = await parts.history.at(commit);
  const store = createStore({ code: source.live.code });
  store.tellAges(agesFrom(history));
  await fillStore(store, { commit, history }, source);
  const ofCommit = { ...repo, head: async () => commit };
  const { readRecord } = source;
  return {
    commit,
    ...joinSite({ ...parts, repo: ofCommit, store, readRecord, commits: () => history, isReady: () => true }),
    write: undefined,
  };
}

/** The version of a commit as it was visible at a moment. Its lists are made for it, because others follow the clock. */
export function atMoment(site: GitSite<undefined>, at: Date): GitSite<undefined> {
  const { store } = site;
  const clock = (): Date => at;
  const lists = createPageLists({ ...store, add: () => undefined }, clock);
  return { ...site, lists, view: createView({ store, lists, clock }) };
}
