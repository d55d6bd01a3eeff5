import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createFormDocument, type FormDocument } from '../../form/document.ts';
import type { Conflict, ConflictResolver } from '../../form/values.ts';
import { useWritesLive } from '../../session/useRole.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { noteLastWrite } from '../../wire/lastWrites.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';
import { isWarning, WireError } from '../../wire/WireError.ts';
import { isClashError, useClash } from '../clash/useClash.ts';
import { notifyError } from '../dialog/notify.tsx';
import type { AutoSaveState } from './createAutoSaver.ts';
import { createFormSaver, type SaveTarget } from './createFormSaver.ts';
import {
  type DraftedKind,
  type DraftedRecord,
  type EditedRecord,
  editedQuery,
  type RecordAnswer,
} from './draftedKind.ts';
import { useAutoSave } from './useAutoSave.ts';

export interface DraftForm<R extends DraftedRecord> {
  readonly form: FormDocument;
  readonly edited: EditedRecord<R>;
  readonly isSaving: boolean;
  readonly keeping: AutoSaveState;
  /** When the unsaved work was typed, if it was restored from an earlier visit or another device. */
  readonly restoredAt: string | undefined;
  /** Values that somebody else has changed, too. */
  readonly conflicts: readonly Conflict[];
  /** What a save that was refused for the conflicts was to do, and who has saved the other values. */
  readonly refused: { readonly more: object | undefined; readonly by: string | undefined };
  /** Who has saved the record while something here is not saved; an empty name if that is not known. */
  readonly overtakenBy: string | undefined;
  /** Whether saving goes into a change that was entered, and not into the record's own draft. */
  readonly isInChange: boolean;
  /** Whether saving goes into the record's own draft. */
  readonly isDrafted: boolean;
  /** Saves what is typed where only people who work here see it, with `more` if given. True if nothing is unsaved then. */
  save(more?: object): Promise<boolean>;
  /** The last answer to a save that had something to send. */
  readonly lastSaved: () => RecordAnswer<R> | undefined;
  /** Settles the conflicts and saves. */
  settle(settle: ConflictResolver): Promise<boolean>;
  /** Reads the record again; a form without unsaved changes follows. */
  refresh(): Promise<EditedRecord<R>>;
  /** Closes the conflicts without saving. */
  dismiss(): void;
  /** Gives up all unsaved changes. */
  discard(): void;
}

/** After this long without a key press, what is kept becomes the draft, where colleagues see it. */
const QUIET_MS = 10 * 60_000;

/**
 * The form of a record that has a draft, and is loaded. What is typed is kept by itself, and saved so that nobody's work
 * is lost and nothing goes live.
 */
export function useDraftForm<R extends DraftedRecord>(kind: DraftedKind<R>, id: number): DraftForm<R> {
  const client = useQueryClient();
  const query = editedQuery(kind, id);
  const { data: edited = client.getQueryData<EditedRecord<R>>(query.queryKey)! } = useQuery(query);
  const [form] = useState(() => createFormDocument(kind.toValues(edited.data)));
  const etag = useRef(edited.etag);
  const lastSaved = useRef<RecordAnswer<R>>(undefined);
  const [isSaving, setSaving] = useState(false);
  const change = useChosenChange()?.name;
  const writesLive = useWritesLive();
  const kept = useAutoSave({ kind: kind.kind, record: edited.data, change, work: edited.work, form, etag });
  const [send] = useState(() => createFormSaver({ kind, id, form, etag }));
  const valuesOf = useCallback(
    ({ data }: Pick<EditedRecord<R>, 'data'>) => kind.toValues(data, { known: [form.saved(), form.values()] }),
    [kind, form],
  );
  const refresh = (): Promise<EditedRecord<R>> => client.fetchQuery({ ...query, staleTime: 0 });
  const clash = useClash<EditedRecord<R>, object | undefined>({ form, etag, fetchFresh: refresh, valuesOf });

  const [overtakenBy, setOvertakenBy] = useState<string>();
  // Somebody else has changed the record: a form without unsaved changes follows; otherwise saving merges.
  useEffect(() => {
    const isOvertaken = edited.etag !== etag.current && form.isChanged();
    setOvertakenBy(isOvertaken ? (edited.draft?.author ?? '') : undefined);
    if (edited.etag === etag.current || isOvertaken) return;
    etag.current = edited.etag;
    form.rebaseTo(valuesOf(edited));
  }, [edited, form, valuesOf]);

  useEffect(() => form.setWarnings(edited.problems.filter(isWarning)), [edited.problems, form]);

  const isOnSite = kind.isOnSite(edited.live ?? edited.data);
  const place = findSaveTarget(edited, { change, isDrafted: isOnSite || !writesLive });

  async function deliver(more: object | undefined): Promise<boolean> {
    const saved = await send({ place, more });
    if (!form.isChanged()) await kept.forget();
    if (!saved) return !form.isChanged();
    lastSaved.current = saved;
    // The answer to an earlier request would be older than this.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    await invalidate();
    return true;
  }

  const invalidate = () =>
    Promise.all(kind.shownIn.map((shown) => client.invalidateQueries({ queryKey: createQueryKey(shown) })));

  async function refuse(error: unknown, more: object | undefined): Promise<boolean> {
    if (!(error instanceof WireError)) throw error;
    if (isClashError(error)) await clash.show(more, error.clashes);
    else if (error.problems.some(({ path }) => path && path.length > 0)) form.setProblems(error.problems);
    else notifyError(error);
    return false;
  }

  async function save(more?: object): Promise<boolean> {
    if (form.held().length > 0) {
      form.setProblems(form.held());
      return false;
    }
    setSaving(true);
    try {
      return await deliver(more).catch((error) => refuse(error, more));
    } catch (error) {
      notifyError(error);
      return false;
    } finally {
      setSaving(false);
    }
  }

  /** Saves what is typed when the form goes. If its change has been published since, it goes into the draft. */
  async function deliverLast(): Promise<void> {
    try {
      await deliver(undefined);
    } catch (error) {
      if (place.type !== 'change' || !(error instanceof WireError) || error.code !== 'NOT_FOUND') throw error;
      await send({ place: { type: 'draft' } });
      await kept.forget();
      await invalidate();
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
    refused: { more: clash.wanted, by: clash.fresh?.draft?.author ?? undefined },
    overtakenBy,
    isInChange: change !== undefined,
    isDrafted: place.type === 'draft',
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
  /** The name of the change that was entered. */
  readonly change: string | undefined;
  /** Whether visitors can see the record, or the user may not write it itself. */
  readonly isDrafted: boolean;
}

function findSaveTarget({ draft }: Pick<EditedRecord<unknown>, 'draft'>, { change, isDrafted }: Editing): SaveTarget {
  if (change !== undefined) return { type: 'change', name: change };
  return { type: isDrafted || draft !== null ? 'draft' : 'record' };
}

/** Turns what is kept into the draft when its writer leaves the form, or has not typed for a while. */
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
