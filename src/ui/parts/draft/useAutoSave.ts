import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { useRouteContext } from '@tanstack/react-router';
import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FormDocument } from '../../form/document.ts';
import type { FormValues } from '../../form/values.ts';
import { ask } from '../../wire/ask.ts';
import type { OwnWork, RecordKind } from '../../wire/interface.ts';
import { type AutoSaveState, createAutoSaver } from './createAutoSaver.ts';
import type { DraftedRecord } from './draftedKind.ts';
import { findWork, type LocalWorkKey, type UnsavedWork } from './unsavedWork.ts';

interface Options {
  readonly kind: RecordKind;
  readonly record: Pick<DraftedRecord, 'id' | 'createdAt'>;
  /** The name of the change that was entered; undefined outside of changes. */
  readonly change: string | undefined;
  /** What the server says of the user's own unfinished work, outside of changes. */
  readonly work: OwnWork | null;
  readonly form: FormDocument;
  /** The version of the record that the form is based on. */
  readonly etag: RefObject<string | null>;
}

const TYPING_MS = 400;
/** Somebody who types without a pause has this much kept all the same. */
const LONGEST_WAIT_MS = 2000;

interface AutoSavedForm {
  readonly keeping: AutoSaveState;
  /** When the unsaved work was typed, if it was restored from an earlier visit or another device. */
  readonly restoredAt: string | undefined;
  /** Forgets the work, now that it is saved or given up: leaving right away must not bring it back. */
  forget(): Promise<void>;
}

/** Keeps unsaved work on the server and in this browser until it is saved, and restores it, whatever device it is from. */
export function useAutoSave({ kind, record, change, work, form, etag }: Options): AutoSavedForm {
  const { id, createdAt } = record;
  const { caller } = useRouteContext({ from: '/shell' });
  const { email } = caller;
  const place = useMemo((): LocalWorkKey => ({ email, change, kind, id }), [email, change, kind, id]);
  const keeper = useMemo(() => createAutoSaver(place), [place]);
  useEffect(() => keeper.close, [keeper]);
  const keeping = useSyncExternalStore(keeper.subscribe, keeper.state);
  const [restoredAt, setRestoredAt] = useState<string>();
  const workNow = (): UnsavedWork => ({
    values: form.values(),
    saved: form.saved(),
    etag: etag.current,
    at: new Date().toISOString(),
    createdAt,
  });
  const keep = useDebouncedCallback(
    () => {
      if (form.isChanged()) keeper.keep(workNow());
      else if (keeper.state() !== 'none') void keeper.forget();
    },
    { delay: TYPING_MS, maxWait: LONGEST_WAIT_MS, flushOnUnmount: true },
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server had when the form was opened
  useEffect(() => {
    let isOver = false;
    async function restore(): Promise<void> {
      const found = await findNewest(place, work, createdAt);
      if (isOver || !found || form.isChanged() || !restoreWork(found, form, etag)) return;
      setRestoredAt(found.at);
      keeper.keep(found);
    }
    void restore().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [place, createdAt, form, etag, keeper]);

  useEffect(() => form.subscribe(keep), [form, keep]);
  // The last words are kept, too, if the window is closed right after them. Not every browser says that it closes.
  const keepLast = (): void => {
    if (form.isChanged()) keeper.keepLast(workNow());
  };
  useWindowEvent('beforeunload', keepLast);
  useWindowEvent('visibilitychange', () => document.visibilityState === 'hidden' && keepLast());

  return {
    keeping,
    restoredAt,
    forget: () => {
      setRestoredAt(undefined);
      return keeper.forget();
    },
  };
}

/** The newest of what this browser and the server have kept. */
async function findNewest(
  place: LocalWorkKey,
  head: OwnWork | null,
  createdAt: string,
): Promise<UnsavedWork | undefined> {
  const here = await findWork(place).catch(() => undefined);
  const local = here?.createdAt === createdAt ? here : undefined;
  const remoteAt = place.change === undefined ? head?.savedAt : await findInChange(place);
  // The server brings its own to the names that the type has today.
  if (remoteAt === undefined || (local && local.at > remoteAt)) return local;
  const { kind, id, change } = place;
  const request = { path: { kind, id }, ...(change !== undefined && { query: { change } }) };
  const { base, values, savedAt } = (await ask('GET /api/admin/work/{kind}/{id}', request)).data;
  const saved = (base.values ?? values) as FormValues;
  return { values: values as FormValues, saved, etag: base.rev, at: savedAt, createdAt };
}

/** When the user's own work in a change was saved. A list, because asking for what is not there is an error. */
async function findInChange({ kind, id, change }: LocalWorkKey): Promise<string | undefined> {
  const { data } = await ask('GET /api/admin/work');
  return data.find((one) => one.kind === kind && one.id === id && one.change === change)?.savedAt;
}

/**
 * Restores the form and the version it is based on: if somebody has changed the record since, saving merges. Returns false
 * if nothing is unsaved.
 */
function restoreWork(work: UnsavedWork, form: FormDocument, etag: RefObject<string | null>): boolean {
  const present = form.saved();
  const presentEtag = etag.current;
  etag.current = work.etag;
  form.rebaseTo(work.saved === work.values ? present : work.saved);
  form.load(work.values);
  if (form.isChanged()) return true;
  etag.current = presentEtag;
  form.rebaseTo(present);
  return false;
}
