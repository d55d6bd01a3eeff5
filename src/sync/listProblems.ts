import type { Repo } from '../git/repo.ts';
import type { Problem } from '../model/entry.ts';
import type { Store } from '../store/store.ts';

/** What is wrong with the repository as a whole stands under its own folder. */
const REPOSITORY = '.git';

/** Everything admins should know: of the repository, of files, of what they mention. */
export const listProblems = (repo: Pick<Repo, 'reports'>, store: Store): readonly Problem[] => [
  ...repo.reports().map(({ code, message, path = REPOSITORY }) => ({ code, message, path })),
  ...store.problems(),
  ...store.brokenReferences(),
];
