import { CmsError, type Detail, forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';

/** The refusal to act on what holds records that the caller may not read. */
export const hiddenParts = (): CmsError =>
  forbidden(because('hiddenParts', 'It holds records that you may not read: ask someone who can', {}));

/** The error without what it says about hidden records; whatever else was thrown as it is. */
export function withoutHiddenDetails(error: unknown, mayReadFile: (path: string) => boolean): unknown {
  if (!(error instanceof CmsError)) return error;
  const shown = error.details.filter((detail) => !isOfHiddenFile(detail, mayReadFile));
  if (shown.length === error.details.length) return error;
  const { code, clashes } = error;
  const message = 'It does not fit with records that you may not read: ask someone who can';
  return new CmsError(code, [...shown, { path: [], ...because('unseenRecords', message, {}) }], { clashes });
}

/** Whether a detail is about the file of a hidden record: problems of other files than that of the request begin with it. */
export const isOfHiddenFile = ({ path: [first = ''] }: Detail, mayReadFile: (path: string) => boolean): boolean =>
  locateFile('content', first) !== null && !mayReadFile(first);
