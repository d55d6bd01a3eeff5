import type { Repo } from '../../git/repo.ts';
import { CmsError } from '../../model/errors.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';

/** The error to report: a conflict in a file is explained by a git operation of somebody else if one is under way. */
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
