import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDocument } from '../../../form/document.ts';
import { type Conflict, conflictsOf, type Settle } from '../../../form/values.ts';
import { tellTrouble } from '../../../parts/dialog/tell.tsx';
import type { WireError } from '../../../wire/WireError.ts';
import type { PageAnswer, pageQuery, Status } from '../queries.ts';

interface Options {
  readonly query: ReturnType<typeof pageQuery>;
  readonly form: FormDocument;
  /** The version of the page that the form is based on. */
  readonly etag: RefObject<string | null>;
  valuesOf(answer: PageAnswer): ReturnType<FormDocument['values']>;
}

interface Clash {
  readonly fresh: PageAnswer;
  readonly conflicts: readonly Conflict[];
  /** The status that the refused save would have set. */
  readonly status: Status | undefined;
}

/** Whether a save was refused because somebody else has saved in the meantime. */
export const isClash = ({ clashes, code }: WireError): boolean => clashes.length > 0 || code === 'PRECONDITION_FAILED';

/** Holds a refused save until the values that somebody else has changed, too, are settled. */
export function useClash({ query, form, etag, valuesOf }: Options) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [clash, setClash] = useState<Clash>();

  function follow(fresh: PageAnswer, settle?: Settle): void {
    etag.current = fresh.etag;
    form.rebaseTo(valuesOf(fresh), settle && { settle });
  }

  return {
    conflicts: clash?.conflicts ?? [],
    async show(status: Status | undefined): Promise<void> {
      const fresh = await client.fetchQuery({ ...query, staleTime: 0 });
      const conflicts = conflictsOf(form.saved(), form.values(), valuesOf(fresh));
      if (conflicts.length > 0) setClash({ fresh, conflicts, status });
      else {
        // There is nothing to choose (say, somebody has published what was to be archived): the user has to look again.
        follow(fresh);
        tellTrouble(t('changes.stale'));
      }
    },
    async settle(settle: Settle, save: (status: Status | undefined) => Promise<boolean>): Promise<boolean> {
      if (!clash) return false;
      follow(clash.fresh, settle);
      setClash(undefined);
      return save(clash.status);
    },
    dismiss: () => setClash(undefined),
  };
}
