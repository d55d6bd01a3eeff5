import { CmsError, type Detail } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { Reader } from '../../site/reader/reader.ts';
import { restrictRecords } from '../../site/reader/restrictRecords.ts';
import type { RecordDraft } from '../action.ts';
import type { Validate, ValidationContext } from './validate.ts';

/**
 * Validates the drafts of somebody who may not read all records. They are checked against all; of a problem that there
 * would not be without the hidden ones, only the place is told.
 */
export function validateForReader(
  validate: Validate,
  against: ValidationContext,
  reader: Reader,
): (draft: RecordDraft) => void {
  const readable = { ...against, lookup: restrictRecords(against.lookup, reader), filesFor: () => [] };
  return (draft) => {
    const error = catchError(() => validate(draft, against));
    if (!error) return;
    const told = new Set(catchError(() => validate(draft, readable))?.details.map(nameOfDetail));
    const details = error.details.map((one) => (isOwn(one) || told.has(nameOfDetail(one)) ? one : withoutWords(one)));
    throw new CmsError(error.code, details, { clashes: error.clashes });
  };
}

function catchError(work: () => void): CmsError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof CmsError) return error;
    throw error;
  }
}

const nameOfDetail = ({ path, message }: Detail): string => JSON.stringify([path, message]);

/** What is taken is named by the draft itself. */
const isOwn = ({ reason }: Detail): boolean => reason === 'taken';

const withoutWords = ({ path }: Detail): Detail => ({
  path,
  ...because('unseenRecords', 'does not fit with records that you may not read', {}),
});
