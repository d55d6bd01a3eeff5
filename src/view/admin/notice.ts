import { NOTICE_REASONS, type Notice } from '../../inbox/notice.ts';
import { entityOf } from '../../model/entities/index.ts';
import type { Lookup, RecordRef } from '../../model/entry.ts';
import { choice, namedSchema, object } from '../../model/schema/schema.ts';
import { booleanShape, idShape, integerShape, orNull, recordKind, stringShape, timeShape } from '../shapes/values.ts';
import { showSubject } from './subject.ts';

/** Somebody who has done something; without a name if they are gone. */
export const PERSON = object({ type: stringShape, id: integerShape, name: orNull(stringShape) });

/** The record that something is about; without a title if it is gone. */
export const RECORD_TITLE = object({ kind: recordKind, id: idShape, title: orNull(stringShape) });

export const NOTICE = namedSchema(
  'Notice',
  object({
    ...{ id: idShape, at: timeShape, reason: choice(...NOTICE_REASONS), isRead: booleanShape, by: PERSON },
    ...{ record: orNull(RECORD_TITLE), change: orNull(stringShape), comment: orNull(idShape) },
    /** What the record or the change is called. */
    about: orNull(stringShape),
  }),
);

/** @param about the title of what it is about; null if that is gone */
export const showNotice = (
  { by, record, ...notice }: Notice,
  { about, lookup }: { readonly about: string | null; readonly lookup: Lookup },
): object => ({
  ...notice,
  about,
  by: showSubject(by, lookup),
  record: record && showRecordTitle(record, lookup),
});

interface TitledRecord extends RecordRef {
  /** Null if it is gone. */
  readonly title: string | null;
}

export function showRecordTitle({ kind, id }: RecordRef, lookup: Lookup): TitledRecord {
  const entry = lookup.get(kind, id);
  return { kind, id, title: entry ? entityOf(kind).title(entry.data) : null };
}
