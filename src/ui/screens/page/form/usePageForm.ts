import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createFormDocument, type FormDocument } from '../../../form/document.ts';
import type { Conflict, Settle } from '../../../form/values.ts';
import { isClash, useClash } from '../../../parts/clash/useClash.ts';
import { tellProblem } from '../../../parts/dialog/tell.tsx';
import { useMayPublish } from '../../../session/useRole.ts';
import { keyOf } from '../../../wire/keys.ts';
import { noteLastWrite } from '../../../wire/lastWrites.ts';
import { useChosenChange } from '../../../wire/useChosenChange.ts';
import { WireError } from '../../../wire/WireError.ts';
import { type EditedPage, editedPageQuery, type Status } from '../queries.ts';
import type { Keeping } from './createKeeper.ts';
import { createSender, type SavedPage, type SavePlace } from './createSender.ts';
import { keepKeys, toValues } from './pageValues.ts';
import { useKeptWork } from './useKeptWork.ts';

export interface PageForm {
  readonly form: FormDocument;
  readonly edited: EditedPage;
  readonly isSaving: boolean;
  readonly keeping: Keeping;
  /** When the unsaved work was typed, if it was restored from an earlier visit or another device. */
  readonly restoredAt: string | undefined;
  /** Values that somebody else has changed, too. */
  readonly conflicts: readonly Conflict[];
  /** Whether saving goes into a change that was entered, and not into the page's own draft. */
  readonly isInChange: boolean;
  /** Saves what is typed where only people who work here see it, or with a status. True if nothing is unsaved then. */
  save(status?: Status): Promise<boolean>;
  /** The last answer to a save that had something to send. */
  readonly lastSaved: () => SavedPage | undefined;
  /** Settles the conflicts and saves. */
  settle(settle: Settle): Promise<boolean>;
  /** Reads the page again; a form without unsaved changes follows. */
  refresh(): Promise<EditedPage>;
  /** Closes the conflicts without saving. */
  dismiss(): void;
  /** Gives up all unsaved changes. */
  discard(): void;
}

/** After this long without a key press, what is kept becomes the draft, where colleagues see it. */
const QUIET_MS = 10 * 60_000;

/** The form of a page. What is typed is kept by itself, and saved so that nobody's work is lost and nothing goes live. */
export function usePageForm(id: number): PageForm {
  const client = useQueryClient();
  const query = editedPageQuery(id);
  // The route has loaded it.
  const { data: edited = client.getQueryData(query.queryKey)! } = useQuery(query);
  const [form] = useState(() => createFormDocument(toValues(edited.data)));
  const etag = useRef(edited.etag);
  const lastSaved = useRef<SavedPage>(undefined);
  const [isSaving, setSaving] = useState(false);
  const change = useChosenChange()?.name;
  const mayPublish = useMayPublish();
  const kept = useKeptWork({ page: edited.data, change, work: edited.work, form, etag });
  const [send] = useState(() => createSender({ id, form, etag }));
  const valuesOf = useCallback(
    ({ data }: Pick<EditedPage, 'data'>) => keepKeys(toValues(data), { known: [form.saved(), form.values()] }),
    [form],
  );
  const refresh = (): Promise<EditedPage> => client.fetchQuery({ ...query, staleTime: 0 });
  const clash = useClash<EditedPage, Status | undefined>({ form, etag, fetchFresh: refresh, valuesOf });

  // Somebody else has changed the page: a form without unsaved changes follows; otherwise saving merges.
  useEffect(() => {
    if (edited.etag === etag.current || form.isChanged()) return;
    etag.current = edited.etag;
    form.rebaseTo(valuesOf(edited));
  }, [edited, form, valuesOf]);

  const place = placeOf(edited, { change, mayPublish });

  async function deliver(status: Status | undefined): Promise<boolean> {
    const saved = await send({ place, status });
    if (!form.isChanged()) await kept.forget();
    if (!saved) return !form.isChanged();
    lastSaved.current = saved;
    // The answer to an earlier request would be older than this.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    await client.invalidateQueries({ queryKey: keyOf('page') });
    return true;
  }

  async function refuse(error: unknown, status: Status | undefined): Promise<boolean> {
    if (!(error instanceof WireError)) throw error;
    if (isClash(error)) await clash.show(status);
    else if (error.problems.some(({ path }) => path && path.length > 0)) form.setProblems(error.problems);
    else tellProblem(error);
    return false;
  }

  async function save(status?: Status): Promise<boolean> {
    if (form.held().length > 0) {
      form.setProblems(form.held());
      return false;
    }
    setSaving(true);
    try {
      return await deliver(status).catch((error) => refuse(error, status));
    } catch (error) {
      tellProblem(error);
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Saves what is typed when the form goes. A change that somebody has published meanwhile leaves it to the draft. */
  async function deliverLast(): Promise<void> {
    try {
      await deliver(undefined);
    } catch (error) {
      if (place.type !== 'change' || !(error instanceof WireError) || error.code !== 'NOT_FOUND') throw error;
      await send({ place: { type: 'draft' } });
      await kept.forget();
      await client.invalidateQueries({ queryKey: keyOf('page') });
    }
  }
  useSaveWhenLeft(form, () => noteLastWrite(deliverLast()));

  return {
    form,
    edited,
    isSaving,
    keeping: kept.keeping,
    restoredAt: kept.restoredAt,
    conflicts: clash.conflicts,
    isInChange: change !== undefined,
    save,
    lastSaved: () => lastSaved.current,
    settle: async (settle) => clash.settle(settle, save),
    refresh,
    dismiss: clash.dismiss,
    discard() {
      form.rebaseTo(valuesOf(edited));
      form.reset();
      etag.current = edited.etag;
      void kept.forget();
    },
  };
}

interface Editing {
  readonly change: string | undefined;
  readonly mayPublish: boolean;
}

/** A page that visitors can read, or that the user may not write itself, is edited in its draft. */
function placeOf({ data, live, draft }: EditedPage, { change, mayPublish }: Editing): SavePlace {
  if (change !== undefined) return { type: 'change', name: change };
  const isOnSite = (live ?? data).status === 'published';
  return { type: isOnSite || draft !== null || !mayPublish ? 'draft' : 'page' };
}

/** Turns what is kept into the draft when its writer leaves the page, or has not typed for a while. */
function useSaveWhenLeft(form: FormDocument, save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  const saveIfChanged = useCallback(() => {
    if (form.isChanged()) latest.current();
  }, [form]);
  const saveLater = useDebouncedCallback(saveIfChanged, QUIET_MS);
  useEffect(() => form.subscribe(saveLater), [form, saveLater]);
  useEffect(() => saveIfChanged, [saveIfChanged]);
}
