import { isSafePath } from '../../git/format/safePath.ts';
import type { RepoReport } from '../../git/publish/reports.ts';
import type { Repo } from '../../git/repo.ts';
import { foldCase } from '../../lib/text/foldCase.ts';
import type { Problem } from '../../model/entry.ts';
import { isLookedAt, mediaFileAt } from '../../store/home.ts';
import type { Store } from '../../store/store.ts';

/** The path for problems of the repository as a whole. */
const REPOSITORY = '.git';

/** The problems of the repository and of private files, for admins. */
export function listProblems(repo: Pick<Repo, 'reports'>, store: Store): readonly Problem[] {
  const ofFiles = store.problems();
  const known = new Set(ofFiles.flatMap(({ path }) => [path, foldCase(path)]));
  const ofRepository = repo.reports().filter((report) => isWorthTelling(report, known));
  return [
    ...ofRepository.map(({ code, message, path = REPOSITORY }) => ({ code, message, path })),
    ...ofFiles.filter(({ path }) => !isLookedAt('content', path)),
  ];
}

/**
 * Links and submodules outside the records are ignored. A link that is checked out is already reported as a problem of
 * its file, and so are files that want the same key.
 */
function isWorthTelling({ code, path = REPOSITORY }: RepoReport, known: ReadonlySet<string>): boolean {
  if (code === 'CASE_COLLISION') return !known.has(foldCase(path));
  return code !== 'REFUSED_PATH' || path === REPOSITORY || (isContentProblemPath(path) && !known.has(path));
}

const isContentProblemPath = (path: string): boolean =>
  !isSafePath(path) || isLookedAt('content', path) || mediaFileAt(path) !== null;
