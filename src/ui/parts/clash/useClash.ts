import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDocument } from '../../form/document.ts';
import { type ConflictResolver, conflictsOf, type FormValues } from '../../form/values.ts';
import type { Clash } from '../../wire/interface.ts';
import type { WireError } from '../../wire/WireError.ts';
import { notifyErrorMessage } from '../dialog/notify.tsx';
import { addSummaries, type SummarizedConflict } from './addSummaries.ts';

interface Options<A> {
  readonly form: FormDocument;
  /** The version of the record that the form is based on. */
  readonly etag: RefObject<string | null>;
  /** Asks the server for the record as it is now. */
  fetchFresh(): Promise<A>;
  valuesOf(answer: A): FormValues;
}

interface RefusedSave<A, W> {
  readonly fresh: A;
  readonly conflicts: readonly SummarizedConflict[];
  /** What the refused save would have done besides saving the values. */
  readonly wanted: W;
}

/** Whether a save was refused because somebody else has saved in the meantime. */
export const isClashError = ({ clashes, code }: WireError): boolean =>
  clashes.length > 0 || code === 'PRECONDITION_FAILED';

/** Holds a refused save until the values that somebody else has changed, too, are settled. */
export function useClash<A extends { readonly etag: string | null }, W = undefined>({
  form,
  etag,
  fetchFresh,
  valuesOf,
}: Options<A>) {
  const { t } = useTranslation();
  const [clash, setClash] = useState<RefusedSave<A, W>>();

  function follow(fresh: A, settle?: ConflictResolver): void {
    etag.current = fresh.etag;
    form.rebaseTo(valuesOf(fresh), settle && { settle });
  }

  return {
    conflicts: clash?.conflicts ?? [],
    /** What the refused save would have done besides saving; undefined without a clash. */
    wanted: clash?.wanted,
    /** The record as somebody else has saved it; undefined without a clash. */
    fresh: clash?.fresh,
    /** @param clashes what the server has said about them */
    async show(wanted: W, clashes: readonly Clash[]): Promise<void> {
      const fresh = await fetchFresh();
      const conflicts = conflictsOf(form.saved(), form.values(), valuesOf(fresh));
      if (conflicts.length > 0) setClash({ fresh, conflicts: addSummaries(conflicts, clashes), wanted });
      else {
        // There is nothing to choose (say, somebody has published what was to be archived): the user has to look again.
        follow(fresh);
        notifyErrorMessage(t('changes.stale'));
      }
    },
    async settle(settle: ConflictResolver, save: (wanted: W) => Promise<boolean>): Promise<boolean> {
      if (!clash) return false;
      follow(clash.fresh, settle);
      setClash(undefined);
      return save(clash.wanted);
    },
    dismiss: () => setClash(undefined),
  };
}
