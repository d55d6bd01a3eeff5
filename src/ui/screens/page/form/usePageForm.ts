import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createFormDocument, type FormDocument } from '../../../form/document.ts';
import type { Conflict, Settle } from '../../../form/values.ts';
import { tellProblem } from '../../../parts/dialog/tell.tsx';
import { chosenChange } from '../../../wire/chosenChange.ts';
import { keyOf } from '../../../wire/keys.ts';
import { WireError } from '../../../wire/WireError.ts';
import { type PageAnswer, pageQuery, type Status } from '../queries.ts';
import { createSender } from './createSender.ts';
import { keepKeys, toValues } from './pageValues.ts';
import { isClash, useClash } from './useClash.ts';
import { useKeptWork } from './useKeptWork.ts';

interface SaveOptions {
  /** Nobody has asked for it: where it is refused, what is typed is kept and nothing is said. */
  readonly isQuiet?: boolean;
  /** The change that it goes into, whatever is worked on by then; that unless given. */
  readonly change?: string;
}

interface PageForm {
  readonly form: FormDocument;
  readonly page: PageAnswer['data'];
  readonly isSaving: boolean;
  /** When what is unsaved was typed, where it comes from an earlier visit. */
  readonly keptAt: string | undefined;
  /** Values that somebody else has changed too, since they were read. */
  readonly conflicts: readonly Conflict[];
  /** True where it is saved. */
  save(status?: Status, options?: SaveOptions): Promise<boolean>;
  /** Saves what has been chosen. */
  settle(settle: Settle): Promise<boolean>;
  /** Whether it shows the page as it is now; where somebody else has changed that, it does from now on. */
  isShown(): Promise<boolean>;
  /** Goes back to writing. */
  dismiss(): void;
  discard(): void;
}

/** The form of a page: what is typed, saved so that nobody's work is lost. */
export function usePageForm(id: number): PageForm {
  const client = useQueryClient();
  const query = pageQuery(id);
  // The route has loaded it.
  const { data: answer = client.getQueryData(query.queryKey)! } = useQuery(query);
  const [form] = useState(() => createFormDocument(toValues(answer.data)));
  const etag = useRef(answer.etag);
  /** Whether what was saved last went together with what somebody else had saved. */
  const hasMerged = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const kept = useKeptWork({ page: answer.data, form, etag });
  const [send] = useState(() => createSender({ id, form, etag }));
  const valuesOf = useCallback(
    ({ data }: PageAnswer) => keepKeys(toValues(data), { known: [form.saved(), form.values()] }),
    [form],
  );
  const clash = useClash({ query, form, etag, valuesOf });

  // Others have changed it: what is not being written here follows, the rest is merged when it is saved.
  useEffect(() => {
    if (answer.etag === etag.current || form.isChanged()) return;
    etag.current = answer.etag;
    form.rebaseTo(valuesOf(answer));
  }, [answer, form, valuesOf]);

  async function deliver(status: Status | undefined, change: string | undefined): Promise<boolean> {
    const saved = await send({ status, change });
    if (!form.isChanged() || (change !== undefined && change !== chosenChange()?.name)) await kept.forget(change);
    if (!saved) return true;
    hasMerged.current ||= (saved.meta?.merged ?? []).length > 0;
    // An answer that was asked for before is older.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    client.setQueryData(query.queryKey, saved);
    void client.invalidateQueries({ queryKey: keyOf('page'), predicate: ({ queryKey }) => queryKey[1] !== id });
    return true;
  }

  async function refuse(error: unknown, status: Status | undefined): Promise<boolean> {
    if (!(error instanceof WireError)) throw error;
    if (isClash(error)) await clash.show(status);
    else if (error.problems.some(({ path }) => path && path.length > 0)) form.setProblems(error.problems);
    else tellProblem(error);
    return false;
  }

  async function save(
    status?: Status,
    { isQuiet = false, change = chosenChange()?.name }: SaveOptions = {},
  ): Promise<boolean> {
    if (isQuiet) return deliver(status, change).catch(() => false);
    if (form.held().length > 0) {
      form.setProblems(form.held());
      return false;
    }
    setSaving(true);
    try {
      return await deliver(status, change).catch((error) => refuse(error, status));
    } catch (error) {
      tellProblem(error);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    form,
    page: answer.data,
    isSaving,
    keptAt: kept.keptAt,
    conflicts: clash.conflicts,
    save,
    settle: async (settle) => clash.settle(settle, save),
    async isShown() {
      const seen = hasMerged.current ? undefined : etag.current;
      hasMerged.current = false;
      return (await client.fetchQuery({ ...query, staleTime: 0 })).etag === seen;
    },
    dismiss: clash.dismiss,
    discard() {
      form.rebaseTo(valuesOf(answer));
      form.reset();
      etag.current = answer.etag;
      void kept.forget(chosenChange()?.name);
    },
  };
}
