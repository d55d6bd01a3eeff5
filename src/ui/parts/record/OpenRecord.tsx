import { createContext, type ReactNode, useContext, useState } from 'react';

const Gone = createContext(false);

/** Tells the drawer inside whether somebody has deleted its record. */
export const GoneProvider = Gone.Provider;

/** Whether somebody has deleted the record of this drawer while it was open. */
export const useIsGone = (): boolean => useContext(Gone);

/** A record that may disappear, as it was last. */
export function useLast<R>(record: R | null | undefined): R | undefined {
  const [last, setLast] = useState(record ?? undefined);
  if (record && record !== last) setLast(record);
  return record ?? last;
}

interface OpenRecordProps<R> {
  /** The record that is open, according to the address. */
  readonly open: number | 'new' | undefined;
  /** Undefined for a new one, and if there is none with that id. */
  readonly record: R | undefined;
  /** The drawer that edits a record, or a new one. */
  children(record: R | undefined): ReactNode;
}

/** The drawer of the open record. It stays when somebody else deletes the record, so that nothing typed is lost. */
export function OpenRecord<R>({ open, ...rest }: OpenRecordProps<R>) {
  return open !== undefined && <RetainedRecord key={String(open)} isNew={open === 'new'} {...rest} />;
}

interface RetainedRecordProps<R> extends Omit<OpenRecordProps<R>, 'open'> {
  readonly isNew: boolean;
}

function RetainedRecord<R>({ isNew, record, children }: RetainedRecordProps<R>) {
  const last = useLast(record);
  if (!isNew && last === undefined) return null;
  return <GoneProvider value={!isNew && record === undefined}>{children(last)}</GoneProvider>;
}
