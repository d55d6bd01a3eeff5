import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createFormDocument, type FormDocument } from '../../../form/document.ts';
import type { Conflict, Settle } from '../../../form/values.ts';
import { isClash, useClash } from '../../../parts/clash/useClash.ts';
import { tellProblem } from '../../../parts/dialog/tell.tsx';
import { chosenName } from '../../../wire/chosenChange.ts';
import { keyOf } from '../../../wire/keys.ts';
import { WireError } from '../../../wire/WireError.ts';
import { type PageAnswer, pageQuery, type Status } from '../queries.ts';
import { createSender } from './createSender.ts';
import { keepKeys, toValues } from './pageValues.ts';
import { useKeptWork } from './useKeptWork.ts';

interface SaveOptions {
  /** Nobody has asked for the save: if it is refused, nothing is reported, and the edits stay unsaved. */
  readonly isQuiet?: boolean;
  /** The name of the change to save to, null for what is live, even if another is chosen by then; by default the chosen one. */
  readonly change?: string | null;
}

interface PageForm {
  readonly form: FormDocument;
  readonly page: PageAnswer['data'];
  readonly isSaving: boolean;
  /** When the unsaved work was typed, if it was restored from an earlier visit. */
  readonly keptAt: string | undefined;
  /** Values that somebody else has changed, too. */
  readonly conflicts: readonly Conflict[];
  /** True if the form was saved. */
  save(status?: Status, options?: SaveOptions): Promise<boolean>;
  /** Settles the conflicts and saves. */
  settle(settle: Settle): Promise<boolean>;
  /** Whether the form shows the page as it is now. If somebody else has changed it, the form follows. */
  isShown(): Promise<boolean>;
  /** Closes the conflicts without saving. */
  dismiss(): void;
  /** Gives up all unsaved changes. */
  discard(): void;
}

/** The form of a page, saved so that nobody's work is lost. */
export function usePageForm(id: number): PageForm {
  const client = useQueryClient();
  const query = pageQuery(id);
  // The route has loaded it.
  const { data: answer = client.getQueryData(query.queryKey)! } = useQuery(query);
  const [form] = useState(() => createFormDocument(toValues(answer.data)));
  const etag = useRef(answer.etag);
  /** Whether a save was merged with somebody else's, so that the form may show what nobody has reviewed yet. */
  const hasMerged = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const kept = useKeptWork({ page: answer.data, form, etag });
  const [send] = useState(() => createSender({ id, form, etag }));
  const valuesOf = useCallback(
    ({ data }: PageAnswer) => keepKeys(toValues(data), { known: [form.saved(), form.values()] }),
    [form],
  );
  const clash = useClash<PageAnswer, Status | undefined>({
    form,
    etag,
    fetchFresh: () => client.fetchQuery({ ...query, staleTime: 0 }),
    valuesOf,
  });

  // Somebody else has changed the page: a form without unsaved changes follows; otherwise saving merges.
  useEffect(() => {
    if (answer.etag === etag.current || form.isChanged()) return;
    etag.current = answer.etag;
    form.rebaseTo(valuesOf(answer));
  }, [answer, form, valuesOf]);

  async function deliver(status: Status | undefined, change: string | null): Promise<boolean> {
    const saved = await send({ status, change });
    if (!form.isChanged() || change !== chosenName()) await kept.forget(change);
    if (!saved) return true;
    hasMerged.current ||= (saved.meta?.merged ?? []).length > 0;
    // The answer to an earlier request would be older than this.
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

  async function save(status?: Status, { isQuiet = false, change = chosenName() }: SaveOptions = {}): Promise<boolean> {
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
      void kept.forget(chosenName());
    },
  };
}
