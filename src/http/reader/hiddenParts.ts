import type { Lookup } from '../../model/entry.ts';
import { CmsError, type Detail, forbidden } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { aliasNames } from '../../view/admin/aliasNames.ts';

/** The refusal to act on what holds records that the caller may not read. */
export const hiddenParts = (): CmsError =>
  forbidden(because('hiddenParts', 'It holds records that you may not read: ask someone who can', {}));

/** The error with aliases for the hidden records that clashing values mention; whatever else was thrown as it is. */
export function aliasClashes(error: unknown, lookup: Pick<Lookup, 'aliases'>): unknown {
  if (!(error instanceof CmsError) || error.clashes.length === 0) return error;
  const { code, details, clashes } = error;
  return new CmsError(code, details, { clashes: aliasNames(clashes, lookup), cause: error });
}

/** The same without what it says about hidden records themselves. */
export function withoutHiddenDetails(
  thrown: unknown,
  mayReadFile: (path: string) => boolean,
  lookup: Pick<Lookup, 'aliases'>,
): unknown {
  const error = aliasClashes(thrown, lookup);
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
