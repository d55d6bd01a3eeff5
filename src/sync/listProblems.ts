import { isSafePath } from '../git/format/safePath.ts';
import type { RepoReport } from '../git/publish/reports.ts';
import type { Repo } from '../git/repo.ts';
import { foldCase } from '../lib/text/foldCase.ts';
import type { Problem } from '../model/entry.ts';
import { isLookedAt, MEDIA_FILES } from '../store/home.ts';
import type { Store } from '../store/store.ts';

/** What is wrong with the repository as a whole stands under its own folder. */
const REPOSITORY = '.git';

/** What admins should know of the repository, and of the files of private records. */
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
 * Links and submodules beside the records are ignored; one that is checked out is a problem of its file, and so
 * are two files that want the same.
 */
function isWorthTelling({ code, path = REPOSITORY }: RepoReport, known: ReadonlySet<string>): boolean {
  if (code === 'CASE_COLLISION') return !known.has(foldCase(path));
  return code !== 'REFUSED_PATH' || path === REPOSITORY || (isOfContent(path) && !known.has(path));
}

const isOfContent = (path: string): boolean =>
  !isSafePath(path) || isLookedAt('content', path) || path.startsWith(`${MEDIA_FILES}/`);
