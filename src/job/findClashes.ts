import { findDivergence } from '../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../git/repository.ts';
import { clashesNamedIn, clashesResolvedIn } from '../write/merge/clashTrailers.ts';
import type { FindClashes } from './happening.ts';

/** The most clashes to name in one event. */
const MAX_CLASHES = 200;

/** Reads clashes from the messages of merges. */
export const createFindClashes =
  ({ objects }: Pick<GitRepository, 'objects'>): FindClashes =>
  async (from, to) => {
    const commits = from === null ? [] : ((await findDivergence(objects, to, from))?.ours ?? []);
    const settled = new Set(commits.flatMap(({ message }) => clashesResolvedIn(message)));
    const found = commits.flatMap(({ message, parents }) => (parents.length > 1 ? clashesNamedIn(message) : []));
    return found.filter(({ clashId }) => !settled.has(clashId)).slice(0, MAX_CLASHES);
  };
