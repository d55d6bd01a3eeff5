import type { Repo } from '../../git/repo.ts';
import { CmsError } from '../../model/errors.ts';
import { locateFile } from '../../store/file/scan.ts';

/** What a failure is called: a file that somebody's merge has changed is no conflict of ours while that is under way. */
export function explainConflict(error: unknown, { requireNoOperation }: Pick<Repo, 'requireNoOperation'>): unknown {
  if (!(error instanceof CmsError) || error.code !== 'CONFLICT') return error;
  const isOfFile = error.details.some(({ path }) => path.some((name) => locateFile('content', name)));
  try {
    if (isOfFile) requireNoOperation();
    return error;
  } catch (underWay) {
    return underWay;
  }
}
