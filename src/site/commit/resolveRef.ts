import type { HeadHistory } from '../../git/history/history.ts';
import { findRefCommit, isRefName } from '../../git/read/ref/refNames.ts';
import { requestRef } from '../../git/remote/otherRefs.ts';
import type { GitRepository } from '../../git/repository.ts';
import { invalidAt, notFound } from '../../model/errors.ts';

interface Parts {
  readonly repo: GitRepository;
  /** The git hosts that were fetched from. */
  readonly remotes: readonly string[];
  readonly history: Pick<HeadHistory, 'beginningWith'>;
}

/**
 * The commit that a branch, tag, merge request or (abbreviated) commit id stands for.
 *
 * @param field the field of a request that holds the name, for errors
 * @throws CmsError NOT_FOUND; VALIDATION if it cannot be a name, or several commits begin with it
 */
export async function resolveRef({ repo, remotes, history }: Parts, name: string, field = 'ref'): Promise<string> {
  if (!isRefName(name)) throw invalidAt([field], 'is not the name of a branch, tag or commit');
  const found = await findRefCommit(repo, name, refsOfHosts(name, remotes));
  const commits = found ? [found] : findAbbreviated(name, history);
  if (commits.length > 1) throw invalidAt([field], `several commits begin with ${name}`);
  if (commits[0] === undefined) throw notFound('Ref');
  return commits[0];
}

/** Merge requests as GitHub, Gitea and GitLab number them. */
const REQUEST = /^(?:refs\/)?((?:pull|merge-requests)\/([1-9]\d{0,8})\/head)$/;

/** The fetched refs that a name may stand for: branches of git hosts, or a merge request. */
function refsOfHosts(name: string, remotes: readonly string[]): readonly string[] {
  const [, request, number] = REQUEST.exec(name) ?? [];
  if (request === undefined) return remotes.map((remote) => `refs/remotes/${remote}/${name}`);
  return [...remotes.map((remote) => requestRef(remote, Number(number))), `refs/${request}`];
}

/** Git abbreviates to at least seven digits. */
const ABBREVIATED = /^[0-9a-f]{7,39}$/;

const findAbbreviated = (name: string, history: Pick<HeadHistory, 'beginningWith'>): readonly string[] =>
  ABBREVIATED.test(name) ? history.beginningWith(name) : [];
